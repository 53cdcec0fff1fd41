import { sql } from 'kysely'
import { withAccountLock } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { Log } from '../log.ts'
import { discard } from '../storage/discard.ts'
import type { Storage } from '../storage/storage.ts'
import { authorExpression, type KnownAuthor } from '../templates/authors.ts'

/** A piece of Handlebars source that all templates of the account may include by name. */
export interface LibraryPartial {
  name: string
  objectKey: string
  /** Size of the source in bytes. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  /** Number of the current version, from 1. */
  version: number
  createdAt: Date
  updatedAt: Date
  updatedBy: KnownAuthor
}

/** Dependencies of the functions of the library. */
export interface LibraryStores {
  database: Database
  storage: Storage
  log: Log
}

/** Returns the partials of an account, sorted by name. */
export async function listPartials(database: Database, accountId: string): Promise<LibraryPartial[]> {
  const { rows } = await sql<LibraryPartial>`
    ${PARTIALS} where partials.account_id = ${accountId} order by lower(partials.name), partials.name`.execute(
    database,
  )
  return rows
}

/** Returns one partial of an account. @throws {Refusal} `not-found`, also for a partial of another account. */
export async function findPartial(
  database: Database,
  accountId: string,
  name: string,
): Promise<LibraryPartial> {
  const { rows } = await sql<LibraryPartial>`
    ${PARTIALS} where partials.account_id = ${accountId} and partials.name = ${name}`.execute(database)
  const [partial] = rows
  if (!partial) throw partialNotFound()
  return partial
}

/** Returns one partial with its source. @throws {Refusal} `not-found`. */
export async function readPartial(
  { database, storage }: Pick<LibraryStores, 'database' | 'storage'>,
  accountId: string,
  name: string,
  signal?: AbortSignal,
): Promise<LibraryPartial & { source: string }> {
  const partial = await findPartial(database, accountId, name)
  const source = await storage.readText(partial.objectKey, signal)
  if (source !== undefined) return { ...partial, source }
  // Deleted or stored again in the meantime.
  const current = await findPartial(database, accountId, name)
  if (current.objectKey !== partial.objectKey)
    return await readPartial({ database, storage }, accountId, name, signal)
  throw new Error(`The source of the partial ${name} is missing from the object store`)
}

/** Permanently removes a partial and all its versions. @throws {Refusal} `not-found`. */
export async function removePartial(stores: LibraryStores, accountId: string, name: string): Promise<void> {
  const { rows } = await withAccountLock(stores.database, accountId, (transaction) =>
    sql<{ objectKey: string }>`
      with removed as (
        delete from partials where account_id = ${accountId} and name = ${name} returning object_key, account_id, name
      )
      select object_key as "objectKey" from removed
      union select partial_versions.object_key from partial_versions join removed using (account_id, name)`.execute(
      transaction,
    ),
  )
  if (rows.length === 0) throw partialNotFound()
  for (const { objectKey } of rows) await discard(stores, objectKey)
}

/** Returns the refusal for a partial that does not exist or belongs to another account. */
export function partialNotFound(): Refusal {
  return new Refusal('not-found', 'There is no partial with this name.')
}

const PARTIALS = sql`
  select partials.name, object_key as "objectKey", file_size as "fileSize", content_version as "contentVersion",
    version, partials.created_at as "createdAt", updated_at as "updatedAt", ${authorExpression('partials')} as "updatedBy"
  from partials left join api_keys on api_keys.token_id = partials.token_id`
