import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Official suite: a repository whose licence (EUPL-1.2) does not allow a copy here. */
export interface Repository {
  readonly name: string
  readonly commit: string
}

/** Repositories of the official suites, with the commits that the exceptions were written for. */
export const REPOSITORIES = {
  cen: { name: 'ConnectingEurope/eInvoicing-EN16931', commit: 'b6c9e06a59812fb1a83585da40923b3678a649ad' },
  testsuite: { name: 'itplr-kosit/xrechnung-testsuite', commit: '5528afafa9968eb67840da3ced0caf15f8d90a7a' },
  schematron: {
    name: 'itplr-kosit/xrechnung-schematron',
    commit: '3098f3da447b9c435c969158a576573bca09afbe',
  },
  peppol: { name: 'OpenPEPPOL/peppol-bis-invoice-3', commit: '78d7f7dfa223f39f8ebd8d35c127f2690e646322' },
} as const satisfies Record<string, Repository>

const BYTES_MAX = 200_000_000
const run = promisify(execFile)

/**
 * Returns the git directory of a repository below the folder `EINVOICE_SUITES`: a clone `owner+name` or
 * `owner+name/repo`. `undefined` if it is missing or has another commit.
 */
export function findRepository({ name }: Repository): string | undefined {
  const folder = process.env['EINVOICE_SUITES']
  if (folder === undefined) return undefined
  const base = join(folder, name.replace('/', '+'))
  return [join(base, 'repo'), join(base, '.git'), base].find((path) => existsSync(join(path, 'HEAD')))
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
