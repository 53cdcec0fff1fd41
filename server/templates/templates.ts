import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Account, findAccount, TEMPLATES_MAX } from '../accounts/accounts.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { discard } from '../storage/discard.ts'
import type { Storage } from '../storage/storage.ts'
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
}

/** What the functions here work on. */
export interface TemplateStores {
  database: Database
  storage: Storage
  log: Log
}

/** The same, for those that have a thumbnail made of what they store. */
export interface TemplateWriters extends TemplateStores {
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
 * @throws {Refusal} `limit-reached` when the account holds as many as its plan allows.
 */
export async function createTemplate(
  stores: TemplateWriters,
  account: { accountId: string },
  content: { name: string; description: string; source: string },
  signal?: AbortSignal,
): Promise<Template> {
  const { database, queue } = stores
  const owner = await findAccount(database, account.accountId)
  await refuseOverLimit(database, owner)
  const templateId = randomUUID()
  const storageKey = `users/${owner.userId}/templates/${templateId}.hbs`
  const stored = await storeSource(stores, storageKey, content.source, signal)
  return await inTransaction(database, async (transaction) => {
    // Parallel uploads wait here for each other, so that the count below is exact.
    await sql`select 1 from accounts where account_id = ${owner.accountId} for no key update`.execute(
      transaction,
    )
    await refuseOverLimit(transaction, owner)
    await sql`
      insert into templates (template_id, account_id, name, description, storage_key, object_key, file_size,
        content_version, created_at, updated_at)
      values (${templateId}, ${owner.accountId}, ${content.name}, ${content.description}, ${storageKey},
        ${stored.objectKey}, ${stored.fileSize}, ${stored.contentVersion}, ${NOW}, ${NOW})`.execute(
      transaction,
    )
    const { objectKey } = stored
    await queue.sendThumbnail(transaction, { accountId: owner.accountId, templateId, objectKey })
    return await findTemplate(transaction, owner.accountId, templateId)
  }).catch(async (error: unknown) => {
    // After any other failure the row may have been committed all the same; the sweeper decides then.
    if (error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  })
}

/**
 * Replaces a template's content in place. The new source is an object of its own and the row's change is the
 * moment from which calls see it; the old object and its thumbnail go afterwards.
 * @throws {Refusal} `not-found`.
 */
export async function replaceTemplate(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  content: { source: string; name: string | undefined; description: string | undefined },
  signal?: AbortSignal,
): Promise<Template> {
  const { database, queue } = stores
  const { storageKey } = await findTemplate(database, accountId, templateId)
  const stored = await storeSource(stores, storageKey, content.source, signal)
  const { objectKey } = stored
  const replaced = await inTransaction(database, async (transaction) => {
    const { rows } = await sql<StoredContent>`
      update templates set name = coalesce(${content.name ?? null}, templates.name),
        description = coalesce(${content.description ?? null}, templates.description),
        object_key = ${objectKey}, file_size = ${stored.fileSize}, thumbnail_id = null,
        content_version = ${stored.contentVersion}, updated_at = greatest(${NOW}, templates.updated_at)
      from (select object_key, thumbnail_id from templates
        where account_id = ${accountId} and template_id = ${templateId} for update) replaced
      where account_id = ${accountId} and template_id = ${templateId}
      returning replaced.object_key as "objectKey", replaced.thumbnail_id as "thumbnailId"`.execute(
      transaction,
    )
    const [row] = rows
    if (row) await queue.sendThumbnail(transaction, { accountId, templateId, objectKey })
    return row
  })
  // It may have been deleted since the look above.
  await discardStored(stores, replaced ?? { objectKey, thumbnailId: null })
  return await findTemplate(database, accountId, templateId)
}

/** Removes a template, its stored source and its thumbnail for good. @throws {Refusal} `not-found`. */
export async function removeTemplate(
  stores: TemplateStores,
  accountId: string,
  templateId: string,
): Promise<void> {
  const { database } = stores
  const { rows } = await sql<StoredContent>`
    delete from templates where account_id = ${accountId} and template_id = ${templateId}
    returning object_key as "objectKey", thumbnail_id as "thumbnailId"`.execute(database)
  const [row] = rows
  if (!row) throw templateNotFound()
  await discardStored(stores, row)
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

/** What lies in the object store for one content of a template. */
type StoredContent = Pick<Template, 'objectKey' | 'thumbnailId'>

async function discardStored(
  stores: TemplateStores,
  { objectKey, thumbnailId }: StoredContent,
): Promise<void> {
  await discard(stores, objectKey)
  if (thumbnailId !== null) await discard(stores, thumbnailKey(thumbnailId))
}

async function storeSource(
  { storage }: TemplateStores,
  storageKey: string,
  source: string,
  signal: AbortSignal | undefined,
) {
  const objectKey = `${storageKey}/${randomUUID()}`
  const bytes = Buffer.from(source)
  await storage.put(objectKey, bytes, signal)
  return {
    objectKey,
    fileSize: bytes.length,
    contentVersion: createHash('sha256').update(bytes).digest('hex'),
  }
}

// Milliseconds are what callers see, so no finer time is kept: what they read back compares equal.
const NOW = sql`date_trunc('milliseconds', now())`

const TEMPLATES = sql`
  select template_id as "templateId", user_id as "userId", name, description, storage_key as "storageKey",
    object_key as "objectKey", file_size as "fileSize", content_version as "contentVersion",
    templates.created_at as "createdAt", updated_at as "updatedAt", thumbnail_id as "thumbnailId"
  from templates join accounts using (account_id)`
