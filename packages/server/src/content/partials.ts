import type { StorageLimits } from '../accounts/stored-bytes.ts'
import { PARTIAL_BYTES_MAX } from '@platen/template/library-limits'
import { requirePartialName } from '@platen/template/library-names'
import { Refusal } from '@platen/template/refusal'
import type { Renderer } from '@platen/renderer/service'
import type { Content, ContentStores } from './contents.ts'
import { libraryOf } from './library.ts'
import { type ContentChange, savePlainContent } from './save.ts'

/**
 * Checks and stores a partial: a piece of Handlebars source that all templates of the account may include by name.
 * @throws {Refusal} `invalid` for a name or source that is not valid; otherwise as `savePlainContent`.
 */
export async function savePartial(
  stores: ContentStores & StorageLimits & { renderer: Renderer },
  { accountId, name }: { accountId: string; name: string },
  { source, ...change }: { source: string } & Pick<ContentChange, 'author' | 'restored' | 'expectedVersion'>,
  signal: AbortSignal,
): Promise<{ content: Content; isNew: boolean }> {
  requirePartialName(name)
  const bytes = Buffer.from(source)
  if (bytes.length > PARTIAL_BYTES_MAX) {
    throw new Refusal(
      'invalid',
      `The partial is too large. The limit is ${PARTIAL_BYTES_MAX.toLocaleString('en')} bytes.`,
    )
  }
  const library = libraryOf(stores, accountId)
  await stores.renderer.checkPartial({ name, source, library }, accountId, signal)
  const ref = { accountId, kind: 'partial', id: name } as const
  return await savePlainContent(stores, ref, { bytes, ...change }, signal)
}
