import type { StorageLimits } from '../accounts/stored-bytes.ts'
import { detectAssetType } from '@platen/template/asset-types'
import { requireAssetName } from '@platen/template/library-names'
import type { Content, ContentStores } from './contents.ts'
import { type ContentChange, savePlainContent } from './save.ts'

/**
 * Checks and stores an asset: an image or font that all templates of the account may use by name.
 * @param change `contentType`: media type that the author declares; the stored one is detected from the bytes.
 * @throws {Refusal} `invalid` for a name or file that is not valid; otherwise as `savePlainContent`.
 */
export async function saveAsset(
  stores: ContentStores & StorageLimits,
  { accountId, name }: { accountId: string; name: string },
  change: ContentChange & { bytes: Buffer },
  signal: AbortSignal,
): Promise<{ content: Content; isNew: boolean }> {
  requireAssetName(name)
  const contentType = detectAssetType(change.bytes, change.contentType)
  const ref = { accountId, kind: 'asset', id: name } as const
  return await savePlainContent(stores, ref, { ...change, contentType }, signal)
}
