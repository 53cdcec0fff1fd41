import { sql } from 'kysely'
import { withAccountLock } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { type Author, authorColumns } from './authors.ts'
import { type Content, type ContentRef, findContent, isContent, NOW } from './contents.ts'
import { isExpected, versionConflict } from './preconditions.ts'

/** Returns a content with its draft as the selected version. @throws {Refusal} `not-found`, also without a draft. */
export async function findDraft(database: Database, ref: ContentRef): Promise<Content> {
  const content = await findContent(database, { ...ref, selected: 'draft' })
  if (content.draft === null) throw new Refusal('not-found', `This ${ref.kind} has no draft.`)
  return content
}

/**
 * Makes the draft the current version, or discards it. The versions stay in the history.
 * @param change `expectedVersion`: the contentVersion of the draft that the author has seen. Absent: no check.
 * @param apply further changes in the same transaction.
 * @throws {Refusal} `not-found`, also without a draft; `changed` when the draft has changed since the author read it.
 */
export async function endDraft<Result>(
  database: Database,
  ref: ContentRef,
  change: { action: 'publish' | 'discard'; author: Author; expectedVersion?: string | null | undefined },
  apply: (transaction: Database, content: Content) => Promise<Result>,
): Promise<Result> {
  return await withAccountLock(database, ref.accountId, async (transaction) => {
    await sql`select 1 from contents where ${isContent(ref)} for update`.execute(transaction)
    const { contentId, contentVersion, draft } = await findDraft(transaction, ref)
    if (!isExpected(change.expectedVersion, { current: contentVersion, next: '' })) {
      throw await versionConflict(transaction, ref)
    }
    const version = change.action === 'publish' ? sql`${draft}` : sql`version`
    const { tokenId, person } = authorColumns(change.author)
    await sql`
      update contents set version = ${version}, draft = null, updated_at = greatest(${NOW}, updated_at),
        token_id = ${tokenId}, person = ${person}
      where content_id = ${contentId}`.execute(transaction)
    return await apply(transaction, await findContent(transaction, ref))
  })
}
