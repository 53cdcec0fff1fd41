import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StorageLimits } from '../accounts/stored-bytes.ts'
import type { Author } from '../content/authors.ts'
import type { Content, ContentStores, DataSchema } from '../content/contents.ts'
import { isExpected, versionConflict } from '../content/preconditions.ts'
import { saveContent, versionOf } from '../content/save.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import type { DataSet, DataSetsChange } from './data-sets.ts'
import { EMPTY_JSON, versionOfJson, versionOfTemplate } from './template-data.ts'
import { findTemplateDetails, type TemplateDetails } from './overview.ts'
import { templateRef } from './templates.ts'
import { thumbnailKey, type ThumbnailQueue } from './thumbnails.ts'

/** Dependencies of the functions that store templates, which also queue thumbnails. */
export interface TemplateWriters extends ContentStores, StorageLimits {
  queue: ThumbnailQueue
}

/** Change of a template. Absent fields stay as they are. */
export interface TemplateChange {
  source?: string | undefined
  /** JSON text. */
  sampleData?: string | undefined
  dataSets?: DataSetsChange | undefined
  /** JSON text; empty to remove the options. */
  pdfOptions?: string | undefined
  /** New data schema. `null` removes it. */
  schema?: DataSchema | null | undefined
  /** True: source and schema become the draft, with the source also when only the schema changes. */
  isDraft?: boolean | undefined
  name?: string | undefined
  description?: string | undefined
  author: Author
  /** Number of the version that this change restores. */
  restored?: number | undefined
  /** Versions that the author has seen, of one part or of the whole template; `null` for none. Absent: no check. */
  expected?: {
    /** The contentVersion. */
    source?: string | null | undefined
    /** As of `versionOfJson`. */
    sampleData?: string | null | undefined
    schema?: string | null | undefined
    /** As of `versionOfTemplate`. */
    template?: string | null | undefined
  }
}

/** Content of a new template. */
export interface NewTemplate extends Omit<TemplateChange, 'expected' | 'restored' | 'isDraft'> {
  name: string
  source: string
}

/** Stores a new template. @throws {Refusal} `limit-reached` when the account has reached the limits of its plan. */
export async function createTemplate(
  stores: TemplateWriters,
  accountId: string,
  template: NewTemplate,
  signal?: AbortSignal,
): Promise<TemplateDetails> {
  return await save(
    stores,
    { accountId, templateId: randomUUID(), change: template, ifMissing: 'create' },
    signal,
  )
}

/**
 * Changes a template in place.
 * @throws {Refusal} `not-found`; `changed` when the version has changed since the author read it; `limit-reached` when
 * the account would store more bytes than its plan allows.
 */
export async function saveTemplate(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  change: TemplateChange,
  signal?: AbortSignal,
): Promise<TemplateDetails> {
  return await save(stores, { accountId, templateId, change, ifMissing: 'refuse' }, signal)
}

async function save(
  stores: TemplateWriters,
  saving: { accountId: string; templateId: string; change: TemplateChange; ifMissing: 'create' | 'refuse' },
  signal: AbortSignal | undefined,
): Promise<TemplateDetails> {
  const { accountId, templateId, change, ifMissing } = saving
  const { source, schema, name, author, isDraft, restored, expected } = change
  const ref = templateRef(accountId, templateId)
  let dataSets = ifMissing === 'create' ? change.dataSets?.([]) : undefined
  const { content } = await saveContent(
    stores,
    ref,
    {
      bytes: source === undefined ? undefined : Buffer.from(source),
      schema,
      name,
      author,
      isDraft,
      restored,
      expectedVersion: expected?.source,
    },
    {
      ifMissing,
      async check(transaction, base) {
        if (!expected && !change.dataSets) return
        const current = await lockDetails(transaction, templateId)
        dataSets = change.dataSets?.(current.dataSets)
        const next = {
          sampleData: change.sampleData ?? current.sampleData,
          dataSets: dataSets ?? current.dataSets,
          pdfOptions: change.pdfOptions ?? current.pdfOptions,
        }
        if (!isPresent(base, change, { current, next })) throw await versionConflict(transaction, ref)
      },
      async apply(transaction, { before, after }) {
        await writeDetails(transaction, templateId, { ...change, dataSets })
        const isRendered = before?.objectKey === after.objectKey && change.sampleData === undefined
        return isRendered ? [] : await replaceThumbnail(stores, transaction, accountId, after)
      },
      result: (transaction) =>
        findTemplateDetails(transaction, accountId, templateId, isDraft ? 'draft' : 'current'),
    },
    signal,
  )
  return content
}

