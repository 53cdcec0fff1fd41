import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CONTENTS } from '../packages/documentation/src/contents.ts'
import { bundlePackage } from './bundle.ts'
import { type Manifest, publishedManifest } from './manifest.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A path of a module for a thread or a process. The compiler changes only the paths of imports. */
const MODULE_URL = /(new URL\(\s*['"][^'"]+)\.ts(['"],\s*import\.meta\.url)/g

/** Files of the repository that a package contains besides its code: their paths in the package and in the repository. */
const EXTRA_FILES: Record<string, () => Record<string, string>> = {
  dashboard: () => ({ dist: 'packages/dashboard/dist' }),
  documentation: () =>
    Object.fromEntries(
      [
        'docs/instructions.md',
        'docs/pictures',
        ...CONTENTS.flatMap(({ entries }) => entries.map(({ file }) => file)),
      ].map((file) => [`pages/${file}`, file]),
    ),
  server: () => ({ examples: 'examples', migrations: 'packages/server/migrations' }),
}

/** Packages whose libraries are part of their code. */
const BUNDLED: ReadonlySet<string> = new Set(['mcp'])

/** The published packages, each after those that it depends on. */
export const PACKAGES = [
  'template',
  'capacity',
  'einvoice',
  'renderer',
  'documentation',
  'client',
  'mcp',
  'cli',
  'dashboard',
  'server',
] as const

/**
 * Compiles all packages, and writes each as it is published to a folder of `target`.
 *
 * @param repository address of the git repository, which npm needs to prove the origin of the packages
 * @returns the folders
 */
export async function stagePackages(target: string, repository?: string): Promise<string[]> {
  const compiled = join(target, 'compiled')
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  // "npm run check" checks the types, which takes most of the time of the compiler.
  const args = ['-p', join(ROOT, 'release'), '--noCheck', '--outDir', compiled]
  await run(process.execPath, [compiler, ...args]).catch((error: Error & { stdout: string }) => {
    throw new Error(`The packages cannot be compiled:\n${error.stdout}`, { cause: error })
  })
  const folders: string[] = []
  for (const name of PACKAGES)
    folders.push(
      await stagePackage({
        name,
        compiled: join(compiled, name, 'src'),
        folder: join(target, name),
        repository,
      }),
    )
  await rm(compiled, { recursive: true })
  return folders
}

interface Staging {
  name: string
  /** Folder with the compiled code of the package. */
  compiled: string
  folder: string
  repository: string | undefined
}

async function stagePackage({ name, compiled, folder, repository }: Staging): Promise<string> {
  const source = join(ROOT, 'packages', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (BUNDLED.has(name)) await bundlePackage({ source: join(source, 'src'), compiled, folder })
  else if (name !== 'dashboard') {
    await cp(compiled, join(folder, 'dist'), { recursive: true })
    for await (const file of glob('**/*.js', { cwd: join(folder, 'dist') }))
      await renameModuleUrls(join(folder, 'dist', file))
    await cp(join(source, 'src'), join(folder, 'dist'), { recursive: true, filter: isNoSource })
  }
  const extra = EXTRA_FILES[name]?.() ?? {}
  for (const [path, from] of Object.entries(extra)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(ROOT, from), join(folder, path), { recursive: true })
  }
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(source, 'README.md'), join(folder, 'README.md'))
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest
  const files = new Set(['dist', ...Object.keys(extra).map((path) => path.split('/', 1)[0] ?? path)])
  if (BUNDLED.has(name)) files.add('THIRD-PARTY-LICENSES')
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest, { files: [...files], isBundled: BUNDLED.has(name), repository }), null, 2)}\n`,
  )
  return folder
}

async function renameModuleUrls(file: string): Promise<void> {
  const code = await readFile(file, 'utf8')
  const renamed = code.replace(MODULE_URL, '$1.js$2')
  if (renamed !== code) await writeFile(file, renamed)
}

/** Returns true for the files that the compiler does not write: pages, styles and scripts of browsers. */
function isNoSource(path: string): boolean {
  return !/\.ts$|\/tsconfig\.json$/.test(path)
}
