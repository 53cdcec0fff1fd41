import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-fs'
import { stagedPackages } from '../docs/packages.ts'

const run = promisify(execFile)

/** Project folder with the packed client installed. */
export interface Project extends AsyncDisposable {
  folder: string
  /** Files in the package. */
  files: string[]
}

/** Packs the client as it is published, and installs the package. */
export async function installClient(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-client-'))
  const packages = await stagedPackages()
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(packages.folder, 'client'),
  })
  const packed: unknown = JSON.parse(stdout)
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
