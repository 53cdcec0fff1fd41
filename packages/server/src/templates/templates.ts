import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Account, findAccount, TEMPLATES_MAX } from '../accounts/accounts.ts'
import { withAccountLock, type StorageLimits, withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { Log } from '../log.ts'
import { discard } from '../storage/discard.ts'
import type { Storage } from '../storage/storage.ts'
import { type Author, authorColumns } from './authors.ts'
import { addVersion, versionKeys } from './stored-versions.ts'
import { thumbnailKey, type ThumbnailQueue } from './thumbnails.ts'

/** A stored template with its current source. */
export interface Template {
  templateId: string
  userId: string
  name: string
  description: string
  /** Key of the source in the form of the API. The object of each version has its own key below it. */
  storageKey: string
  objectKey: string
  /** Size of the source in bytes. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  createdAt: Date
  updatedAt: Date
  /** Id of the thumbnail of this source. `null` until it is rendered. */
  thumbnailId: string | null
  /** Increments with each change of the source, the sample data or the data schema. */
  revision: number
}

/** A source in the object store. */
export type StoredSource = Pick<Template, 'objectKey' | 'fileSize' | 'contentVersion'>

/** Content of a new template. */
export interface NewTemplate {
  name: string
  description: string
  source: string
  /** JSON text, `{}` by default. */
  sampleData?: string | undefined
  author: Author
}

/** Dependencies of the functions that read templates. */
export interface TemplateStores {
  database: Database
  storage: Storage
  log: Log
}

/** Dependencies of the functions that store templates, which also queue thumbnails. */
export interface TemplateWriters extends TemplateStores, StorageLimits {
  queue: ThumbnailQueue
}

/** Returns the templates of an account, newest first. */
export async function listTemplates(database: Database, accountId: string): Promise<Template[]> {
  const { rows } = await sql<Template>`
    ${TEMPLATES} where account_id = ${accountId} order by templates.created_at desc, template_id`.execute(
    database,
  )
  return rows
}

/** Returns one template of an account. @throws {Refusal} `not-found`, also for a template of another account. */
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

/** Returns the refusal for a template that does not exist or belongs to another account. */
export function templateNotFound(): Refusal {
  return new Refusal('not-found', 'There is no template with this templateId.')
}

/**
 * Stores a new template: its source first, then its row. A crash in between leaves an unreferenced object, which the
 * sweep removes, and never a row without its source.
 * @throws {Refusal} `limit-reached` when the account has reached the templates or bytes that its plan allows.
 */
export async function createTemplate(
  stores: TemplateWriters,
  account: { accountId: string },
  content: NewTemplate,
  signal?: AbortSignal,
): Promise<Template> {
  const { database, queue } = stores
  const { tokenId, person } = authorColumns(content.author)
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
    await queue.send('thumbnail', transaction, [
      { accountId: owner.accountId, data: { templateId, objectKey } },
    ])
    return await findTemplate(transaction, owner.accountId, templateId)
  }).catch(async (error: unknown) => {
    // After any other error the row may be committed, so the object is kept. The sweep removes it when unreferenced.
    if (error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  })
}

/** Permanently removes a template, all its versions and its thumbnail. @throws {Refusal} `not-found`. */
export async function removeTemplate(
  stores: TemplateStores,
  accountId: string,
  templateId: string,
): Promise<void> {
  const keys = await withAccountLock(stores.database, accountId, async (transaction) => {
    // Waits for a concurrent save, which locks the row, so that its new version is also removed.
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
 * Reads the source of a template with its version. When the template is replaced between reading its row and reading
 * its object, reads the row again.
 * @throws {Refusal} `not-found` when the template has been deleted in the meantime.
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
 * Checks all templates of all accounts.
 * @returns the ids of the templates whose source is missing from the object store, for example after a restore of the
 * database only.
 */
export async function listTemplatesWithoutSource({
  database,
  storage,
}: Pick<TemplateStores, 'database' | 'storage'>): Promise<string[]> {
  // Reads the rows first, because an upload stores its object before its row.
  const { rows } = await sql<{ templateId: string; objectKey: string }>`
    select template_id as "templateId", object_key as "objectKey" from templates`.execute(database)
  const missing = new Map(rows.map(({ templateId, objectKey }) => [objectKey, templateId]))
  for await (const { key } of storage.list('users')) missing.delete(key)
  return [...missing.values()]
}

async function refuseOverLimit(database: Database, account: Account): Promise<void> {
  const limit = TEMPLATES_MAX[account.plan]
  if (limit === undefined) return
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from templates where account_id = ${account.accountId}`.execute(database)
  if ((rows[0]?.count ?? 0) < limit) return
  throw new Refusal(
    'limit-reached',
    `This account has ${limit} templates, the limit of its plan. Delete a template before you upload another.`,
  )
}

/** Stores a source in the object store under a new key. */
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

/** Returns the contentVersion of a source. */
export function versionOf(source: string | Buffer): string {
  return createHash('sha256').update(source).digest('hex')
}

/** SQL expression for the current time in milliseconds, the precision of the API, so that times read back are equal. */
export const NOW = sql`date_trunc('milliseconds', now())`

const TEMPLATES = sql`
  select template_id as "templateId", user_id as "userId", name, description, storage_key as "storageKey",
    object_key as "objectKey", file_size as "fileSize", content_version as "contentVersion",
    templates.created_at as "createdAt", updated_at as "updatedAt", thumbnail_id as "thumbnailId",
    revision
  from templates join accounts using (account_id)`
