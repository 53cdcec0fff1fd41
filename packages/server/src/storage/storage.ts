import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW

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
 */
export function createFileStorage(folder: string): Storage {
  const files = new AtomicFiles(folder)
  const disk = new Disk(files)
  const storage: Storage = {
    put: (key, content) => disk.put(key, content),
    readText: (key) => files.unlessGone(disk.get(key)),
    async readBytes(key) {
      const bytes = await files.unlessGone(disk.getBytes(key))
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    async readStream(key) {
      const metadata = await files.unlessGone(disk.getMetaData(key))
      const stream = metadata && (await orUndefined(disk.getStream(key)))
      return stream && { stream, size: metadata.contentLength }
    },
    remove: (key) => disk.delete(key),
    async *list(prefix) {
      const { objects } = await disk.listAll(prefix, { recursive: true })
      for (const object of objects) {
        if (!object.isFile) continue
        const metadata = await orUndefined(disk.getMetaData(object.key))
        // An object may be removed between the listing and this read.
        if (metadata) yield { key: object.key, storedAt: metadata.lastModified }
      }
    },
    presign: async () => undefined,
    probe: () => probe(storage),
  }
  return storage
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

/**
 * File driver with atomic writes. The driver of flydrive writes in place, so a crash leaves half a file. This one writes
 * a temporary file, flushes it to disk and renames it, so an acknowledged object survives a power cut. It does not
 * follow symbolic links, so an object is never another file of the machine.
 */
class AtomicFiles extends FSDriver {
  readonly #folder: string
  #isCreated = false

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#folder = folder
  }

  override async get(key: string): Promise<string> {
    return await readFile(join(this.#folder, key), { encoding: 'utf8', flag: READ_NO_LINK })
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    return await readFile(join(this.#folder, key), { flag: READ_NO_LINK })
  }

  override async getStream(key: string): Promise<Readable> {
    return (await open(join(this.#folder, key), READ_NO_LINK)).createReadStream()
  }

  /** Returns the value, or `undefined` when the file does not exist. @throws when the folder does not exist. */
  async unlessGone<Value>(reading: Promise<Value>): Promise<Value | undefined> {
    const value = await orUndefined(reading)
    if (value === undefined && this.#isCreated) await access(this.#folder)
    return value
  }

  override async put(key: string, content: string | Uint8Array): Promise<void> {
    if (!this.#isCreated) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#isCreated = true
    const path = join(this.#folder, key)
    const temporary = join(dirname(path), `.${randomUUID()}`)
    try {
      const file =
        (await orUndefined(open(temporary, 'wx', 0o600))) ?? (await this.#openInNewFolder(temporary))
      try {
        await file.writeFile(content)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async #openInNewFolder(path: string): Promise<FileHandle> {
    await access(this.#folder)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return await open(path, 'wx', 0o600)
  }
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Returns true for a file that does not exist and for a symbolic link. flydrive wraps the error of the file system. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')) || isMissing(error.cause)
}
