import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { authorIn, type KnownAuthor } from './authors.ts'
import { type Template, templateNotFound } from './templates.ts'

/** A template as the one who edits it wants to know it. */
export interface TemplateDetails extends Template {
  /** JSON text, as its author wrote it. */
  sampleData: string
  /** A JSON Schema as its author wrote it; empty where there is none. */
  dataSchema: string
  updatedBy: KnownAuthor
  /** The number of the present version. */
  version: number
}

/** A template in a list. */
export interface TemplateOverview extends Omit<TemplateDetails, 'sampleData' | 'dataSchema'> {
  /** Pages that were made with it in the last 30 days, by the latest calls of the account. */
  pages: number
  /** When it was last used in these days. */
  usedAt: Date | null
}

/** Of an account with more in 30 days, the latest are counted: it takes 150 ms. */
const CALLS_COUNTED_MAX = 100_000

/** By what a list may be sorted. */
export const TEMPLATE_SORTS = ['updated', 'created', 'name', 'used'] as const
export type TemplateSort = (typeof TEMPLATE_SORTS)[number]

/** The templates of an account whose name, description or id holds a text, and how many these are in all. */
export async function searchTemplates(
  database: Database,
  accountId: string,
  wanted: { search: string; sort: TemplateSort; limit: number; offset: number },
): Promise<{ templates: TemplateOverview[]; total: number }> {
  const { rows } = await sql<TemplateOverview & { total: number }>`
    with used as (
      select template_id, coalesce(sum(pages) filter (where status = 'completed'), 0) as pages,
        max(created_at) as used_at
      from (select template_id, status, pages, created_at from generations where account_id = ${accountId}
        order by created_at desc limit ${CALLS_COUNTED_MAX}) latest
      group by template_id
    )
    select ${FIELDS}, coalesce(pages, 0) as pages, used_at as "usedAt", count(*) over () as total
    from ${TABLES} left join used using (template_id)
    where templates.account_id = ${accountId} and (strpos(lower(templates.name), lower(${wanted.search})) > 0
      or strpos(lower(description), lower(${wanted.search})) > 0 or template_id::text = lower(${wanted.search}))
    order by ${ORDERS[wanted.sort]}, template_id limit ${wanted.limit} offset ${wanted.offset}`.execute(
    database,
  )
  return { templates: rows, total: rows[0]?.total ?? 0 }
}

/** One template of an account with its sample data. @throws {Refusal} `not-found`. */
export async function findTemplateDetails(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<TemplateDetails> {
  const { rows } = await sql<TemplateDetails>`
    select ${FIELDS}, sample_data::text as "sampleData", coalesce(data_schema::text, '') as "dataSchema" from ${TABLES}
    where templates.account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  const [template] = rows
  if (!template) throw templateNotFound()
  return template
}

/** Renames or describes a template; whoever edits its source meanwhile is not in the way. @throws {Refusal} `not-found`. */
export async function describeTemplate(
  database: Database,
  accountId: string,
  templateId: string,
  texts: { name: string | undefined; description: string | undefined },
): Promise<TemplateDetails> {
  await sql`
    update templates set name = coalesce(${texts.name ?? null}, name),
      description = coalesce(${texts.description ?? null}, description)
    where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  return await findTemplateDetails(database, accountId, templateId)
}

const FIELDS = sql`
  template_id as "templateId", user_id as "userId", templates.name, description, storage_key as "storageKey",
  object_key as "objectKey", file_size as "fileSize", content_version as "contentVersion",
  templates.created_at as "createdAt", updated_at as "updatedAt", thumbnail_id as "thumbnailId", revision,
  ${authorIn('templates')} as "updatedBy",
  (select coalesce(max(number), 1) from template_versions
    where template_versions.template_id = templates.template_id) as version`

const TABLES = sql`
  templates join accounts using (account_id) left join api_keys on api_keys.token_id = templates.token_id`

const ORDERS = {
  updated: sql`updated_at desc`,
  created: sql`templates.created_at desc`,
  name: sql`lower(templates.name)`,
  used: sql`pages desc, updated_at desc`,
}
