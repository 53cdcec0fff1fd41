import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { discard } from '../storage/discard.ts'
import { type Author, columnsOf } from '../templates/authors.ts'
import { NOW } from '../templates/templates.ts'
import { PARTIAL_BYTES_MAX } from './limits.ts'
import { requirePartialName } from './names.ts'
import { isExpectedVersion } from '../templates/expected-version.ts'
import { findPartial, type LibraryStores, type SharedPartial } from './partials.ts'

/** How many partials an account may have. */
const PARTIALS_MAX = 200
/** Beyond these the oldest versions of a partial go. */
const VERSIONS_MAX = 1_000
const VERSION_BYTES_MAX = 20 * 1024 * 1024

/** What a partial becomes. Its syntax has been checked. */
export interface PartialChange {
  source: string
  author: Author
  /** The version that the author had before them, 0 for none; where it is not given, whatever there is is replaced. */
  seen?: number | undefined
  /** The contentVersion likewise, null for none. Whoever saves what is there already changes nothing. */
  seenVersion?: string | null | undefined
  /** The number of the version whose source this is again. */
  restored?: number | undefined
}

/** @throws {Refusal} `invalid` for what can be no partial, before anything is done with it. */
export function requireValidPartial(name: string, source: string): void {
  requirePartialName(name)
  if (Buffer.byteLength(source) <= PARTIAL_BYTES_MAX) return
  throw new Refusal('invalid', `A partial is at most ${PARTIAL_BYTES_MAX.toLocaleString('en')} bytes large.`)
}

/**
 * Stores a partial, or replaces it; the old source is kept as a version. The row's change is the moment from which
 * calls see it.
 * @throws {Refusal} `limit-reached` for one partial too many, or more bytes than the plan
 * allows; `changed` when the version has changed since the author read it.
 */
export async function savePartial(
  stores: LibraryStores & StorageLimits,
  accountId: string,
  name: string,
  change: PartialChange,
  signal?: AbortSignal,
): Promise<{ partial: SharedPartial; isNew: boolean }> {
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
    const { unneeded, isNew } = await withStorageLimit(stores, accountId, async (transaction) => {
      const saving = { accountId, name, stored, change }
      const present = await lock(transaction, saving)
      if (change.seen !== undefined && change.seen !== (present?.version ?? 0)) throw changedMeanwhile()
      if (!isExpectedVersion(change.seenVersion, present, stored)) throw changedMeanwhile()
      if (!present) await insert(transaction, saving)
      return { unneeded: present ? await replace(transaction, saving, present) : [], isNew: !present }
    })
    for (const key of unneeded) await discard(stores, key)
    return { partial: await findPartial(database, accountId, name), isNew }
  } catch (error) {
    // After any other failure the row may have been committed all the same; the sweeper decides then.
    if (error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  }
}

interface Saving {
  accountId: string
  name: string
  stored: { objectKey: string; fileSize: number; contentVersion: string }
  change: PartialChange
}

interface Present {
  objectKey: string
  contentVersion: string
  version: number
}

async function lock(transaction: Database, { accountId, name }: Saving): Promise<Present | undefined> {
  const { rows } = await sql<Present>`
    select object_key as "objectKey", content_version as "contentVersion", version from partials
    where account_id = ${accountId} and name = ${name} for update`.execute(transaction)
  return rows[0]
}

async function insert(transaction: Database, saving: Saving): Promise<void> {
  const { accountId, name, stored, change } = saving
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from partials where account_id = ${accountId}`.execute(transaction)
  if ((rows[0]?.held ?? 0) >= PARTIALS_MAX) {
    throw new Refusal(
      'limit-reached',
      `This account holds ${PARTIALS_MAX} partials, which is the limit. Delete one before adding another.`,
    )
  }
  const { tokenId, person } = columnsOf(change.author)
  await sql`
    insert into partials (account_id, name, object_key, file_size, content_version, version, created_at, updated_at,
      token_id, person)
    values (${accountId}, ${name}, ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, 1, ${NOW}, ${NOW},
      ${tokenId}, ${person})`.execute(transaction)
  await addVersion(transaction, saving, 1)
}

/** @returns the keys of the objects that nobody refers to after the commit. */
async function replace(transaction: Database, saving: Saving, present: Present): Promise<string[]> {
  const { accountId, name, stored, change } = saving
  const isOther = stored.contentVersion !== present.contentVersion
  const version = present.version + (isOther ? 1 : 0)
  const { tokenId, person } = columnsOf(change.author)
  await sql`
    update partials set object_key = ${stored.objectKey}, file_size = ${stored.fileSize},
      content_version = ${stored.contentVersion}, version = ${version}, updated_at = greatest(${NOW}, updated_at),
      token_id = ${tokenId}, person = ${person}
    where account_id = ${accountId} and name = ${name}`.execute(transaction)
  if (isOther) {
    await addVersion(transaction, saving, version)
    return await forgetOldest(transaction, saving)
  }
  // The same source once more is no other version; its object is replaced, since the old one may be missing.
  await sql`
    update partial_versions set object_key = ${stored.objectKey} where object_key = ${present.objectKey}`.execute(
    transaction,
  )
  return [present.objectKey]
}

async function addVersion(transaction: Database, saving: Saving, number: number): Promise<void> {
  const { accountId, name, stored, change } = saving
  const { tokenId, person } = columnsOf(change.author)
  await sql`
    insert into partial_versions (account_id, name, number, object_key, file_size, content_version, created_at,
      token_id, person, restored)
    values (${accountId}, ${name}, ${number}, ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, ${NOW},
      ${tokenId}, ${person}, ${change.restored ?? null})`.execute(transaction)
}

/** @returns the keys of the objects of those versions that are too old to be kept. */
async function forgetOldest(transaction: Database, { accountId, name }: Saving): Promise<string[]> {
  const { rows } = await sql<{ objectKey: string }>`
    with kept as (
      select number, row_number() over newest as place, sum(file_size) over newest as bytes
      from partial_versions where account_id = ${accountId} and name = ${name}
      window newest as (order by number desc)
    )
    delete from partial_versions using kept
    where account_id = ${accountId} and name = ${name} and partial_versions.number = kept.number
      and kept.place > 1 and (kept.place > ${VERSIONS_MAX} or kept.bytes > ${VERSION_BYTES_MAX})
    returning object_key as "objectKey"`.execute(transaction)
  return rows.map(({ objectKey }) => objectKey)
}

function changedMeanwhile(): Refusal {
  return new Refusal(
    'changed',
    'Somebody has saved or deleted this partial after you had opened it. Nothing was saved now.',
  )
}
