import { sql } from 'kysely'
import { withStorageLimit } from '../accounts/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { isExpectedVersion as isVersionSeen } from './expected-version.ts'
import { discard } from '../storage/discard.ts'
import { type Author, authorIn, columnsOf, type KnownAuthor } from './authors.ts'
import { addVersion, adoptPresent, replaceObject } from './stored-versions.ts'
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

const NOTHING = '{}'

/** What changes of a template; what is not there stays as it is. */
export interface Change {
  source?: string
  /** JSON text. */
  sampleData?: string | undefined
  /** What data must be like from now on; null: anything. */
  schema?: DataSchema | null | undefined
  name?: string | undefined
  description?: string | undefined
  author: Author
  /** The revision that the author had before them; where it is not given, whatever there is is replaced. */
  seen?: number
  /** The contentVersion that the author had before them, likewise. Whoever saves what is there already changes nothing. */
  seenVersion?: string
  /** Versions (`versionOfJson`) of the sample data and the schema that the author saw; null for none. */
  seenSampleData?: string | null | undefined
  seenSchema?: string | null | undefined
  /** The number of the version whose source this is again. */
  restored?: number
}

interface Present {
  objectKey: string
  thumbnailId: string | null
  contentVersion: string
  revision: number
}

/** A change under way; whoever makes it holds the row. */
interface Changing {
  accountId: string
  templateId: string
  present: Present
  change: Change
}

/**
 * Changes a template in place. A new source is an object of its own and the row's change is the moment from which
 * calls see it; the old source is kept as a version.
 * @throws {Refusal} `not-found`; `changed` when the version has changed since the author read it; `limit-reached` when the
 * account would store more bytes than its plan allows.
 */
export async function saveTemplate(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  change: Change,
  signal?: AbortSignal,
): Promise<Template> {
  const { database } = stores
  const { storageKey, ...found } = await findTemplate(database, accountId, templateId)
  if (!isSeen(found, change)) throw await changedMeanwhile(database, templateId)
  const stored =
    change.source === undefined ? undefined : await storeSource(stores, storageKey, change.source, signal)
  try {
    const unneeded = await withStorageLimit(stores, accountId, async (transaction) => {
      const present = await lock(transaction, accountId, templateId)
      if (!isSeen(present, change) || !(await areDataSeen(transaction, templateId, change)))
        throw await changedMeanwhile(transaction, templateId)
      await changeRow(transaction, templateId, change)
      const now = { accountId, templateId, present, change }
      if (stored) return await changeSource(stores, transaction, { ...now, stored })
      return change.sampleData === undefined ? [] : await changePicture(stores, transaction, now)
    })
    for (const key of unneeded) await discard(stores, key)
  } catch (error) {
    // After any other failure the row may have been committed all the same; the sweeper decides then.
    if (stored && error instanceof Refusal) await discard(stores, stored.objectKey)
    throw error
  }
  return await findTemplate(database, accountId, templateId)
}

/** Whether the author knows what they replace. A repeated call finds its own work, and may. */
function isSeen(
  present: Pick<Present, 'revision' | 'contentVersion'>,
  { seen, seenVersion, source }: Change,
): boolean {
  if (seen !== undefined && seen !== present.revision) return false
  if (seenVersion === undefined || seenVersion === present.contentVersion) return true
  return source !== undefined && versionOf(source) === present.contentVersion
}

/** Compares the versions of sample data and schema that the author saw. The caller holds the row. */
async function areDataSeen(transaction: Database, templateId: string, change: Change): Promise<boolean> {
  const { seenSampleData, seenSchema, sampleData, schema } = change
  if (seenSampleData === undefined && seenSchema === undefined) return true
  const { rows } = await sql<{ sampleData: string; schema: string | null }>`
    select sample_data::text as "sampleData", data_schema::text as schema
    from templates where template_id = ${templateId}`.execute(transaction)
  const [present] = rows
  if (!present) return false
  const isSampleData = isSeenJson(present.sampleData, { seen: seenSampleData, next: sampleData })
  return isSampleData && isSeenJson(present.schema, { seen: seenSchema, next: schema?.text })
}

