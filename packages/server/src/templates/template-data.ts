import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { parseExactJson } from '@platen/template/exact-json'
import { type Template, templateNotFound } from './templates.ts'

/** Data schema of a template: a JSON Schema. */
export interface DataSchema {
  /** JSON text as the author wrote it. */
  text: string
  /** SHA-256 of the JSON text, hex. */
  version: string
}

/** Fields of a template that a render needs. */
export interface PrintableTemplate extends Pick<
  Template,
  'templateId' | 'name' | 'objectKey' | 'contentVersion'
> {
  schema: DataSchema | null
}

/** Sample data and data schema of a template. */
export interface TemplateData {
  /** JSON text, `{}` by default. */
  sampleData: string
  schema: DataSchema | null
}

/** Returns a template of an account with its data schema. @throws {Refusal} `not-found`. */
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

/** Returns the sample data and the data schema of a template. @throws {Refusal} `not-found`. */
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

/** SQL expression for the `DataSchema` of a row, or null. */
export const SCHEMA = sql<DataSchema | null>`
  case when data_schema is null then null
    else json_build_object('text', data_schema::text, 'version', data_schema_version) end`
