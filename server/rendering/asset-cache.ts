import { Refusal } from '../errors.ts'
import type { AssetContent, LibraryAsset } from './library.ts'
import { unlessAborted } from './scheduling/abort.ts'

/** Reference-counted cache of asset contents that concurrent calls share. */
export interface AssetCache {
  /**
   * Returns the content of an asset and holds a reference to it.
   *
   * @param until releases the reference when it is disposed of
   * @param read called only when no call of the partition holds the content; returns `undefined` when the asset no
   * longer exists
   * @throws {Refusal} `busy` when the cache is full
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

/** Of all contents together. The assets of one account take at most 140 MB in this form. */
const BYTES_MAX = 600 * 1024 * 1024
/** Base64. */
const BYTES_A_BYTE = 4 / 3
const READ_LIMIT_MS = 15_000
const RETRY_AFTER_SECONDS = 5

/** Creates an empty cache. */
export function createAssetCache(bytesMax = BYTES_MAX): AssetCache {
  const entries = new Map<string, Held>()
  let bytes = 0

  const begin = (key: string, asset: LibraryAsset, read: Parameters<AssetCache['take']>[2]): Held => {
    const size = asset.size * BYTES_A_BYTE
    if (bytes > 0 && bytes + size > bytesMax) {
      throw new Refusal('busy', 'The service is busy. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    // Not with the signal of the first caller: others need the content too.
    const content = read(AbortSignal.timeout(READ_LIMIT_MS)).then(
      (content) => content && { contentType: asset.contentType, base64: content.toString('base64') },
    )
    const one = { content, bytes: size, holders: 0 }
    bytes += size
    entries.set(key, one)
    const forget = () => {
      if (entries.get(key) === one) entries.delete(key)
    }
    // After a failure the next caller reads again.
    content.then((content) => content ?? forget(), forget)
    return one
  }

  return {
    async take(partition, asset, read, until, signal) {
      // Per partition, so that timing does not reveal the assets of another account.
      const key = `${partition} ${asset.contentVersion}`
      const one = entries.get(key) ?? begin(key, asset, read)
      one.holders += 1
      until.defer(() => {
        one.holders -= 1
        if (one.holders > 0) return
        bytes -= one.bytes
        if (entries.get(key) === one) entries.delete(key)
      })
      return await unlessAborted(one.content, signal)
    },
  }
}