/** Compares one of them. @param present null and an empty object are none. */
function isSeenJson(
  present: string | null,
  { seen, next }: { seen: string | null | undefined; next: string | undefined },
): boolean {
  const contentVersion = versionOfJson(present ?? NOTHING)
  if (seen === null && contentVersion === versionOfJson(NOTHING)) return true
  return isVersionSeen(seen, { contentVersion }, { contentVersion: versionOfJson(next ?? NOTHING) })
}

async function lock(transaction: Database, accountId: string, templateId: string): Promise<Present> {
  const { rows } = await sql<Present>`
    select object_key as "objectKey", thumbnail_id as "thumbnailId", content_version as "contentVersion", revision
    from templates where account_id = ${accountId} and template_id = ${templateId} for update`.execute(
    transaction,
  )
  const [present] = rows
  if (!present) throw templateNotFound()
  return present
}

async function changeRow(
  transaction: Database,
  templateId: string,
  { name, description, sampleData, schema, author }: Change,
): Promise<void> {
  const { tokenId, person } = columnsOf(author)
  const isGiven = schema !== undefined
  await sql`
    update templates set name = coalesce(${name ?? null}, name),
      description = coalesce(${description ?? null}, description),
      sample_data = coalesce(${sampleData ?? null}::json, sample_data),
      data_schema = case when ${isGiven} then ${schema?.text ?? null}::json else data_schema end,
      data_schema_version = case when ${isGiven} then ${schema?.version ?? null} else data_schema_version end,
      revision = revision + (sample_data::text <> coalesce(${sampleData ?? null}, sample_data::text)
        or ${isGiven} and data_schema_version is distinct from ${schema?.version ?? null})::int,
      token_id = ${tokenId}, person = ${person}, updated_at = greatest(${NOW}, updated_at)
    where template_id = ${templateId}`.execute(transaction)
}

/** @returns the keys of the objects that nobody refers to after the commit. */
async function changeSource(
  { queue }: Pick<TemplateWriters, 'queue'>,
  transaction: Database,
  now: Changing & { stored: StoredSource },
): Promise<string[]> {
  const { accountId, templateId, present, stored, change } = now
  const { objectKey } = stored
  const isNew = stored.contentVersion !== present.contentVersion
  await adoptPresent(transaction, templateId)
  const unneeded: string[] = []
  if (isNew) {
    const { author, restored } = change
    unneeded.push(...(await addVersion(transaction, templateId, { stored, author, restored })))
  } else {
    await replaceObject(transaction, { present: present.objectKey, next: objectKey })
    unneeded.push(present.objectKey)
  }
  await sql`
    update templates set object_key = ${objectKey}, file_size = ${stored.fileSize}, thumbnail_id = null,
      content_version = ${stored.contentVersion}, revision = revision + ${isNew ? 1 : 0}
    where template_id = ${templateId}`.execute(transaction)
  await queue.sendThumbnail(transaction, { accountId, templateId, objectKey })
  return present.thumbnailId === null ? unneeded : [...unneeded, thumbnailKey(present.thumbnailId)]
}

/** Has a picture made of the same source with other data. @returns as `changeSource`. */
async function changePicture(
  { queue }: Pick<TemplateWriters, 'queue'>,
  transaction: Database,
  { accountId, templateId, present: { objectKey, thumbnailId } }: Changing,
): Promise<string[]> {
  await sql`update templates set thumbnail_id = null where template_id = ${templateId}`.execute(transaction)
  await queue.sendThumbnail(transaction, { accountId, templateId, objectKey })
  return thumbnailId === null ? [] : [thumbnailKey(thumbnailId)]
}

/** Says whose change it was that the author has not seen. */
async function changedMeanwhile(database: Database, templateId: string): Promise<Refusal> {
  const { rows } = await sql<{ savedBy: KnownAuthor; updatedAt: Date }>`
    select ${authorIn('templates')} as "savedBy", updated_at as "updatedAt"
    from templates left join api_keys on api_keys.token_id = templates.token_id
    where template_id = ${templateId}`.execute(database)
  const [row] = rows
  if (!row) return templateNotFound()
  const who = row.savedBy === null ? 'Somebody' : wordsFor(row.savedBy)
  return new Refusal(
    'changed',
    `${who} saved this template at ${row.updatedAt.toISOString()}, after you had opened it. Nothing was saved now.`,
  )
}

function wordsFor({ kind, name }: NonNullable<KnownAuthor>): string {
  if (kind === 'person') return name
  return name === null ? 'A program whose key is deleted' : `A program with the key “${name}”`
}
