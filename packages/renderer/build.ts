// npm run build: bundles each program of the renderer with its libraries. Skipped when development packages are not
// installed.

import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFolder, PROGRAMS } from './src/programs.ts'

await buildPrograms()

async function buildPrograms(): Promise<void> {
  const bundler = await import('rolldown').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return undefined
  })
  if (!bundler) {
    process.stdout.write(
      'Development packages are not installed. The programs of the renderer are not bundled.\n',
    )
    return
  }
  const folder = bundleFolder()
  const unfinished = `${folder}-${process.pid}`
  await rm(dirname(folder), { recursive: true, force: true })
  for (const program of PROGRAMS) {
    await using bundle = await bundler.rolldown({
      input: fileURLToPath(new URL(`src/${program}`, import.meta.url)),
      // It loads its WebAssembly from its own folder.
      external: [/^node:/, '@hyzyla/pdfium'],
      platform: 'node',
    })
    await bundle.write({ file: join(unfinished, `${basename(program, '.ts')}.js`), minify: true })
  }
  await rename(unfinished, folder)
}
