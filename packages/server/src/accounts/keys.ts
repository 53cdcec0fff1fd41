import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'

const KEY_BYTES = 32
const NAME_LENGTH_MAX = 100
// Enough for one key per program and environment, and few enough to list on one page.
const KEYS_MAX = 100
// Control characters and lone surrogates. They cannot be displayed, and PostgreSQL cannot store all of them.
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u
/** Longest time that a rotated key stays valid, in hours. */
export const OVERLAP_HOURS_MAX = 30 * 24

/** Status of a key. A deactivated key stays `deactivated` after its expiry. */
export const KEY_STATUSES = ['active', 'deactivated', 'expired'] as const

/** Scopes of a key: read content and results, render documents, and change content. */
export const KEY_SCOPES = ['read', 'render', 'write'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export interface ApiKey {
  tokenId: string
  name: string
  lastFour: string
  /** True for a key that renders with a label, at no cost. */
  isTest: boolean
  scopes: KeyScope[]
  status: (typeof KEY_STATUSES)[number]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

/** Fields of a new key. */
export interface NewKey {
  name: string
  /** Absent: the key does not expire. */
  expiresAt?: Date | undefined
  /** Default: false. */
  isTest?: boolean | undefined
  /** At least one. Default: all. */
  scopes?: readonly KeyScope[] | undefined
}

/** A new key, with the key itself. */
export type CreatedKey = ApiKey & { key: string }

/**
 * Creates an API key for an account. The raw `key` is returned only here. The database stores its SHA-256, which is
 * sufficient for 256 random bits.
 * @throws {Refusal} `invalid` for a name that is empty, too long or has control characters, and for an expiry in the
 * past; `limit-reached` when the account has the maximum number of keys.
 */
export async function createKey(
  database: Database,
  request: { accountId: string } & NewKey,
): Promise<CreatedKey> {
  const name = request.name.trim()
  if (name === '' || name.length > NAME_LENGTH_MAX || UNSHOWABLE.test(name)) {
    throw new Refusal(
      'invalid',
      `\`name\` must have 1 to ${NAME_LENGTH_MAX} characters and no control characters.`,
    )
  }
  if (request.expiresAt && request.expiresAt.getTime() <= Date.now()) {
    throw new Refusal(
      'invalid',
      `\`expiresAt\` must be in the future. ${request.expiresAt.toISOString()} is in the past.`,
    )
  }
  return await inTransaction(database, async (transaction) => {
    await lockAccount(transaction, request.accountId)
    return await insertKey(transaction, { ...request, name })
  })
}

/**
 * Replaces a key by a new one with the same name, scopes and lifetime. The old key stays valid for `overlapHours`, in
 * which programs can be changed to the new key.
 * @throws {Refusal} `not-found` when the account has no such key; `conflict` when it is not active; `limit-reached` when
 * the account has the maximum number of keys.
 */
export async function rotateKey(
  database: Database,
  { accountId, tokenId, overlapHours }: { accountId: string; tokenId: string; overlapHours: number },
): Promise<CreatedKey> {
  return await inTransaction(database, async (transaction) => {
    await lockAccount(transaction, accountId)
    const { rows } = await sql<ApiKey>`
      select ${COLUMNS} from api_keys where token_id = ${tokenId} and account_id = ${accountId}
      for no key update`.execute(transaction)
    const { name, isTest, scopes, status, createdAt, expiresAt } = oneOrNotFound(
      rows,
      notFoundMessage(tokenId),
    )
    if (status !== 'active') {
      throw new Refusal('conflict', `This key is ${status}. Only an active key can be rotated.`)
    }
    const lifetimeMs = expiresAt && expiresAt.getTime() - createdAt.getTime()
    const replacement = await insertKey(transaction, {
      accountId,
      name,
      isTest,
      scopes,
      expiresAt: lifetimeMs === null ? undefined : new Date(Date.now() + lifetimeMs),
    })
    await sql`
      update api_keys set expires_at = least(expires_at, now() + ${overlapHours} * interval '1 hour')
      where token_id = ${tokenId}`.execute(transaction)
    return replacement
  })
}

/** Locks the account, so that concurrent calls cannot exceed the limit of keys. */
async function lockAccount(transaction: Database, accountId: string): Promise<void> {
  await sql`select 1 from accounts where account_id = ${accountId} for no key update`.execute(transaction)
}

async function insertKey(
  transaction: Database,
  { accountId, name, expiresAt, isTest = false, scopes = KEY_SCOPES }: { accountId: string } & NewKey,
): Promise<CreatedKey> {
  const key = `tlfy_${isTest ? 'test_' : ''}${randomBytes(KEY_BYTES).toString('base64url')}`
  const { rows } = await sql<ApiKey>`
    insert into api_keys (account_id, name, key_hash, last_four, is_test, scopes, expires_at)
    select ${accountId}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${isTest}, ${inOrder(scopes)}, ${expiresAt ?? null}
    where (select count(*) from api_keys where account_id = ${accountId}) < ${KEYS_MAX}
    returning ${COLUMNS}`.execute(transaction)
  const [created] = rows
  if (created) return { ...created, key }
  throw new Refusal(
    'limit-reached',
    `This account has ${KEYS_MAX} API keys, which is the limit. Delete a key before you create another.`,
  )
}

/** Returns the scopes without duplicates, in their usual order. */
function inOrder(scopes: readonly KeyScope[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope))
}

/**
 * Activates or deactivates a key, from the next call on.
 * @throws {Refusal} `not-found` when the account has no such key.
 */
export async function setKeyActive(
  database: Database,
  { accountId, tokenId, active }: { accountId: string; tokenId: string; active: boolean },
): Promise<ApiKey> {
  const { rows } = await sql<ApiKey>`
    update api_keys set deactivated_at = case when ${active} then null else coalesce(deactivated_at, now()) end
    where token_id = ${tokenId} and account_id = ${accountId}
    returning ${COLUMNS}`.execute(database)
  return oneOrNotFound(rows, notFoundMessage(tokenId))
}

/**
 * Deletes a key.
 * @param accountId account that must own the key; without it, as for operators, a key of any account is deleted.
 * @throws {Refusal} `not-found` when the account has no such key.
 */
export async function deleteKey(database: Database, tokenId: string, accountId?: string): Promise<void> {
  const { rows } = await sql`
    delete from api_keys where token_id = ${tokenId} and account_id = coalesce(${accountId ?? null}, account_id)
    returning token_id`.execute(database)
  oneOrNotFound(rows, notFoundMessage(tokenId))
}

/** Returns the keys of an account, the oldest first. */
export async function listKeys(database: Database, accountId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select ${COLUMNS} from api_keys where account_id = ${accountId} order by created_at, token_id`.execute(
    database,
  )
  return rows
}

const COLUMNS = sql`token_id, name, last_four, is_test, scopes, created_at, expires_at, last_used_at,
  case when deactivated_at is not null then 'deactivated' when expires_at <= now() then 'expired' else 'active' end as status`

function notFoundMessage(tokenId: string): string {
  return `No API key has the token id ${tokenId}.`
}

/** Returns the SHA-256 of a key, by which the database finds it. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
