import { Refusal } from '../errors.ts'
import type { AssetContent, LibraryAsset } from './library.ts'
import { unlessAborted } from './scheduling/abort.ts'

/** The contents of assets for as long as calls need them: what several show is in memory once. */
export interface AssetCache {
  /**
   * @param until what lets go of it.
   * @param read is only called where no other call of the partition holds it; undefined where it has gone.
   * @throws {Refusal} `busy` when too much is held already.
   */
  take(
    partition: string,
    asset: LibraryAsset,
    read: (signal: AbortSignal) => Promise<Buffer | undefined>,
    until: DisposableStack,
    signal: AbortSignal,
  ): Promise<AssetContent | undefined>
}

interface Held {
  content: Promise<AssetContent | undefined>
  bytes: number
  holders: number
}

/** Of what all calls hold. One account's assets are together at most 140 MB as they are held. */
const BYTES_MAX = 600 * 1024 * 1024
/** Base64. */
const BYTES_A_BYTE = 4 / 3
const READ_LIMIT_MS = 15_000
const RETRY_AFTER_SECONDS = 5

/** Nothing is held yet. */
export function createAssetCache(bytesMax = BYTES_MAX): AssetCache {
  const held = new Map<string, Held>()
  let bytes = 0

  const begin = (key: string, asset: LibraryAsset, read: Parameters<AssetCache['take']>[2]): Held => {
    const size = asset.size * BYTES_A_BYTE
    if (bytes > 0 && bytes + size > bytesMax) {
      throw new Refusal('busy', 'The service is busy. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    // Not with the signal of who comes first: the others need it, too.
    const content = read(AbortSignal.timeout(READ_LIMIT_MS)).then(
      (found) => found && { contentType: asset.contentType, base64: found.toString('base64') },
    )
    const one = { content, bytes: size, holders: 0 }
    bytes += size
    held.set(key, one)
    const forget = () => {
      if (held.get(key) === one) held.delete(key)
    }
    // Who comes next looks again.
    content.then((found) => found ?? forget(), forget)
    return one
  }

  return {
    async take(partition, asset, read, until, signal) {
      // What an account has, no other is to find out by the time that its own takes.
      const key = `${partition} ${asset.contentVersion}`
      const one = held.get(key) ?? begin(key, asset, read)
      one.holders += 1
      until.defer(() => {
        one.holders -= 1
        if (one.holders > 0) return
        bytes -= one.bytes
        if (held.get(key) === one) held.delete(key)
      })
      return await unlessAborted(one.content, signal)
    },
  }
}
