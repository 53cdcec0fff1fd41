import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { ContentStores } from './contents.ts'

/** Returns those of these keys that belong to a version of a content. */
export async function objectsInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ objectKey: string }>`
    select object_key from content_versions where object_key = any(${keys}::text[])`.execute(database)
  return new Set(rows.map(({ objectKey }) => objectKey))
}

/**
 * Checks the current contents of all accounts.
 * @returns the owner, kind and id or name of each one whose object is missing, for example after a restore of the
 * database only.
 */
export async function listContentsWithoutObject({
  database,
  storage,
}: Pick<ContentStores, 'database' | 'storage'>): Promise<string[]> {
  // Reads the rows first, because storing writes the object before its row.
  const { rows } = await sql<{ objectKey: string; label: string }>`
    select object_key, user_id || ' ' || kind || ' ' ||
      case kind when 'template' then content_id::text else name end as label
    from current_contents join accounts using (account_id)`.execute(database)
  const missing = new Map(rows.map(({ objectKey, label }) => [objectKey, label]))
  if (missing.size > 0) for await (const { key } of storage.list('users')) missing.delete(key)
  return [...missing.values()]
}
