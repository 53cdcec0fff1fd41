import { Refusal } from '@platen/template/refusal'
import { assetUrl } from './fill/messages.ts'
import type { TemplateFiller } from './fill/filling.ts'
import type { AssetCache } from './asset-cache.ts'
import { type AssetContent, type Assets, type LibraryAsset, LibraryChanged } from './library.ts'

/** Total size of the assets of one call, each counted once. */
const ASSET_BYTES_MAX = 32 * 1024 * 1024
// The library may change between the listing and the reading. Repeated changes end in an error.
const ATTEMPTS_MAX = 3

/**
 * Fills a template, and reads the assets that the HTML refers to.
 *
 * @param until releases the assets when it is disposed of
 * @throws {Refusal} `invalid` when the template fails, or exceeds a limit
 */
export async function fillDocuments(
  { hosts, assetCache }: { hosts: Pick<TemplateFiller, 'fillWithAssets'>; assetCache: AssetCache },
  request: Parameters<TemplateFiller['fillWithAssets']>[0],
  until: DisposableStack,
  signal: AbortSignal,
): Promise<{ documents: string[]; assets: Assets }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const filled = await hosts.fillWithAssets(request, signal)
      const acquire: Acquire = async (asset) =>
        await assetCache.acquire(
          request.tenant,
          asset,
          async (limit) => await filled.listing?.readAsset(asset, limit),
          until,
          signal,
        )
      return { documents: filled.html, assets: await contentsOf(filled.assets, acquire) }
    } catch (error) {
      if (!(error instanceof LibraryChanged) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

/** Returns the content of an asset from the cache or the library. */
type Acquire = (asset: LibraryAsset) => Promise<AssetContent | undefined>

async function contentsOf(assets: LibraryAsset[], acquire: Acquire): Promise<Assets> {
  const bytes = assets.reduce((sum, { size }) => sum + size, 0)
  if (bytes > ASSET_BYTES_MAX) {
    throw new Refusal('invalid', 'The document is too large.', {
      detail: `Its assets have ${bytes.toLocaleString('en')} bytes. The limit is ${ASSET_BYTES_MAX.toLocaleString('en')}. Use smaller images and fonts.`,
    })
  }
  const contents = await Promise.all(
    assets.map(async (asset): Promise<[string, AssetContent]> => {
      const content = await acquire(asset)
      if (!content) throw new LibraryChanged(`The asset ${asset.name} was deleted during the call`)
      return [assetUrl(asset.name, asset.contentVersion), content]
    }),
  )
  return new Map(contents)
}
