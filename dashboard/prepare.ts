import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// npm runs this after an installation. Where vite was left out, as in an image, there is nothing to build with.

const root = fileURLToPath(new URL('.', import.meta.url))

if (!(await isThere('vite'))) {
  process.stdout.write('Installed without development packages, so the dashboard is not built.\n')
} else {
  const { build } = await import('vite')
  await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' })
}

async function isThere(name: string): Promise<boolean> {
  try {
    await access(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
    return true
  } catch {
    return false
  }
}
