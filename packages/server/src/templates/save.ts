import { sql } from 'kysely'
import { withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { isExpectedVersion } from './expected-version.ts'
import { discard } from '../storage/discard.ts'
import { type Author, authorExpression, authorColumns, type KnownAuthor } from './authors.ts'
import { addVersion, addMissingVersion, replaceObject } from './stored-versions.ts'
import {
  findTemplate,
  NOW,
  type StoredSource,
  storeSource,
  type Template,
  templateNotFound,
  type TemplateWriters,
  versionOf,
} from './templates.ts'
import { type DataSchema, versionOfJson } from './template-data.ts'
import { thumbnailKey } from './thumbnails.ts'

const EMPTY_JSON = '{}'

/** Change of a template. Absent fields stay as they are. */
export interface TemplateChange {
  source?: string
  /** JSON text. */
  sampleData?: string | undefined
  /** New data schema. `null` removes it. */
  schema?: DataSchema | null | undefined
  name?: string | undefined
  description?: string | undefined
  author: Author
  /** Revision that the author has seen. Absent: no check. */
  baseRevision?: number
  /** The contentVersion that the author has seen. Absent: no check. A source that is stored already is always accepted. */
  expectedVersion?: string
  /** Versions (`versionOfJson`) of the sample data and schema that the author has seen; `null` for none. */
  expectedSampleData?: string | null | undefined
  expectedSchema?: string | null | undefined
  /** Number of the version that this change restores. */
  restored?: number
}

interface CurrentRow {
  objectKey: string
  thumbnailId: string | null
  contentVersion: string
  revision: number
}

/** A change in progress, with the row locked. */
interface LockedChange {
  accountId: string
  templateId: string
  current: CurrentRow
  change: TemplateChange
}

/**
 * Changes a template in place. A new source is stored as a new object, and calls use it from the change of the row. The
 * old source is kept as a version.
 * @throws {Refusal} `not-found`; `changed` when the version has changed since the author read it; `limit-reached` when the
 * account would store more bytes than its plan allows.
 */
export async function saveTemplate(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  change: TemplateChange,
  signal?: AbortSignal,
): Promise<Template> {
  const { database } = stores
  const { storageKey, ...template } = await findTemplate(database, accountId, templateId)
  if (!isUpToDate(template, change)) throw await changedConflict(database, templateId)
  const stored =
    change.source === undefined ? undefined : await storeSource(stores, storageKey, change.source, signal)
  try {
    const unreferenced = await withStorageLimit(stores, accountId, async (transaction) => {
      const current = await lock(transaction, accountId, templateId)
      if (!isUpToDate(current, change) || !(await isDataUpToDate(transaction, templateId, change)))
        throw await changedConflict(transaction, templateId)
      await changeRow(transaction, templateId, change)
      const locked = { accountId, templateId, current, change }
      if (stored) return await changeSource(stores, transaction, { ...locked, stored })
      return change.sampleData === undefined ? [] : await replaceThumbnail(stores, transaction, locked)
    })
    for (const key of unreferenced) await discard(stores, key)
  } catch (error) {
    // After any other error the row may be committed, so the object is kept. The sweep removes it when unreferenced.
    if (stored && error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  }
  return await findTemplate(database, accountId, templateId)
}

/** Checks for optimistic concurrency. Returns true also when the same source is stored already, as in a repeated call. */
function isUpToDate(
  current: Pick<CurrentRow, 'revision' | 'contentVersion'>,
  { baseRevision, expectedVersion, source }: TemplateChange,
): boolean {
  if (baseRevision !== undefined && baseRevision !== current.revision) return false
  if (expectedVersion === undefined || expectedVersion === current.contentVersion) return true
  return source !== undefined && versionOf(source) === current.contentVersion
}

/** Compares the versions of sample data and schema that the author has seen. The row must be locked. */
async function isDataUpToDate(
  transaction: Database,
  templateId: string,
  change: TemplateChange,
): Promise<boolean> {
  const { expectedSampleData, expectedSchema, sampleData, schema } = change
  if (expectedSampleData === undefined && expectedSchema === undefined) return true
  const { rows } = await sql<{ sampleData: string; schema: string | null }>`
    select sample_data::text as "sampleData", data_schema::text as schema
    from templates where template_id = ${templateId}`.execute(transaction)
  const [current] = rows
  if (!current) return false
  const isSampleDataExpected = isExpectedJson(current.sampleData, {
    expected: expectedSampleData,
    next: sampleData,
  })
  return (
    isSampleDataExpected && isExpectedJson(current.schema, { expected: expectedSchema, next: schema?.text })
  )
}

/** Compares the version of one JSON text. @param current `null` and an empty object both mean none. */
function isExpectedJson(
  current: string | null,
  { expected, next }: { expected: string | null | undefined; next: string | undefined },
): boolean {
  const contentVersion = versionOfJson(current ?? EMPTY_JSON)
  if (expected === null && contentVersion === versionOfJson(EMPTY_JSON)) return true
  return isExpectedVersion(
    expected,
    { contentVersion },
    { contentVersion: versionOfJson(next ?? EMPTY_JSON) },
  )
}

async function lock(transaction: Database, accountId: string, templateId: string): Promise<CurrentRow> {
  const { rows } = await sql<CurrentRow>`
    select object_key as "objectKey", thumbnail_id as "thumbnailId", content_version as "contentVersion", revision
    from templates where account_id = ${accountId} and template_id = ${templateId} for update`.execute(
    transaction,
  )
  const [current] = rows
  if (!current) throw templateNotFound()
  return current
}

async function changeRow(
  transaction: Database,
  templateId: string,
  { name, description, sampleData, schema, author }: TemplateChange,
): Promise<void> {
  const { tokenId, person } = authorColumns(author)
  const hasSchema = schema !== undefined
  await sql`
    update templates set name = coalesce(${name ?? null}, name),
      description = coalesce(${description ?? null}, description),
      sample_data = coalesce(${sampleData ?? null}::json, sample_data),
      data_schema = case when ${hasSchema} then ${schema?.text ?? null}::json else data_schema end,
      data_schema_version = case when ${hasSchema} then ${schema?.version ?? null} else data_schema_version end,
      revision = revision + (sample_data::text <> coalesce(${sampleData ?? null}, sample_data::text)
        or ${hasSchema} and data_schema_version is distinct from ${schema?.version ?? null})::int,
      token_id = ${tokenId}, person = ${person}, updated_at = greatest(${NOW}, updated_at)
    where template_id = ${templateId}`.execute(transaction)
}

/** Changes the source. @returns the keys of objects that are unreferenced after the commit. */
async function changeSource(
  { queue }: Pick<TemplateWriters, 'queue'>,
  transaction: Database,
  locked: LockedChange & { stored: StoredSource },
): Promise<string[]> {
  const { accountId, templateId, current, stored, change } = locked
  const { objectKey } = stored
  const isNew = stored.contentVersion !== current.contentVersion
  await addMissingVersion(transaction, templateId)
  const unreferenced: string[] = []
  if (isNew) {
    const { author, restored } = change
    unreferenced.push(...(await addVersion(transaction, templateId, { stored, author, restored })))
  } else {
    await replaceObject(transaction, { current: current.objectKey, next: objectKey })
    unreferenced.push(current.objectKey)
  }
  await sql`
    update templates set object_key = ${objectKey}, file_size = ${stored.fileSize}, thumbnail_id = null,
      content_version = ${stored.contentVersion}, revision = revision + ${isNew ? 1 : 0}
    where template_id = ${templateId}`.execute(transaction)
  await queue.send('thumbnail', transaction, [{ accountId, data: { templateId, objectKey } }])
  return current.thumbnailId === null ? unreferenced : [...unreferenced, thumbnailKey(current.thumbnailId)]
}

/** Queues a new thumbnail for changed sample data. @returns as `changeSource`. */
async function replaceThumbnail(
  { queue }: Pick<TemplateWriters, 'queue'>,
  transaction: Database,
  { accountId, templateId, current: { objectKey, thumbnailId } }: LockedChange,
): Promise<string[]> {
  await sql`update templates set thumbnail_id = null where template_id = ${templateId}`.execute(transaction)
  await queue.send('thumbnail', transaction, [{ accountId, data: { templateId, objectKey } }])
  return thumbnailId === null ? [] : [thumbnailKey(thumbnailId)]
}

/** Returns the refusal that names the author of the conflicting change. */
async function changedConflict(database: Database, templateId: string): Promise<Refusal> {
  const { rows } = await sql<{ savedBy: KnownAuthor; updatedAt: Date }>`
    select ${authorExpression('templates')} as "savedBy", updated_at as "updatedAt"
    from templates left join api_keys on api_keys.token_id = templates.token_id
    where template_id = ${templateId}`.execute(database)
  const [row] = rows
  if (!row) return templateNotFound()
  const author = row.savedBy === null ? 'Another author' : describeAuthor(row.savedBy)
  return new Refusal(
    'changed',
    `${author} saved this template at ${row.updatedAt.toISOString()}, after you read it. Your changes were not saved.`,
  )
}

function describeAuthor({ kind, name }: NonNullable<KnownAuthor>): string {
  if (kind === 'person') return name
  return name === null ? 'A program with a deleted API key' : `A program with the API key “${name}”`
}
