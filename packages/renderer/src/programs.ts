import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Modules that run in processes or threads of their own, below the folder `src`. */
export const PROGRAMS = ['fill/host.ts', 'image/draw.ts', 'attachments/read.ts', 'pdf/thread.ts']

let bundles: string | undefined

/**
 * Returns the file of a program: its bundle, which starts in a third of the time, or its source if `npm run build` did
 * not run since a source was changed. A published package has no bundles.
 */
export function programFile(source: URL): URL {
  if (!source.pathname.endsWith('.ts')) return source
  bundles ??= bundleFolder()
  const bundle = pathToFileURL(join(bundles, `${basename(source.pathname, '.ts')}.js`))
  return existsSync(bundle) ? bundle : source
}

/** Returns the folder of the bundles. Its name contains a hash of all sources, so that no bundle is older than them. */
export function bundleFolder(): string {
  const own = packageFolder('@platen/renderer')
  return join(
    own,
    'dist',
    hashOf([own, packageFolder('@platen/template')].map((folder) => join(folder, 'src'))),
  )
}

/** Returns a hash of the paths and contents of all TypeScript files in the folders: 16 characters. */
export function hashOf(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of globSync('**/*.ts', { cwd: folder }).toSorted())
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Returns the folder of a package of Platen, with a slash at its end. */
export function packageFolder(name: string): string {
  return fileURLToPath(new URL('./', import.meta.resolve(`${name}/package.json`)))
}
