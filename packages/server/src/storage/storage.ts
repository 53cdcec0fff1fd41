import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  unlink,
} from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'

const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW
/** Name of a file or folder in the storage. Neither `.` nor `..`, so a key never leaves the folder. */
const NAME = /^(?!\.{1,2}$)[\w.-]+$/

/** Object storage for sources, assets and PDFs. Objects are put and removed as a whole, and never changed. */
export interface Storage {
  /** Stores `content` under `key` atomically. */
  put(key: string, content: Uint8Array | string, signal?: AbortSignal): Promise<void>
  /** Returns the text of the object, or `undefined` when it does not exist. */
  readText(key: string, signal?: AbortSignal): Promise<string | undefined>
  /** Returns the bytes of the object, or `undefined` when it does not exist. */
  readBytes(key: string, signal?: AbortSignal): Promise<Buffer | undefined>
  /** Returns the object as a stream with its size in bytes, or `undefined` when it does not exist. */
  readStream(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** Removes the object. Does nothing when it does not exist. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** Lists the objects below `prefix` with the time at which each was stored. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<{ key: string; storedAt: Date }>
  /**
   * Returns a URL that downloads the object as `fileName` during this time, or `undefined` when the store cannot
   * sign a URL that lasts so long. Does not read the clock of this process.
   */
  presign(key: string, fileName: string, time: { from: Date; until: Date }): Promise<string | undefined>
  /** Writes, reads and removes a small object. @throws the failure. */
  probe(signal?: AbortSignal): Promise<void>
}

/**
 * Creates a storage of files below `folder`. The first object creates the folder. When the folder disappears later, for
 * example because a disk is unmounted, each operation fails until it is back: no object is reported as missing, and
 * none is written elsewhere.
 *
 * Writes are atomic: a temporary file is written, flushed to disk and renamed, so an object is never half
 * written. The folder is flushed too, so an object that was stored survives a power failure. A symbolic link in place of an object is not followed, so an object is never another file of the machine.
 */
export function createFileStorage(folder: string): Storage {
  let isCreated = false

  /** Returns the value, or `undefined` when the file does not exist. @throws when the folder does not exist. */
  async function unlessMissing<Value>(operation: Promise<Value>): Promise<Value | undefined> {
    const value = await orUndefined(operation)
    if (value === undefined && isCreated) await access(folder)
    return value
  }

  async function openInNewFolder(path: string): Promise<FileHandle> {
    await access(folder)
    await createFolder(dirname(path))
    return await open(path, 'wx', 0o600)
  }

  /** Returns the path of an object. @throws for a key that is not a path below the folder. */
  function pathOf(key: string): string {
    if (!isKey(key)) throw new Error(`"${key}" is not a key of an object`)
    return join(folder, key)
  }

  const storage: Storage = {
    async put(key, content) {
      const path = pathOf(key)
      if (!isCreated) await createFolder(folder)
      isCreated = true
      const temporary = join(dirname(path), `.${randomUUID()}`)
      try {
        const file = (await orUndefined(open(temporary, 'wx', 0o600))) ?? (await openInNewFolder(temporary))
        try {
          await file.writeFile(content)
          await file.datasync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await flushFolder(dirname(path))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    readText: async (key) =>
      await unlessMissing(readFile(pathOf(key), { encoding: 'utf8', flag: READ_NO_LINK })),
    readBytes: async (key) => await unlessMissing(readFile(pathOf(key), { flag: READ_NO_LINK })),
    async readStream(key) {
      const file = await unlessMissing(open(pathOf(key), READ_NO_LINK))
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async remove(key) {
      await unlessMissing(unlink(pathOf(key)))
    },
    async *list(prefix) {
      const entries = await unlessMissing(readdir(pathOf(prefix), { recursive: true, withFileTypes: true }))
      for (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name)
        const key = relative(folder, path)
        if (!entry.isFile() || !isKey(key)) continue
        // An object may be removed between the listing and this read.
        const stats = await orUndefined(lstat(path))
        if (stats) yield { key, storedAt: stats.mtime }
      }
    },
    presign: async () => undefined,
    probe: () => probe(storage),
  }
  return storage
}

/** Creates a folder with its parents, and flushes each folder with a new entry. */
async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const last = resolve(first)
  for (let created = resolve(path); created.length >= last.length; created = dirname(created))
    await flushFolder(dirname(created))
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await folder.sync()
  } catch (error) {
    // Some network file systems cannot flush a folder.
    if (!hasCode(error, 'EINVAL')) throw error
  } finally {
    await folder.close()
  }
}

/** Implements `probe` for each storage. */
export async function probe(
  storage: Pick<Storage, 'put' | 'readText' | 'remove'>,
  signal?: AbortSignal,
): Promise<void> {
  const key = `probes/${randomUUID()}`
  await storage.put(key, key, signal)
  const stored = await storage.readText(key, signal)
  await storage.remove(key, signal)
  if (stored !== key) throw new Error('The object that was read differs from the object that was written')
}

function isKey(key: string): boolean {
  return key.split('/').every((name) => NAME.test(name))
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Returns true for a file that does not exist and for a symbolic link. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ELOOP')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
