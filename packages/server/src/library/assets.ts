import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { withAccountLock, type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { discard } from '../storage/discard.ts'
import { type Author, authorExpression, authorColumns, type KnownAuthor } from '../templates/authors.ts'
import { NOW } from '../templates/templates.ts'
import { requireAssetName } from '@platen/template/library-names'
import type { LibraryStores } from './partials.ts'
import { isExpectedVersion, versionConflict } from '../templates/expected-version.ts'

/** Limits of the assets of an account: their number and their total size in bytes. */
export const ASSETS_MAX = 500
export const ACCOUNT_BYTES_MAX = 100 * 1024 * 1024

/** An image or font that all templates of the account may use by name. */
export interface Asset {
  name: string
  objectKey: string
  /** Size in bytes. */
  fileSize: number
  /** Media type, detected from the bytes. */
  contentType: string
  /** SHA-256 of the bytes, hex. */
  contentVersion: string
  createdAt: Date
  updatedAt: Date
  updatedBy: KnownAuthor
}

/** Returns the assets of an account, sorted by name. */
export async function listAssets(database: Database, accountId: string): Promise<Asset[]> {
  const { rows } = await sql<Asset>`
    ${ASSETS} where assets.account_id = ${accountId} order by lower(assets.name), assets.name`.execute(
    database,
  )
  return rows
}

/**
 * Returns one asset with a stream of its bytes, so that a slow client does not keep them in memory.
 * @throws {Refusal} `not-found`, also for an asset of another account.
 */
export async function readAsset(
  stores: Pick<LibraryStores, 'database' | 'storage'>,
  accountId: string,
  name: string,
): Promise<Asset & { stream: Readable }> {
  const asset = await findAsset(stores.database, accountId, name)
  const stored = await stores.storage.readStream(asset.objectKey)
  if (stored) return { ...asset, stream: stored.stream }
  // Deleted or replaced in the meantime.
  const current = await findAsset(stores.database, accountId, name)
  if (current.objectKey !== asset.objectKey) return await readAsset(stores, accountId, name)
  throw new Error(`The asset ${name} is missing from the object store`)
}

/** New content of an asset. */
export interface AssetContent {
  bytes: Uint8Array
  /** Media type, detected from the bytes. */
  contentType: string
  author: Author
  /**
   * The contentVersion that the author has seen; `null` for none. Absent: no check. Content that is stored already is
   * always accepted.
   */
  expectedVersion?: string | null | undefined
}

/**
 * Creates or replaces an asset. Calls use it from the change of its row.
 * @throws {Refusal} `limit-reached` when the account exceeds its number of assets or bytes; `changed` when the version
 * has changed since the author read it.
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
    // After any other error the row may be committed, so the object is kept. The sweep removes it when unreferenced.
    if (error instanceof Refusal) await discard(stores, objectKey)
    throw error
  }
}

/** Permanently removes an asset. @throws {Refusal} `not-found`. */
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
  const { others, bytes: usedBytes } = rows[0] ?? { others: 0, bytes: 0 }
  if (others >= ASSETS_MAX) {
    throw new Refusal(
      'limit-reached',
      `This account has ${ASSETS_MAX} assets, which is the limit. Delete an asset before you add another.`,
    )
  }
  if (usedBytes + bytes <= ACCOUNT_BYTES_MAX) return
  throw new Refusal(
    'limit-reached',
    `With this asset, the assets of the account would have ${(usedBytes + bytes).toLocaleString('en')} bytes. The limit is ${ACCOUNT_BYTES_MAX.toLocaleString('en')}.`,
  )
}

/** Writes the row of an asset. @returns the key of the replaced object, or `undefined` for a new asset. */
async function put(
  transaction: Database,
  asset: AssetContent & { accountId: string; name: string; objectKey: string },
): Promise<string | undefined> {
  const { accountId, name, objectKey, bytes, contentType } = asset
  const { tokenId, person } = authorColumns(asset.author)
  const contentVersion = createHash('sha256').update(bytes).digest('hex')
  const { rows } = await sql<{ objectKey: string; contentVersion: string }>`
    select object_key as "objectKey", content_version as "contentVersion" from assets
    where account_id = ${accountId} and name = ${name} for update`.execute(transaction)
  if (!isExpectedVersion(asset.expectedVersion, rows[0], { contentVersion })) {
    throw versionConflict('asset')
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
    ${authorExpression('assets')} as "updatedBy"
  from assets left join api_keys on api_keys.token_id = assets.token_id`
