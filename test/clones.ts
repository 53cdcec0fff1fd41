import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Public repository at a commit, from which a test reads files. No file of it is copied here. */
export interface Repository {
  readonly name: string
  readonly commit: string
}

const BYTES_MAX = 200_000_000
const run = promisify(execFile)

/**
 * Returns the git directory of a repository below a folder: a clone `owner+name` or `owner+name/repo`. `undefined` if it
 * is missing.
 * @param variable environment variable with the folder.
 */
export function findClone(variable: string, { name }: Repository): string | undefined {
  const folder = process.env[variable]
  if (folder === undefined) return undefined
  const base = join(folder, name.replace('/', '+'))
  return [join(base, 'repo'), join(base, '.git'), base].find((path) => existsSync(join(path, 'HEAD')))
}

/** Returns why a test that needs a clone is skipped, or `false`. */
export function skipWithoutClone(variable: string, repository: Repository): string | false {
  return findClone(variable, repository) === undefined
    ? `Clone ${repository.name} at ${repository.commit} and set ${variable} to run it.`
    : false
}

/** Reads the files of a commit whose path matches. */
export async function readFiles(
  git: string,
  { commit }: Repository,
  pattern: RegExp,
): Promise<Map<string, string>> {
  const list = await run('git', ['-C', git, 'ls-tree', '-r', '--name-only', commit], { maxBuffer: BYTES_MAX })
  const paths = list.stdout.split('\n').filter((path) => pattern.test(path))
  const files = new Map<string, string>()
  for (const path of paths) {
    const { stdout } = await run('git', ['-C', git, 'show', `${commit}:${path}`], { maxBuffer: BYTES_MAX })
    files.set(path, stdout.replace(/^\uFEFF/, ''))
  }
  return files
}
