import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { discard } from '../storage/discard.ts'
import { type Author, authorColumns } from '../templates/authors.ts'
import { NOW } from '../templates/templates.ts'
import { PARTIAL_BYTES_MAX } from '@platen/template/library-limits'
import { requirePartialName } from '@platen/template/library-names'
import { isExpectedVersion, versionConflict } from '../templates/expected-version.ts'
import { findPartial, type LibraryStores, type LibraryPartial } from './partials.ts'

/** Maximum number of partials per account. */
const PARTIALS_MAX = 200
/** Limits beyond which the oldest versions of a partial are removed. */
const VERSIONS_MAX = 1_000
const VERSION_BYTES_MAX = 20 * 1024 * 1024

/** Change of a partial. Its syntax has been checked. */
export interface PartialChange {
  source: string
  author: Author
  /** Version that the author has seen; 0 for none. Absent: no check. */
  baseVersion?: number | undefined
  /** The contentVersion that the author has seen; `null` for none. A source that is stored already is always accepted. */
  expectedVersion?: string | null | undefined
  /** Number of the version that this change restores. */
  restored?: number | undefined
}

/** Checks the name and the size of a partial. @throws {Refusal} `invalid`. */
export function requireValidPartial(name: string, source: string): void {
  requirePartialName(name)
  if (Buffer.byteLength(source) <= PARTIAL_BYTES_MAX) return
  throw new Refusal(
    'invalid',
    `The partial is too large. The limit is ${PARTIAL_BYTES_MAX.toLocaleString('en')} bytes.`,
  )
}

/**
 * Creates or replaces a partial. The old source is kept as a version. Calls use the new source from the change of the
 * row.
 * @throws {Refusal} `limit-reached` when the account exceeds its number of partials or bytes; `changed` when the
 * version has changed since the author read it.
 */
export async function savePartial(
  stores: LibraryStores & StorageLimits,
  accountId: string,
  name: string,
  change: PartialChange,
  signal?: AbortSignal,
): Promise<{ partial: LibraryPartial; isNew: boolean }> {
  const { database, storage } = stores
  requireValidPartial(name, change.source)
  const { userId } = await findAccount(database, accountId)
  const bytes = Buffer.from(change.source)
  const stored = {
    objectKey: `users/${userId}/partials/${randomUUID()}`,
    fileSize: bytes.length,
    contentVersion: createHash('sha256').update(bytes).digest('hex'),
  }
  await storage.put(stored.objectKey, bytes, signal)
  try {
    const { unreferenced, isNew } = await withStorageLimit(stores, accountId, async (transaction) => {
      const saving = { accountId, name, stored, change }
      const current = await lock(transaction, saving)
      if (change.baseVersion !== undefined && change.baseVersion !== (current?.version ?? 0))
        throw versionConflict('partial')
      if (!isExpectedVersion(change.expectedVersion, current, stored)) throw versionConflict('partial')
      if (!current) await insert(transaction, saving)
      return { unreferenced: current ? await replace(transaction, saving, current) : [], isNew: !current }
    })
    for (const key of unreferenced) await discard(stores, key)
    return { partial: await findPartial(database, accountId, name), isNew }
  } catch (error) {
    // After any other error the row may be committed, so the object is kept. The sweep removes it when unreferenced.
    if (error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  }
}

interface PartialSave {
  accountId: string
  name: string
  stored: { objectKey: string; fileSize: number; contentVersion: string }
  change: PartialChange
}

interface CurrentRow {
  objectKey: string
  contentVersion: string
  version: number
}

async function lock(
  transaction: Database,
  { accountId, name }: PartialSave,
): Promise<CurrentRow | undefined> {
  const { rows } = await sql<CurrentRow>`
    select object_key as "objectKey", content_version as "contentVersion", version from partials
    where account_id = ${accountId} and name = ${name} for update`.execute(transaction)
  return rows[0]
}

async function insert(transaction: Database, saving: PartialSave): Promise<void> {
  const { accountId, name, stored, change } = saving
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from partials where account_id = ${accountId}`.execute(transaction)
  if ((rows[0]?.count ?? 0) >= PARTIALS_MAX) {
    throw new Refusal(
      'limit-reached',
      `This account has ${PARTIALS_MAX} partials, which is the limit. Delete a partial before you add another.`,
    )
  }
  const { tokenId, person } = authorColumns(change.author)
  await sql`
    insert into partials (account_id, name, object_key, file_size, content_version, version, created_at, updated_at,
      token_id, person)
    values (${accountId}, ${name}, ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, 1, ${NOW}, ${NOW},
      ${tokenId}, ${person})`.execute(transaction)
  await addVersion(transaction, saving, 1)
}

/** Replaces the source. @returns the keys of objects that are unreferenced after the commit. */
async function replace(transaction: Database, saving: PartialSave, current: CurrentRow): Promise<string[]> {
  const { accountId, name, stored, change } = saving
  const isNewContent = stored.contentVersion !== current.contentVersion
  const version = current.version + (isNewContent ? 1 : 0)
  const { tokenId, person } = authorColumns(change.author)
  await sql`
    update partials set object_key = ${stored.objectKey}, file_size = ${stored.fileSize},
      content_version = ${stored.contentVersion}, version = ${version}, updated_at = greatest(${NOW}, updated_at),
      token_id = ${tokenId}, person = ${person}
    where account_id = ${accountId} and name = ${name}`.execute(transaction)
  if (isNewContent) {
    await addVersion(transaction, saving, version)
    return await removeOldest(transaction, saving)
  }
  // Storing the same source again adds no version. Its object is replaced, since the old object may be missing.
  await sql`
    update partial_versions set object_key = ${stored.objectKey} where object_key = ${current.objectKey}`.execute(
    transaction,
  )
  return [current.objectKey]
}

async function addVersion(transaction: Database, saving: PartialSave, number: number): Promise<void> {
  const { accountId, name, stored, change } = saving
  const { tokenId, person } = authorColumns(change.author)
  await sql`
    insert into partial_versions (account_id, name, number, object_key, file_size, content_version, created_at,
      token_id, person, restored)
    values (${accountId}, ${name}, ${number}, ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, ${NOW},
      ${tokenId}, ${person}, ${change.restored ?? null})`.execute(transaction)
}

/** Removes the oldest versions beyond the limits. @returns the keys of their objects. */
async function removeOldest(transaction: Database, { accountId, name }: PartialSave): Promise<string[]> {
  const { rows } = await sql<{ objectKey: string }>`
    with kept as (
      select number, row_number() over newest as age_rank, sum(file_size) over newest as bytes
      from partial_versions where account_id = ${accountId} and name = ${name}
      window newest as (order by number desc)
    )
    delete from partial_versions using kept
    where account_id = ${accountId} and name = ${name} and partial_versions.number = kept.number
      and kept.age_rank > 1 and (kept.age_rank > ${VERSIONS_MAX} or kept.bytes > ${VERSION_BYTES_MAX})
    returning object_key as "objectKey"`.execute(transaction)
  return rows.map(({ objectKey }) => objectKey)
}
