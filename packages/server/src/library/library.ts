import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Library } from '@platen/renderer/service'
import type { LibraryStores } from './partials.ts'

interface Row {
  kind: 'partial' | 'asset'
  name: string
  objectKey: string
  contentVersion: string
  contentType: string
  size: number
}

/** Returns the library of an account. Each query is one statement, so its result is consistent. */
export function libraryOf(
  { database, storage }: Pick<LibraryStores, 'database' | 'storage'>,
  accountId: string,
): Library {
  return {
    async list() {
      const { rows } = await sql<Row>`
        select 'partial' as kind, name, object_key as "objectKey", content_version as "contentVersion",
          '' as "contentType", file_size as size
        from partials where account_id = ${accountId}
        union all
        select 'asset', name, object_key, content_version, content_type, file_size
        from assets where account_id = ${accountId}
        order by kind, name`.execute(database)
      const keys = new Map(rows.map(({ kind, name, objectKey }) => [`${kind} ${name}`, objectKey]))
      const keyOf = (kind: Row['kind'], { name }: { name: string }) => keys.get(`${kind} ${name}`) ?? ''
      return {
        partials: rows.filter(({ kind }) => kind === 'partial'),
        assets: rows.filter(({ kind }) => kind === 'asset'),
        readPartial: (partial, signal) => storage.readText(keyOf('partial', partial), signal),
        readAsset: (asset, signal) => storage.readBytes(keyOf('asset', asset), signal),
      }
    },
  }
}

/**
 * Checks all partials and assets of all accounts.
 * @returns the owner and name of each one whose current object is missing, for example after a restore of the database
 * only.
 */
export async function listLibraryWithoutObject({
  database,
  storage,
}: Pick<LibraryStores, 'database' | 'storage'>): Promise<string[]> {
  // Reads the rows first, because storing writes the object before its row.
  const { rows } = await sql<{ objectKey: string; label: string }>`
    select object_key as "objectKey", user_id || ' partial ' || name as label
    from partials join accounts using (account_id)
    union all
    select object_key, user_id || ' asset ' || name from assets join accounts using (account_id)`.execute(
    database,
  )
  const missing = new Map(rows.map(({ objectKey, label }) => [objectKey, label]))
  if (missing.size > 0) for await (const { key } of storage.list('users')) missing.delete(key)
  return [...missing.values()]
}

/** Returns the keys that belong to an asset, or to a current source or an older version of a partial. */
export async function libraryObjectsInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ objectKey: string }>`
    select object_key as "objectKey" from partials where object_key = any(${keys}::text[])
    union select object_key from partial_versions where object_key = any(${keys}::text[])
    union select object_key from assets where object_key = any(${keys}::text[])`.execute(database)
  return new Set(rows.map(({ objectKey }) => objectKey))
}
