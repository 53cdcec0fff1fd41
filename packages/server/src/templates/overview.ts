import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { authorExpression, type KnownAuthor } from '../content/authors.ts'
import { isSelected, notFoundMessage, type VersionSelection } from '../content/contents.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import type { DataSet } from './data-sets.ts'
import { matchesFilter, type TemplateFilter } from './organization.ts'
import type { Template } from './templates.ts'

/** A template with the fields for its editor. */
export interface TemplateDetails extends Template {
  /** JSON text as the author wrote it. */
  sampleData: string
  dataSets: DataSet[]
  /** JSON text as the author wrote it. Empty without options. */
  pdfOptions: string
  /** JSON Schema as the author wrote it. Empty when the template has none. */
  dataSchema: string
  updatedBy: KnownAuthor
}

/** A template in a list. */
export interface TemplateOverview extends Omit<
  TemplateDetails,
  'sampleData' | 'dataSets' | 'pdfOptions' | 'dataSchema'
> {
  /** Pages rendered in the last 30 days, counted over the latest calls of the account. */
  pages: number
  /** Time of the last use in this period. */
  usedAt: Date | null
}

/** Maximum number of calls that are counted, the latest ones. Counting them takes 150 ms. */
const CALLS_COUNTED_MAX = 100_000

/** Sort orders of the list. */
export const TEMPLATE_SORTS = ['updated', 'created', 'name', 'used'] as const
export type TemplateSort = (typeof TEMPLATE_SORTS)[number]

/** Returns one page of the templates whose name, description, id or tag contains a text, and their total number. */
export async function searchTemplates(
  database: Database,
  accountId: string,
  query: TemplateFilter & { search: string; sort: TemplateSort; limit: number; offset: number },
): Promise<{ templates: TemplateOverview[]; total: number }> {
  const matching = sql`
    templates.account_id = ${accountId} and ${isSelected()} and ${matchesFilter(query)} and (strpos(lower(templates.name), lower(${query.search})) > 0
      or strpos(lower(description), lower(${query.search})) > 0 or template_id::text = lower(${query.search})
      or exists (select from unnest(tags) as tag where strpos(lower(tag), lower(${query.search})) > 0))`
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${TABLES} where ${matching}`.execute(database)
  const { rows } = await sql<TemplateOverview>`
    with used as (
      select template_id, coalesce(sum(pages) filter (where status = 'completed'), 0) as pages,
        max(created_at) as used_at
      from (select template_id, status, pages, created_at from generations where account_id = ${accountId}
        order by created_at desc limit ${CALLS_COUNTED_MAX}) latest
      group by template_id
    )
    select ${FIELDS}, coalesce(pages, 0) as pages, used_at
    from ${TABLES} left join used using (template_id)
    where ${matching}
    order by ${ORDERS[query.sort]}, template_id limit ${query.limit} offset ${query.offset}`.execute(database)
  return { templates: rows, total: one(counted.rows).total }
}

/** Returns one version of a template of an account with its data and options. @throws {Refusal} `not-found`. */
export async function findTemplateDetails(
  database: Database,
  accountId: string,
  templateId: string,
  selected?: VersionSelection,
): Promise<TemplateDetails> {
  const { rows } = await sql<TemplateDetails>`
    select ${FIELDS}, sample_data::text as "sampleData", data_sets, pdf_options,
      coalesce(data_schema, '') as "dataSchema" from ${TABLES}
    where templates.account_id = ${accountId} and template_id = ${templateId} and ${isSelected(selected)}`.execute(
    database,
  )
  return oneOrNotFound(rows, notFoundMessage('template', selected))
}

/** Changes the name and description of a template. @throws {Refusal} `not-found`. */
export async function describeTemplate(
  database: Database,
  accountId: string,
  templateId: string,
  texts: { name: string | undefined; description: string | undefined },
): Promise<TemplateDetails> {
  await sql`
    with described as (
      update contents set name = coalesce(${texts.name ?? null}, name)
      where account_id = ${accountId} and kind = 'template' and content_id = ${templateId} returning content_id
    )
    update template_details set description = coalesce(${texts.description ?? null}, description)
    from described where template_id = content_id`.execute(database)
  return await findTemplateDetails(database, accountId, templateId, 'draft')
}

const FIELDS = sql`
  template_id, user_id, templates.name, description, version, draft,
  object_key, file_size, content_version,
  templates.created_at, updated_at, thumbnail_id, tags, archived_at,
  ${authorExpression('templates')} as "updatedBy"`

const TABLES = sql`
  templates_by_version as templates join accounts using (account_id) left join api_keys on api_keys.token_id = templates.token_id`

const ORDERS = {
  updated: sql`updated_at desc`,
  created: sql`templates.created_at desc`,
  name: sql`lower(templates.name)`,
  used: sql`pages desc, updated_at desc`,
}
