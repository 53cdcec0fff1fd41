import { sql } from 'kysely'
import { type ContentRef, type ContentStores, findContent } from './contents.ts'

/** Template or partial that calls a partial. */
export interface PartialUse {
  kind: 'template' | 'partial'
  /** Id of the template, or name of the partial. */
  id: string
  name: string
}

const CONTENTS_MAX = 500
const BYTES_MAX = 32 * 1024 * 1024
/** Sources that are read from the object store at once. */
const READS_MAX = 8
const COMMENT = /\{\{~?!--[\s\S]*?(?:--~?\}\}|$)|\{\{~?![\s\S]*?(?:\}\}|$)/g
const CALL = /\{\{~?#?>\s*["']?([\w-]+)/g

/**
 * Lists the templates and partials whose newest source calls a partial, sorted by name. A call whose name comes from the
 * data is not found. Only the 500 contents that were changed last are searched, up to 32 MB. `isComplete`: false when
 * there are more.
 * @throws {Refusal} `not-found`.
 */
export async function findPartialUses(
  { database, storage }: Pick<ContentStores, 'database' | 'storage'>,
  { accountId, name }: { accountId: string; name: string },
  signal: AbortSignal,
): Promise<{ uses: PartialUse[]; isComplete: boolean }> {
  const ref: ContentRef = { accountId, kind: 'partial', id: name }
  await findContent(database, ref)
  const { rows } = await sql<PartialUse & { objectKey: string; isSearched: boolean }>`
    select kind, case when kind = 'template' then content_id::text else name end as id, name, object_key,
      row_number() over newest <= ${CONTENTS_MAX} and sum(file_size) over newest <= ${BYTES_MAX} as is_searched
    from contents_by_version
    where account_id = ${accountId} and kind <> 'asset' and number = coalesce(draft, version)
    window newest as (order by updated_at desc, content_id)
    order by lower(name), content_id`.execute(database)
  const searched = rows.filter(({ isSearched }) => isSearched)
  const uses: PartialUse[] = []
  for (let at = 0; at < searched.length; at += READS_MAX) {
    const batch = searched.slice(at, at + READS_MAX)
    const sources = await Promise.all(batch.map(({ objectKey }) => storage.readText(objectKey, signal)))
    for (const [index, { kind, id, name: title }] of batch.entries()) {
      // A source that was removed meanwhile is `undefined`.
      if (callsPartial(sources[index] ?? '', name)) uses.push({ kind, id, name: title })
    }
  }
  return { uses, isComplete: searched.length === rows.length }
}

/** Returns true if a source calls a partial outside of comments. */
export function callsPartial(source: string, name: string): boolean {
  return source
    .replace(COMMENT, '')
    .matchAll(CALL)
    .some(([, called]) => called === name)
}
