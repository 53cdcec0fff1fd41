import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

const run = promisify(execFile)

/** Folder with the sources of the Python client, for PYTHONPATH. */
export const PYTHON_SOURCES = fileURLToPath(new URL('../../packages/client-python/src', import.meta.url))

/** Returns the reason why Python cannot run here, or false. */
export async function missingPython(): Promise<string | false> {
  const version = await run('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))']).then(
    ({ stdout }) => stdout.trim(),
    () => 'none',
  )
  if (version === 'none') return 'This machine has no python3.'
  return version === 'True' ? false : 'The python3 of this machine is older than 3.11.'
}
