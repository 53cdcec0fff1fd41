import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { withAccountLock } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import type { Log } from '../log.ts'
import { discard } from '../storage/discard.ts'
import type { Storage } from '../storage/storage.ts'
import { authorExpression, type KnownAuthor } from './authors.ts'

/** Kind of content that an account stores. An asset is an image or a font. */
export type ContentKind = 'template' | 'partial' | 'asset'

/** A content of an account. `id` is the id of a template, or the name of a partial or an asset. */
export interface ContentRef {
  accountId: string
  kind: ContentKind
  id: string
  /** Version to read. Absent: the current one. */
  selected?: VersionSelection | undefined
}

/** Version of a content: the current one, the newest saved one (the draft if there is one), or one with a number. */
export type VersionSelection = 'current' | 'draft' | number

/** Data schema of a version of a template: a JSON Schema. */
export interface DataSchema {
  /** JSON text as the author wrote it. */
  text: string
  /** SHA-256 of the JSON text, hex. */
  version: string
}

/** An object in the object store: the bytes of one version. */
export interface StoredObject {
  objectKey: string
  /** Size in bytes. */
  fileSize: number
  /** SHA-256 of the bytes, hex. */
  contentVersion: string
  /** Media type: of an asset, detected from the bytes; of a source, `text/x-handlebars`. */
  contentType: string
}

/** A content with the selected version. */
export interface Content extends StoredObject {
  contentId: string
  name: string
  /** Number of the current version, from 1. */
  version: number
  /** Number of the draft, which is newer than the current version. `null` without a draft. */
  draft: number | null
  /** Number of the selected version. */
  number: number
  /** Data schema of the selected version of a template. */
  schema: DataSchema | null
  createdAt: Date
  updatedAt: Date
  updatedBy: KnownAuthor
}

/** Dependencies of the functions that read and remove contents. */
export interface ContentStores {
  database: Database
  storage: Storage
  log: Log
}

/** Returns the contents of one kind of an account, sorted by name. */
export async function listContents(
  database: Database,
  { accountId, kind }: Omit<ContentRef, 'id'>,
): Promise<Content[]> {
  const { rows } = await sql<Content>`
    ${CONTENTS} where contents.account_id = ${accountId} and kind = ${kind} and number = version
    order by lower(contents.name), contents.name`.execute(database)
  return rows
}

/** Returns one content. @throws {Refusal} `not-found`, also for a content of another account or a removed version. */
export async function findContent(database: Database, ref: ContentRef): Promise<Content> {
  const { rows } = await sql<Content>`
    ${CONTENTS} where ${isContent(ref)} and ${isSelected(ref.selected)}`.execute(database)
  return oneOrNotFound(rows, notFoundMessage(ref.kind, ref.selected))
}

/** Returns one source with its text. @throws {Refusal} `not-found`. */
export async function readSource(
  stores: Pick<ContentStores, 'database' | 'storage'>,
  ref: ContentRef,
  signal?: AbortSignal,
): Promise<Content & { source: string }> {
  const content = await findContent(stores.database, ref)
  return { ...content, ...(await readKnownSource(stores, ref, content, signal)) }
}

/** Returns the text of a source whose row was read before. @throws {Refusal} `not-found` when it was deleted since. */
export async function readKnownSource(
  stores: Pick<ContentStores, 'database' | 'storage'>,
  ref: ContentRef,
  known: Pick<Content, 'objectKey' | 'contentVersion'>,
  signal?: AbortSignal,
): Promise<{ source: string; contentVersion: string }> {
  const { object, contentVersion } = await readObject(stores, ref, known, (key) =>
    stores.storage.readText(key, signal),
  )
  return { source: object, contentVersion }
}

/**
 * Returns one content with a stream of its bytes, so that a slow client does not keep them in memory.
 * @throws {Refusal} `not-found`.
 */
