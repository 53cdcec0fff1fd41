import { glob, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Removes the C headers of Node after `npm install`: 67 MB, which only native modules need. Platen compiles none.

const node = dirname(fileURLToPath(import.meta.resolve('node/package.json')))
for await (const folder of glob('node_modules/node-*/include', { cwd: node })) {
  await rm(join(node, folder), { recursive: true, force: true })
}
