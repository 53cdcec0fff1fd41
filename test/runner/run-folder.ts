import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A folder in memory, on Linux. */
const MEMORY_FOLDER = '/dev/shm'
/** A run uses about 400 MB at a time. */
const FREE_BYTES_MIN = 2 * 1024 ** 3
/** The mode of /tmp: the programs of a run have different users. */
const MODE = 0o1777

/**
 * Creates the folder for the temporary files of a test run. Disposing it deletes it.
 *
 * The folder is in memory when there is room: on a disk, a run spends a twentieth of its processor time on creating and
 * deleting the files of databases and browsers. The variable `TMPDIR` takes precedence.
 */
export async function createRunFolder(
  memoryFolder = MEMORY_FOLDER,
): Promise<AsyncDisposable & { path: string }> {
  const isChosen = process.env['TMPDIR'] !== undefined
  const path = await createIn(!isChosen && (await isUsable(memoryFolder)) ? memoryFolder : tmpdir())
  await chmod(path, MODE)
  return { path, [Symbol.asyncDispose]: () => remove(path) }
}

/** Returns true if there is room in `folder`, and programs in it can be started. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < FREE_BYTES_MIN) return false
    const tried = await createIn(folder)
    try {
      const program = join(tried, 'program')
      await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
      await promisify(execFile)(program)
      return true
    } finally {
      await remove(tried)
    }
  } catch {
    return false
  }
}

async function createIn(folder: string): Promise<string> {
  return await mkdtemp(join(folder, 'platen-test-run-'))
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
