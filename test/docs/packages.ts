import { execFile } from 'node:child_process'
import { chmod, glob, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stagePackages } from '../../release/stage.ts'
import { shared } from '../shared.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Packages of Platen, installed for a folder. */
export interface InstalledPackages extends AsyncDisposable {
  /** Program file of the command-line tool. */
  tool: string
}

/** Installs the sources of the repository. */
export async function installSources(folder: string): Promise<InstalledPackages> {
  await mkdir(join(folder, 'node_modules/@platen'), { recursive: true })
  await symlink(join(ROOT, 'packages/client'), join(folder, 'node_modules/@platen/client'))
  return { tool: join(ROOT, 'packages/cli/src/bin.ts'), async [Symbol.asyncDispose]() {} }
}

/** Folders of the packages as they are published. */
export interface StagedPackages extends AsyncDisposable {
  folder: string
}

/**
 * Builds the packages, once per worker process. Their libraries are those of the repository: the packages are in its
 * `node_modules/.cache`, below which Node runs no TypeScript.
 */
export async function stagedPackages(): Promise<StagedPackages> {
  return await shared('packages', async () => {
    const cache = join(ROOT, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    const staged = await mkdtemp(join(cache, 'packages-'))
    // The processes for untrusted input run as another user.
    await chmod(staged, 0o755)
    const folder = join(staged, 'node_modules/@platen')
    await stagePackages(folder)
    return { folder, [Symbol.asyncDispose]: () => rm(staged, { recursive: true, force: true }) }
  })
}

/** Installs the packages as they are published in `node_modules` of a folder. */
export async function installStaged(folder: string): Promise<InstalledPackages> {
  const { folder: packages, ...staged } = await stagedPackages()
  await mkdir(join(folder, 'node_modules/@platen'), { recursive: true })
  await symlink(join(packages, 'client'), join(folder, 'node_modules/@platen/client'))
  return { ...staged, tool: join(packages, 'cli/dist/bin.js') }
}

/** Packs and checks the packages, and installs the files with npm in a folder, as a user does. */
export async function installTarballs(folder: string): Promise<InstalledPackages> {
  const output = join(folder, 'tarballs')
  await run(process.execPath, [join(ROOT, 'release/release.ts'), '--dry-run', '--output', output])
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const tarballs = await Array.fromAsync(glob('platen-*.tgz', { cwd: output }))
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs.map((file) => join(output, file))], {
    cwd: folder,
  })
  return {
    tool: join(folder, 'node_modules/@platen/cli/dist/bin.js'),
    async [Symbol.asyncDispose]() {},
  }
}