export async function openContent(
  stores: Pick<ContentStores, 'database' | 'storage'>,
  ref: ContentRef,
): Promise<Content & { stream: Readable }> {
  const content = await findContent(stores.database, ref)
  const { object, ...current } = await readObject(stores, ref, content, (key) =>
    stores.storage.readStream(key),
  )
  return { ...content, ...current, stream: object.stream }
}

/** Reads the object of a row. When it was replaced since the row was read, reads the row and its object again. */
async function readObject<Row extends Pick<Content, 'objectKey'>, Read>(
  stores: Pick<ContentStores, 'database'>,
  ref: ContentRef,
  row: Row,
  read: (objectKey: string) => Promise<Read | undefined>,
): Promise<(Row | Content) & { object: Read }> {
  const object = await read(row.objectKey)
  if (object !== undefined) return { ...row, object }
  const current = await findContent(stores.database, ref)
  if (current.objectKey === row.objectKey)
    throw new Error(`The object of the ${ref.kind} ${current.contentId} is missing from the object store`)
  return await readObject<Row | Content, Read>(stores, ref, current, read)
}

/**
 * Permanently removes a content and all its versions.
 * @param otherKeys keys of further objects that belong to the content.
 * @throws {Refusal} `not-found`.
 */
export async function removeContent(
  stores: ContentStores,
  ref: ContentRef,
  otherKeys: (transaction: Database) => Promise<string[]> = async () => [],
): Promise<void> {
  const keys = await withAccountLock(stores.database, ref.accountId, async (transaction) => {
    // Waits for a concurrent save, so that its new version is also removed.
    const { rows: locked } = await sql<{ contentId: string }>`
      select content_id from contents where ${isContent(ref)} for update`.execute(transaction)
    const { contentId } = oneOrNotFound(locked, notFoundMessage(ref.kind))
    const others = await otherKeys(transaction)
    const { rows } = await sql<{ objectKey: string }>`
      select object_key from content_versions where content_id = ${contentId}`.execute(transaction)
    await sql`delete from contents where content_id = ${contentId}`.execute(transaction)
    return [...rows.map(({ objectKey }) => objectKey), ...others]
  })
  for (const key of keys) await discard(stores, key)
}

/** SQL condition on `contents` for one content. */
export function isContent({ accountId, kind, id }: ContentRef): RawBuilder<boolean> {
  const identified = kind === 'template' ? sql`content_id = ${id}` : sql`contents.name = ${id}`
  return sql`contents.account_id = ${accountId} and contents.kind = ${kind} and ${identified}`
}

/** SQL condition on a row of `contents_by_version` or `templates_by_version` for the selected version. */
export function isSelected(selected: VersionSelection = 'current'): RawBuilder<boolean> {
  if (selected === 'current') return sql`number = version`
  return selected === 'draft' ? sql`number = coalesce(draft, version)` : sql`number = ${selected}`
}

/** SQL expression for the `DataSchema` of a row, or null. */
export const SCHEMA = sql<DataSchema | null>`
  case when data_schema is not null then json_build_object('text', data_schema, 'version', data_schema_version) end`

/** Returns the message for a content that does not exist or belongs to another account. */
export function notFoundMessage(kind: ContentKind, selected?: VersionSelection): string {
  const id = kind === 'template' ? 'templateId' : 'name'
  const version = typeof selected === 'number' ? `, or it has no version ${selected}` : ''
  return `There is no ${kind} with this ${id}${version}.`
}

/** SQL expression for the current time in milliseconds, the precision of the API, so that times read back are equal. */
export const NOW = sql`date_trunc('milliseconds', now())`

const CONTENTS = sql`
  select content_id, contents.name, version, draft, number, object_key, file_size,
    content_version, content_type, ${SCHEMA} as schema, contents.created_at,
    updated_at, ${authorExpression('contents')} as "updatedBy"
  from contents_by_version as contents left join api_keys on api_keys.token_id = contents.token_id`
