import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW

/** Where sources, assets and PDFs lie: whole objects under keys. An object is never changed, only put and removed. */
export interface Storage {
  /** Stores `content` under `key`; a reader sees all of it or nothing. */
  put(key: string, content: Uint8Array | string, signal?: AbortSignal): Promise<void>
  /** The object's text, or undefined if there is none. */
  readText(key: string, signal?: AbortSignal): Promise<string | undefined>
  /** The whole object, or undefined if there is none. */
  readBytes(key: string, signal?: AbortSignal): Promise<Buffer | undefined>
  /** The object as a stream with its size in bytes, or undefined if there is none. */
  readStream(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** Removes the object; one that is not there is no error. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** Every object below `prefix` with the time at which it was stored. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<{ key: string; storedAt: Date }>
  /**
   * A URL by which anybody saves the object as `fileName` for this time, or undefined where the store itself can
   * give none that lives so long. Our own clock has no part in it.
   */
  presign(key: string, fileName: string, time: { from: Date; until: Date }): Promise<string | undefined>
  /** Writes, reads and removes a small object. @throws what stands in the way. */
  probe(signal?: AbortSignal): Promise<void>
}

/**
 * Objects as files below `folder`, which is made with the first of them. Should it be gone later, a disk has come
 * off: everything fails until it is back, and nothing is said to be missing or written elsewhere.
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
        // An object may be removed between its listing and this look.
        if (metadata) yield { key: object.key, storedAt: metadata.lastModified }
      }
    },
    presign: async () => undefined,
    probe: () => probe(storage),
  }
  return storage
}

/** What `probe` does, for every storage. */
export async function probe(
  storage: Pick<Storage, 'put' | 'readText' | 'remove'>,
  signal?: AbortSignal,
): Promise<void> {
  const key = `probes/${randomUUID()}`
  await storage.put(key, key, signal)
  const found = await storage.readText(key, signal)
  await storage.remove(key, signal)
  if (found !== key) throw new Error('An object read back differs from the one put there')
}

/**
 * flydrive's driver writes in place, so that a crash leaves half a file. This one writes beside and renames,
 * after the bytes have reached the disk: what was acknowledged survives a power cut. And it follows no symbolic
 * link: an object is a file of ours, never another one of the machine.
 */
class AtomicFiles extends FSDriver {
  readonly #folder: string
  #isMade = false

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

  /** What is read, or undefined where there is no such file in the folder. @throws when the folder is gone. */
  async unlessGone<Value>(reading: Promise<Value>): Promise<Value | undefined> {
    const found = await orUndefined(reading)
    if (found === undefined && this.#isMade) await access(this.#folder)
    return found
  }

  override async put(key: string, content: string | Uint8Array): Promise<void> {
    if (!this.#isMade) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#isMade = true
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

/** flydrive wraps the file system's error in one of its own. A symbolic link is no object of ours. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')) || isMissing(error.cause)
}
