import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-fs'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('../../packages/client/', import.meta.url))

/** Project folder with the packed client installed. */
export interface Project extends AsyncDisposable {
  folder: string
  /** Files in the package. */
  files: string[]
}

/** Builds and packs the client for publication, and installs the package. */
export async function installClient(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-client-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: SDK })
  // The build writes to standard output first.
  const packed: unknown = JSON.parse(stdout.slice(stdout.indexOf('\n[') + 1))
  const [{ filename, files }] = (Array.isArray(packed) ? packed : Object.values(packed as object)) as [
    { filename: string; files: { path: string }[] },
  ]
  const installed = join(folder, 'node_modules', '@platen', 'client')
  await mkdir(installed, { recursive: true })
  const unpacked = extract(installed, { strip: 1 })
  await pipeline(createReadStream(join(folder, filename)), createGunzip(), unpacked)
  const manifest = { private: true, type: 'module', dependencies: { '@platen/client': '*' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  return {
    folder,
    files: files.map(({ path }) => path),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true })
    },
  }
}
