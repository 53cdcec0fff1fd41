import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../../packages/server/src/config.ts'

const run = promisify(execFile)
const VALIDATE = fileURLToPath(new URL('pyhanko/validate.py', import.meta.url))
const REQUIREMENTS = fileURLToPath(new URL('pyhanko/requirements.txt', import.meta.url))

/** Returns why pyHanko is not used; false when Python is installed. */
export async function missingPython(): Promise<string | false> {
  return await run('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']).then(
    () => false,
    () => 'Python is not installed. Install Python (3.10 or later, with venv) to run pyHanko.',
  )
}

/** Installs pyHanko with pip, unless it is installed. @returns the folder of its packages. */
async function installPyHanko(): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex')
    .slice(0, 12)
  const folder = join(readConfig({ ...process.env }).cacheDir, `pyhanko-${version}`)
  if (!existsSync(folder)) {
    const packages = `${folder}-${process.pid}`
    await mkdir(packages, { recursive: true })
    await run('python3', ['-m', 'venv', join(packages, 'pip')])
    const pip = join(packages, 'pip', 'bin', 'pip')
    await run(pip, ['install', '-q', '--target', join(packages, 'lib'), '-r', REQUIREMENTS])
    await rename(packages, folder).catch(async () => rm(packages, { recursive: true }))
  }
  return join(folder, 'lib')
}

/**
 * Validates the signatures of PDFs with pyHanko.
 * @param root file of a trusted certificate.
 * @returns the result of each file: `valid stamped ENTIRE_FILE`, `valid plain ENTIRE_FILE`,
 * `valid long-term ENTIRE_REVISION`, or `invalid` with a reason.
 */
export async function signatureResults(root: string, files: string[]): Promise<Map<string, string>> {
  const env = { ...process.env, PYTHONPATH: await installPyHanko() }
  const { stdout } = await run('python3', [VALIDATE, root, ...files], { env })
  const lines = stdout.split('\n').filter((line) => line.includes('.pdf\t'))
  if (lines.length !== files.length)
    throw new Error(`pyHanko has checked ${lines.length} of ${files.length} files`)
  return new Map(
    lines.map((line) => {
      const [file = '', result = ''] = line.split('\t')
      return [file, result] as const
    }),
  )
}
