import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Account, findAccount, TEMPLATES_MAX } from '../accounts/accounts.ts'
import { withAccountLock, type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { discard } from '../storage/discard.ts'
import type { Storage } from '../storage/storage.ts'
import { type Author, columnsOf } from './authors.ts'
import { addVersion, versionKeys } from './stored-versions.ts'
import { thumbnailKey, type ThumbnailQueue } from './thumbnails.ts'

export interface Template {
  templateId: string
  userId: string
  name: string
  description: string
  /** The key of the stored source, in the contract's form; each content is an object of its own below it. */
  storageKey: string
  objectKey: string
  /** Bytes of the source. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  createdAt: Date
  updatedAt: Date
  /** Names the picture of this content, once there is one. */
  thumbnailId: string | null
  /** Raised by every change of the source, the sample data or the schema. */
  revision: number
}

/** A source in the object store. */
export type StoredSource = Pick<Template, 'objectKey' | 'fileSize' | 'contentVersion'>

/** What a new template holds. */
export interface NewTemplate {
  name: string
  description: string
  source: string
  /** JSON text; `{}` where it is not given. */
  sampleData?: string | undefined
  author: Author
}

/** What the functions here work on. */
export interface TemplateStores {
  database: Database
  storage: Storage
  log: Log
}

/** The same, for those that have a thumbnail made of what they store. */
export interface TemplateWriters extends TemplateStores, StorageLimits {
  queue: ThumbnailQueue
}

/** The templates of an account, the newest first. */
export async function listTemplates(database: Database, accountId: string): Promise<Template[]> {
  const { rows } = await sql<Template>`
    ${TEMPLATES} where account_id = ${accountId} order by templates.created_at desc, template_id`.execute(
    database,
  )
  return rows
}

/** One template of an account. @throws {Refusal} `not-found`, for another account's as for none. */
export async function findTemplate(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<Template> {
  const { rows } = await sql<Template>`
    ${TEMPLATES} where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  const [template] = rows
  if (!template) throw templateNotFound()
  return template
}

/** The one answer for a template that is not there and for one that is somebody else's. */
export function templateNotFound(): Refusal {
  return new Refusal('not-found', 'There is no template with this templateId.')
}

/**
 * Stores a new template: its source first, then its row, so that a crash in between leaves an object that
 * nobody refers to (the sweeper removes it), never a row without its source.
 * @throws {Refusal} `limit-reached` when the account holds as many templates or bytes as its plan allows.
 */
export async function createTemplate(
  stores: TemplateWriters,
  account: { accountId: string },
  content: NewTemplate,
  signal?: AbortSignal,
): Promise<Template> {
  const { database, queue } = stores
  const { tokenId, person } = columnsOf(content.author)
  const owner = await findAccount(database, account.accountId)
  await refuseOverLimit(database, owner)
  const templateId = randomUUID()
  const storageKey = `users/${owner.userId}/templates/${templateId}.hbs`
  const stored = await storeSource(stores, storageKey, content.source, signal)
  return await withStorageLimit(stores, owner.accountId, async (transaction) => {
    await refuseOverLimit(transaction, owner)
    await sql`
      insert into templates (template_id, account_id, name, description, storage_key, object_key, file_size,
        content_version, created_at, updated_at, sample_data, token_id, person)
      values (${templateId}, ${owner.accountId}, ${content.name}, ${content.description}, ${storageKey},
        ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, ${NOW}, ${NOW},
        ${content.sampleData ?? '{}'}, ${tokenId}, ${person})`.execute(transaction)
    await addVersion(transaction, templateId, { stored, author: content.author })
    const { objectKey } = stored
    await queue.sendThumbnail(transaction, { accountId: owner.accountId, templateId, objectKey })
    return await findTemplate(transaction, owner.accountId, templateId)
  }).catch(async (error: unknown) => {
    // After any other failure the row may have been committed all the same; the sweeper decides then.
    if (error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  })
}

/** Removes a template, every source that it has had, and its thumbnail for good. @throws {Refusal} `not-found`. */
export async function removeTemplate(
  stores: TemplateStores,
  accountId: string,
  templateId: string,
): Promise<void> {
  const keys = await withAccountLock(stores.database, accountId, async (transaction) => {
    // Whoever saves it now has the row: what they have stored is seen below once they are done.
    const { rows } = await sql<Pick<Template, 'objectKey' | 'thumbnailId'>>`
      select object_key as "objectKey", thumbnail_id as "thumbnailId" from templates
      where account_id = ${accountId} and template_id = ${templateId} for update`.execute(transaction)
    const [row] = rows
    if (!row) throw templateNotFound()
    const sources = await versionKeys(transaction, templateId)
    await sql`delete from templates where template_id = ${templateId}`.execute(transaction)
    return [row.objectKey, ...sources, ...(row.thumbnailId === null ? [] : [thumbnailKey(row.thumbnailId)])]
  })
  for (const key of new Set(keys)) await discard(stores, key)
}

/**
 * The source of a template, with the version that it really has: when the template is replaced or deleted
 * between the look at its row and the reading of its object, the row is looked at again.
 * @throws {Refusal} `not-found` when the template has been deleted meanwhile.
 */
export async function readSource(
  stores: Pick<TemplateStores, 'database' | 'storage'>,
  accountId: string,
  template: Pick<Template, 'templateId' | 'objectKey' | 'contentVersion'>,
  signal?: AbortSignal,
): Promise<{ source: string; contentVersion: string }> {
  const { database, storage } = stores
  const source = await storage.readText(template.objectKey, signal)
  if (source !== undefined) return { source, contentVersion: template.contentVersion }
  const current = await findTemplate(database, accountId, template.templateId)
  if (current.objectKey === template.objectKey) {
    throw new Error(`The source of template ${template.templateId} is missing from the object store`)
  }
  return await readSource(stores, accountId, current, signal)
}

/**
 * Looks at every template of every account.
 * @returns the ids of those whose source is not in the object store, as after a restore that brought back a row
 * and not its object.
 */
export async function listWithoutSource({
  database,
  storage,
}: Pick<TemplateStores, 'database' | 'storage'>): Promise<string[]> {
  // The rows first: what is uploaded meanwhile has its object before its row.
  const { rows } = await sql<{ templateId: string; objectKey: string }>`
    select template_id as "templateId", object_key as "objectKey" from templates`.execute(database)
  const missing = new Map(rows.map(({ templateId, objectKey }) => [objectKey, templateId]))
  for await (const { key } of storage.list('users')) missing.delete(key)
  return [...missing.values()]
}

async function refuseOverLimit(database: Database, account: Account): Promise<void> {
  const limit = TEMPLATES_MAX[account.plan]
  if (limit === undefined) return
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from templates where account_id = ${account.accountId}`.execute(database)
  if ((rows[0]?.held ?? 0) < limit) return
  throw new Refusal(
    'limit-reached',
    `This account holds ${limit} templates, which is the limit of its plan. Delete one before uploading another.`,
  )
}

/** Puts a source into the object store; nobody knows of it yet. */
export async function storeSource(
  { storage }: TemplateStores,
  storageKey: string,
  source: string,
  signal: AbortSignal | undefined,
): Promise<StoredSource> {
  const objectKey = `${storageKey}/${randomUUID()}`
  const bytes = Buffer.from(source)
  await storage.put(objectKey, bytes, signal)
  return {
    objectKey,
    fileSize: bytes.length,
    contentVersion: versionOf(bytes),
  }
}

/** The contentVersion of a source. */
export function versionOf(source: string | Buffer): string {
  return createHash('sha256').update(source).digest('hex')
}

/** Milliseconds are what callers see, so no finer time is kept: what they read back compares equal. */
export const NOW = sql`date_trunc('milliseconds', now())`

const TEMPLATES = sql`
  select template_id as "templateId", user_id as "userId", name, description, storage_key as "storageKey",
    object_key as "objectKey", file_size as "fileSize", content_version as "contentVersion",
    templates.created_at as "createdAt", updated_at as "updatedAt", thumbnail_id as "thumbnailId",
    revision
  from templates join accounts using (account_id)`
