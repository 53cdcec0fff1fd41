import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Builds the dashboard after `npm install`. Skipped when development packages are not installed, as in an image.

const root = fileURLToPath(new URL('.', import.meta.url))

if (!(await isInstalled('vite'))) {
  process.stdout.write('Development packages are not installed. Skipping the build of the dashboard.\n')
} else {
  const { build } = await import('vite')
  await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' })
}

async function isInstalled(name: string): Promise<boolean> {
  try {
    await access(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
    return true
  } catch {
    return false
  }
}
