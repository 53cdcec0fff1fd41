import { createMemoryBudget } from '@platen/capacity/memory-budget'
import { Refusal } from '@platen/template/refusal'
import type { Filled } from './fill/filling.ts'
import { assetUrl } from './fill/messages.ts'
import { type AssetContent, type Assets, type LibraryAsset, LibraryChanged } from './library.ts'
import { unlessAborted } from '@platen/capacity/abort'

/** Reference-counted cache of asset contents that concurrent calls share. */
export interface AssetCache {
  /**
   * Returns the content of an asset and holds a reference to it.
   *
   * @param until releases the reference when it is disposed of
   * @param read called only when no call of the tenant holds the content; returns `undefined` when the asset no
   * longer exists
   * @throws {Refusal} `busy` when the share of the tenant is full
   */
  acquire(
    tenant: string,
    asset: LibraryAsset,
    read: (signal: AbortSignal) => Promise<Buffer | undefined>,
    until: DisposableStack,
    signal: AbortSignal,
  ): Promise<AssetContent | undefined>
}

interface CacheEntry {
  content: Promise<AssetContent | undefined>
  bytes: number
  references: number
}

/** Memory of all contents, shared by tenants. The assets of one account take at most 140 MB in this form. */
const BYTES_MAX = 600 * 1024 * 1024
/** Size of base64 relative to the bytes that it encodes. */
const BASE64_RATIO = 4 / 3
const READ_LIMIT_MS = 15_000
const RETRY_AFTER_SECONDS = 5
/** Total size of the assets of one call, each counted once. */
const CALL_BYTES_MAX = 32 * 1024 * 1024

/** Creates an empty cache with at most `bytesMax` bytes of base64. */
export function createAssetCache(bytesMax = BYTES_MAX): AssetCache {
  const entries = new Map<string, CacheEntry>()
  const memory = createMemoryBudget(bytesMax)

  const load = (
    tenant: string,
    key: string,
    asset: LibraryAsset,
    read: Parameters<AssetCache['acquire']>[2],
  ): CacheEntry => {
    const size = Math.ceil(asset.size * BASE64_RATIO)
    if (!memory.reserve(tenant, size)) {
      throw new Refusal('busy', 'The service is busy. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    // The signal of the first caller must not end the read, because others need the content too.
    const content = read(AbortSignal.timeout(READ_LIMIT_MS)).then(
      (content) => content && { contentType: asset.contentType, base64: content.toString('base64') },
    )
    const entry = { content, bytes: size, references: 0 }
    entries.set(key, entry)
    const remove = () => {
      if (entries.get(key) === entry) entries.delete(key)
    }
    // Removes a failed entry, so that the next caller reads again.
    content.then((content) => content ?? remove(), remove)
    return entry
  }

  return {
    async acquire(tenant, asset, read, until, signal) {
      // Per tenant, so that timing does not reveal the assets of another account.
      const key = `${tenant} ${asset.contentVersion}`
      const entry = entries.get(key) ?? load(tenant, key, asset, read)
      entry.references += 1
      until.defer(() => {
        entry.references -= 1
        if (entry.references > 0) return
        memory.release(tenant, entry.bytes)
        if (entries.get(key) === entry) entries.delete(key)
      })
      return await unlessAborted(entry.content, signal)
    },
  }
}

/**
 * Reads the assets of filled documents through the cache.
 *
 * @param until releases the assets when it is disposed of
 * @throws {Refusal} `invalid` for too many bytes, and as `AssetCache.acquire`
 * @throws {LibraryChanged}
 */
export async function readAssets(
  cache: AssetCache,
  tenant: string,
  { assets, listing }: Pick<Filled, 'assets' | 'listing'>,
  until: DisposableStack,
  signal: AbortSignal,
): Promise<Assets> {
  const bytes = assets.reduce((sum, { size }) => sum + size, 0)
  if (bytes > CALL_BYTES_MAX) {
    throw new Refusal('invalid', 'The document is too large.', {
      detail: `Its assets have ${bytes.toLocaleString('en')} bytes. The limit is ${CALL_BYTES_MAX.toLocaleString('en')}. Use smaller images and fonts.`,
    })
  }
  const contents = await Promise.all(
    assets.map(async (asset): Promise<[string, AssetContent]> => {
      const read = async (limit: AbortSignal) => await listing?.readAsset(asset, limit)
      const content = await cache.acquire(tenant, asset, read, until, signal)
      if (!content) throw new LibraryChanged(`The asset ${asset.name} was deleted during the call`)
      return [assetUrl(asset.name, asset.contentVersion), content]
    }),
  )
  return new Map(contents)
}