/** Fields of a template besides its versions. */
interface Details {
  sampleData: string
  dataSets: readonly DataSet[]
  pdfOptions: string
}

async function lockDetails(transaction: Database, templateId: string): Promise<Details> {
  const { rows } = await sql<Details>`
    select sample_data::text as "sampleData", data_sets, pdf_options from template_details
    where template_id = ${templateId} for update`.execute(transaction)
  return one(rows)
}

/** Returns true when the author has seen the present sample data and schema, or the present template as a whole. */
function isPresent(
  { contentVersion, schema: present }: Content,
  { expected, source, schema }: TemplateChange,
  details: { current: Details; next: Details },
): boolean {
  if (!expected) return true
  const current = { contentVersion, ...details.current, dataSchema: present?.text ?? EMPTY_JSON }
  const next = {
    contentVersion: source === undefined ? contentVersion : versionOf(source),
    ...details.next,
    dataSchema: schema === undefined ? current.dataSchema : (schema?.text ?? EMPTY_JSON),
  }
  return (
    isExpected(expected.template, { current: versionOfTemplate(current), next: versionOfTemplate(next) }) &&
    isExpectedJson(expected.sampleData, current.sampleData, next.sampleData) &&
    isExpectedJson(expected.schema, current.dataSchema, next.dataSchema)
  )
}

/** Compares the version of one JSON text. An empty object and none are the same. */
function isExpectedJson(expected: string | null | undefined, current: string, next: string): boolean {
  if (expected === undefined) return true
  const versions = { current: versionOfJson(current), next: versionOfJson(next) }
  return isExpected(expected ?? versionOfJson(EMPTY_JSON), versions)
}

async function writeDetails(
  transaction: Database,
  templateId: string,
  changed: Pick<TemplateChange, 'description' | 'sampleData' | 'pdfOptions'> & {
    dataSets: readonly DataSet[] | undefined
  },
): Promise<void> {
  const { description, sampleData, pdfOptions } = changed
  const dataSets = changed.dataSets && JSON.stringify(changed.dataSets)
  await sql`
    insert into template_details (template_id, description, sample_data, data_sets, pdf_options)
    values (${templateId}, ${description ?? ''}, ${sampleData ?? EMPTY_JSON}::json, ${dataSets ?? '[]'}::json,
      ${pdfOptions ?? ''})
    on conflict (template_id) do update set
      description = coalesce(${description ?? null}, template_details.description),
      sample_data = coalesce(${sampleData ?? null}::json, template_details.sample_data),
      data_sets = coalesce(${dataSets ?? null}::json, template_details.data_sets),
      pdf_options = coalesce(${pdfOptions ?? null}, template_details.pdf_options)`.execute(transaction)
}

/** Queues a thumbnail of the current version. @returns the key of the old one, to delete after the commit. */
export async function replaceThumbnail(
  { queue }: Pick<TemplateWriters, 'queue'>,
  transaction: Database,
  accountId: string,
  { contentId: templateId, objectKey }: Content,
): Promise<string[]> {
  const { rows } = await sql<{ thumbnailId: string }>`
    with old as (select thumbnail_id from template_details where template_id = ${templateId})
    update template_details set thumbnail_id = null from old
    where template_id = ${templateId} and old.thumbnail_id is not null
    returning old.thumbnail_id`.execute(transaction)
  const job = { templateId, objectKey }
  await queue.send('thumbnail', transaction, [{ accountId, data: job }])
  return rows.map(({ thumbnailId }) => thumbnailKey(thumbnailId))
}
