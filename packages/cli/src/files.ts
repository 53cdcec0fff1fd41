import { randomBytes } from 'node:crypto'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Refusal } from '@platen/template/refusal'
import { withoutControls } from './output/texts.ts'

/** Reads a text file. @throws {Refusal} if the file does not exist, is a folder or is not UTF-8. */
export async function readText(path: string): Promise<string> {
  const text = decode(await readBytes(path), path)
  return text.replace(/^\uFEFF/, '')
}

/**
 * Replaces a file atomically: readers, also after a crash, find the old or the new content. A path that is no regular
 * file, such as /dev/null or a pipe, is written to directly.
 * @throws {Refusal} if the folder does not exist or is not writable.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const stats = await stat(path).catch(() => undefined)
    if (stats && !stats.isFile()) return await writeInto(path, content)
    // Follows a symbolic link, so that the link is kept.
    const target = stats ? await realpath(path) : path
    await replaceFile(target, content, stats?.mode)
  } catch (error) {
    throw refusalOf(error, path, 'written')
  }
}

/** Replaces a regular file atomically. @param mode permissions of the file. Default: those of new files. */
export async function replaceFile(
  target: string,
  content: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await using file = await open(temporary, 'wx', mode)
    await file.writeFile(content)
    await file.sync()
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeInto(path: string, content: string | Uint8Array): Promise<void> {
  await using file = await open(path, 'w')
  await file.writeFile(content)
}

/** Reads the bytes of a file. @throws {Refusal} if the file does not exist or is a folder. */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw refusalOf(error, path, 'read')
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new Refusal('invalid', `${withoutControls(path)} is not UTF-8 text.`, { cause: error })
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  ENAMETOOLONG: 'its name is too long',
}

/** Converts a system error that the user can fix to a `Refusal`. Other errors are returned unchanged. */
function refusalOf(error: unknown, path: string, done: 'read' | 'written'): unknown {
  const shown = withoutControls(relative('.', path).startsWith('..') ? path : relative('.', path) || path)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' && done === 'written') {
    return new Refusal(
      'invalid',
      `${shown} cannot be written: the folder ${withoutControls(dirname(shown))} does not exist.`,
    )
  }
  const reason = REASONS[code]
  return reason ? new Refusal('invalid', `${shown} cannot be ${done}: ${reason}.`, { cause: error }) : error
}
