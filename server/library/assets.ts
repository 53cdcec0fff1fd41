import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { withAccountLock, type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { discard } from '../storage/discard.ts'
import { type Author, authorIn, columnsOf, type KnownAuthor } from '../templates/authors.ts'
import { NOW } from '../templates/templates.ts'
import { requireAssetName } from './names.ts'
import type { LibraryStores } from './partials.ts'
import { isExpectedVersion } from '../templates/expected-version.ts'

/** Limits of the assets of an account: their number, and their bytes together. */
export const ASSETS_MAX = 500
export const ACCOUNT_BYTES_MAX = 100 * 1024 * 1024

/** A picture or font that all templates of its account may show by name. */
export interface Asset {
  name: string
  objectKey: string
  /** Bytes. */
  fileSize: number
  /** As its bytes say. */
  contentType: string
  /** SHA-256 of the bytes, hex. */
  contentVersion: string
  createdAt: Date
  updatedAt: Date
  updatedBy: KnownAuthor
}

/** The assets of an account, by name. */
export async function listAssets(database: Database, accountId: string): Promise<Asset[]> {
  const { rows } = await sql<Asset>`
    ${ASSETS} where assets.account_id = ${accountId} order by lower(assets.name), assets.name`.execute(
    database,
  )
  return rows
}

/**
 * One asset and a stream of its bytes: whoever reads them slowly must not keep them in memory.
 * @throws {Refusal} `not-found`, for another account's as for none.
 */
export async function readAsset(
  stores: Pick<LibraryStores, 'database' | 'storage'>,
  accountId: string,
  name: string,
): Promise<Asset & { stream: Readable }> {
  const asset = await findAsset(stores.database, accountId, name)
  const stored = await stores.storage.readStream(asset.objectKey)
  if (stored) return { ...asset, stream: stored.stream }
  // Deleted or replaced since.
  const current = await findAsset(stores.database, accountId, name)
  if (current.objectKey !== asset.objectKey) return await readAsset(stores, accountId, name)
  throw new Error(`The asset ${name} is missing from the object store`)
}

/** What an asset becomes. */
export interface AssetContent {
  bytes: Uint8Array
  /** As it has been found in the bytes. */
  contentType: string
  author: Author
  /**
   * The contentVersion that the author had before them, null for none; where it is not given, whatever there is is
   * replaced. Whoever stores what is there already changes nothing.
   */
  seenVersion?: string | null | undefined
}

/**
 * Stores an asset, or replaces it. The row's change is the moment from which calls see it.
 * @throws {Refusal} `limit-reached` for one too many, or more bytes than an account may have; `changed` when the
 * version has changed since the author read it.
 */
export async function putAsset(
  stores: LibraryStores & StorageLimits,
  accountId: string,
  name: string,
  content: AssetContent,
  signal?: AbortSignal,
): Promise<{ asset: Asset; isNew: boolean }> {
  const { database, storage } = stores
  requireAssetName(name)
  const { userId } = await findAccount(database, accountId)
  const objectKey = `users/${userId}/assets/${randomUUID()}`
  await storage.put(objectKey, content.bytes, signal)
  try {
    const replaced = await withStorageLimit(stores, accountId, async (transaction) => {
      await refuseOverLimits(transaction, { accountId, name, bytes: content.bytes.length })
      return await put(transaction, { accountId, name, objectKey, ...content })
    })
    if (replaced !== undefined) await discard(stores, replaced)
    return { asset: await findAsset(database, accountId, name), isNew: replaced === undefined }
  } catch (error) {
    // After any other failure the row may have been committed all the same; the sweeper decides then.
    if (error instanceof Refusal) await discard(stores, objectKey)
    throw error
  }
}

/** Removes an asset for good. @throws {Refusal} `not-found`. */
export async function removeAsset(stores: LibraryStores, accountId: string, name: string): Promise<void> {
  const { rows } = await withAccountLock(stores.database, accountId, (transaction) =>
    sql<{ objectKey: string }>`
      delete from assets where account_id = ${accountId} and name = ${name}
      returning object_key as "objectKey"`.execute(transaction),
  )
  const [removed] = rows
  if (!removed) throw assetNotFound()
  await discard(stores, removed.objectKey)
}

async function findAsset(database: Database, accountId: string, name: string): Promise<Asset> {
  const { rows } = await sql<Asset>`
    ${ASSETS} where assets.account_id = ${accountId} and assets.name = ${name}`.execute(database)
  const [asset] = rows
  if (!asset) throw assetNotFound()
  return asset
}

function assetNotFound(): Refusal {
  return new Refusal('not-found', 'There is no asset with this name.')
}

async function refuseOverLimits(
  transaction: Database,
  { accountId, name, bytes }: { accountId: string; name: string; bytes: number },
): Promise<void> {
  const { rows } = await sql<{ others: number; bytes: number }>`
    select count(*) as others, coalesce(sum(file_size), 0)::int8 as bytes from assets
    where account_id = ${accountId} and name <> ${name}`.execute(transaction)
  const { others, bytes: held } = rows[0] ?? { others: 0, bytes: 0 }
  if (others >= ASSETS_MAX) {
    throw new Refusal(
      'limit-reached',
      `This account holds ${ASSETS_MAX} assets, which is the limit. Delete one before adding another.`,
    )
  }
  if (held + bytes <= ACCOUNT_BYTES_MAX) return
  throw new Refusal(
    'limit-reached',
    `With this asset the account would hold ${(held + bytes).toLocaleString('en')} bytes of them; ${ACCOUNT_BYTES_MAX.toLocaleString('en')} are allowed.`,
  )
}

/** @returns the key of the object that this one takes the place of, if there was one. */
async function put(
  transaction: Database,
  asset: AssetContent & { accountId: string; name: string; objectKey: string },
): Promise<string | undefined> {
  const { accountId, name, objectKey, bytes, contentType } = asset
  const { tokenId, person } = columnsOf(asset.author)
  const contentVersion = createHash('sha256').update(bytes).digest('hex')
  const { rows } = await sql<{ objectKey: string; contentVersion: string }>`
    select object_key as "objectKey", content_version as "contentVersion" from assets
    where account_id = ${accountId} and name = ${name} for update`.execute(transaction)
  if (!isExpectedVersion(asset.seenVersion, rows[0], { contentVersion })) {
    throw new Refusal(
      'changed',
      'Somebody has stored or deleted this asset after you had read it. Nothing was stored now.',
    )
  }
  await sql`
    insert into assets (account_id, name, object_key, file_size, content_type, content_version, created_at, updated_at,
      token_id, person)
    values (${accountId}, ${name}, ${objectKey}, ${bytes.length}, ${contentType}, ${contentVersion}, ${NOW}, ${NOW},
      ${tokenId}, ${person})
    on conflict (account_id, name) do update set object_key = excluded.object_key, file_size = excluded.file_size,
      content_type = excluded.content_type, content_version = excluded.content_version,
      updated_at = greatest(excluded.updated_at, assets.updated_at), token_id = excluded.token_id,
      person = excluded.person`.execute(transaction)
  return rows[0]?.objectKey
}

const ASSETS = sql`
  select assets.name, object_key as "objectKey", file_size as "fileSize", content_type as "contentType",
    content_version as "contentVersion", assets.created_at as "createdAt", updated_at as "updatedAt",
    ${authorIn('assets')} as "updatedBy"
  from assets left join api_keys on api_keys.token_id = assets.token_id`
