import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { parseExactJson } from '../rendering/fill/exact-json.ts'
import { type Template, templateNotFound } from './templates.ts'

/** What data must be like: a JSON Schema. */
export interface DataSchema {
  /** JSON text, as its author wrote it. */
  text: string
  /** SHA-256 of it, hex. */
  version: string
}

/** What is needed of a template to print with it. */
export interface PrintableTemplate extends Pick<
  Template,
  'templateId' | 'name' | 'objectKey' | 'contentVersion'
> {
  schema: DataSchema | null
}

/** What the owner of a template keeps beside its source. */
export interface TemplateData {
  /** JSON text, `{}` where nobody gave any. */
  sampleData: string
  schema: DataSchema | null
}

/** A template of an account, with what data must be like. @throws {Refusal} `not-found`. */
export async function findPrintable(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<PrintableTemplate> {
  const { rows } = await sql<PrintableTemplate>`
    select template_id as "templateId", name, object_key as "objectKey", content_version as "contentVersion",
      ${SCHEMA} as schema
    from templates where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  const [template] = rows
  if (!template) throw templateNotFound()
  return template
}

/** Sample data and schema of a template. @throws {Refusal} `not-found`. */
export async function findTemplateData(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<TemplateData> {
  const { rows } = await sql<TemplateData>`
    select sample_data::text as "sampleData", ${SCHEMA} as schema
    from templates where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  const [row] = rows
  if (!row) throw templateNotFound()
  return row
}

/** Returns the version of a JSON text: its SHA-256 without white space, hex. */
export function versionOfJson(text: string): string {
  return createHash('sha256')
    .update(JSON.stringify(parseExactJson(text)))
    .digest('hex')
}

/** A row's `DataSchema`, or null. */
export const SCHEMA = sql<DataSchema | null>`
  case when data_schema is null then null
    else json_build_object('text', data_schema::text, 'version', data_schema_version) end`
