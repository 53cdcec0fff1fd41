import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ContentKind } from '../packages/server/src/content/contents.ts'
import type { Database } from '../packages/server/src/database/database.ts'

/**
 * Adds rows of contents without objects in the store, for tests of limits and lists.
 * @param contents `names`: one content for each. `fileSize`: size of each in bytes, 1 by default.
 * @returns the ids of the contents, in the order of the names.
 */
export async function insertContents(
  database: Database,
  contents: { accountId: string; kind: ContentKind; names: string[]; fileSize?: number },
): Promise<string[]> {
  const { accountId, kind, names, fileSize = 1 } = contents
  const ids = names.map(() => randomUUID())
  await database.transaction().execute(async (transaction) => {
    await sql`
      insert into contents (content_id, account_id, kind, name, version, created_at, updated_at)
      select id, ${accountId}, ${kind}, name, 1, now(), now()
      from unnest(${ids}::uuid[], ${names}::text[]) as added (id, name)`.execute(transaction)
    await sql`
      insert into content_versions (content_id, account_id, number, object_key, file_size, content_version,
        content_type, created_at)
      select id, ${accountId}, 1, id::text, ${fileSize}::int, repeat('0', 64),
        ${kind === 'asset' ? 'image/png' : 'text/x-handlebars'}, now()
      from unnest(${ids}::uuid[]) as added (id)`.execute(transaction)
    if (kind !== 'template') return
    await sql`insert into template_details (template_id) select unnest(${ids}::uuid[])`.execute(transaction)
  })
  return ids
}

/** Returns names that differ: `x1`, `x2` … */
export function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}${n + 1}`)
}
