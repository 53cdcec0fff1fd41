import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { PACKAGES, stagePackages } from './stage.ts'

// npm run release: packs and checks all packages and publishes them. With --dry-run it publishes nothing.

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    repository: { type: 'string' },
    output: { type: 'string', default: join(ROOT, 'release/packages') },
  },
})

try {
  await release(options.output, options['dry-run'], options.repository)
} catch (error) {
  console.error(`The release failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

async function release(output: string, isDryRun: boolean, repository: string | undefined): Promise<void> {
  const version = await commonVersion()
  if (!isDryRun) {
    if (repository === undefined)
      throw new Error('--repository is missing: the address of the public git repository')
    await requireCleanTree(version)
  }
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const tarballs: string[] = []
  for (const folder of await stagePackages(join(output, 'folders'), repository)) {
    const tarball = await pack(folder, output)
    tarballs.push(tarball)
    await check(folder)
    console.log(
      `${basename(tarball)}  ${Math.ceil((await stat(tarball)).size / 1024).toLocaleString('en')} KB`,
    )
  }
  if (isDryRun) return console.log(`\nNothing was published. The packages are in ${output}.`)
  for (const tarball of tarballs) await run('npm', ['publish', tarball, '--access', 'public', '--provenance'])
  console.log(`\nPublished version ${version}.`)
}

/** Returns the version of all packages. @throws an Error when two differ. */
async function commonVersion(): Promise<string> {
  const versions = await Promise.all(
    PACKAGES.map(async (name) => {
      const text = await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    }),
  )
  const [version = '', ...others] = new Set(versions)
  if (others.length > 0)
    throw new Error(`the packages have different versions: ${[version, ...others].join(', ')}`)
  return version
}

/** @throws an Error when a file is not committed, or the changelog has no entry for the version. */
async function requireCleanTree(version: string): Promise<void> {
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: ROOT })
  if (stdout !== '') throw new Error(`these files are not committed:\n${stdout}`)
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
  if (!changelog.includes(`## ${version}`)) throw new Error(`CHANGELOG.md has no entry for ${version}`)
}

async function pack(folder: string, output: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', output], { cwd: folder })
  // npm 12 returns an object by name, earlier versions a list.
  const packed: unknown = JSON.parse(stdout)
  const [first] = Object.values(packed as Record<string, { filename: string }>)
  if (!first) throw new Error(`npm pack wrote no file for ${folder}`)
  return join(output, first.filename)
}

/** Checks that the exports of a package have files and types. @throws an Error with all problems. */
async function check(folder: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: 'npm' })
  if (messages.length === 0) return
  throw new Error(
    `${basename(folder)}:\n${messages.map((message) => `  ${formatMessage(message, pkg)}`).join('\n')}`,
  )
}
