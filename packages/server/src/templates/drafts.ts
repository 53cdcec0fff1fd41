import type { Author } from '../content/authors.ts'
import { endDraft } from '../content/drafts.ts'
import { discard } from '../storage/discard.ts'
import { findTemplateDetails, type TemplateDetails } from './overview.ts'
import { replaceThumbnail, type TemplateWriters } from './save.ts'
import { templateRef } from './templates.ts'

/** Change that ends a draft. `expectedVersion`: the contentVersion of the draft that the author has seen. */
interface EndOfDraft {
  author: Author
  expectedVersion: string | null | undefined
}

/** Makes the draft of a template the version that calls use. @throws {Refusal} as `endDraft`. */
export async function publishDraft(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  change: EndOfDraft,
): Promise<TemplateDetails> {
  const { unreferenced, template } = await endDraft(
    stores.database,
    templateRef(accountId, templateId),
    { action: 'publish', ...change },
    async (transaction, content) => ({
      unreferenced: await replaceThumbnail(stores, transaction, accountId, content),
      template: await findTemplateDetails(transaction, accountId, templateId),
    }),
  )
  for (const key of unreferenced) await discard(stores, key)
  return template
}

/** Discards the draft of a template. Calls never used it. @throws {Refusal} as `endDraft`. */
export async function discardDraft(
  { database }: Pick<TemplateWriters, 'database'>,
  accountId: string,
  templateId: string,
  change: EndOfDraft,
): Promise<void> {
  const ref = templateRef(accountId, templateId)
  await endDraft(database, ref, { action: 'discard', ...change }, async () => {})
}
