import { sql } from 'kysely'
import {
  type DataSchema,
  isSelected,
  notFoundMessage,
  SCHEMA,
  type VersionSelection,
} from '../content/contents.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { versionOf } from '../content/save.ts'
import type { Database } from '../database/database.ts'
import { parseExactJson } from '@platen/template/exact-json'
import type { DataSet } from './data-sets.ts'
import type { Template } from './templates.ts'

/** Fields of a template that a render needs. */
export interface PrintableTemplate extends Pick<
  Template,
  'templateId' | 'name' | 'objectKey' | 'contentVersion' | 'archivedAt'
> {
  /** Number of the version. */
  number: number
  schema: DataSchema | null
}

/** Sample data, data sets and data schema of a template. */
export interface TemplateData {
  /** JSON text, `{}` by default. */
  sampleData: string
  dataSets: DataSet[]
  schema: DataSchema | null
}

/** Returns one version of a template of an account with its data schema. @throws {Refusal} `not-found`. */
export async function findPrintable(
  database: Database,
  accountId: string,
  templateId: string,
  selected?: VersionSelection,
): Promise<PrintableTemplate> {
  const { rows } = await sql<PrintableTemplate>`
    select template_id, name, number, object_key, content_version, archived_at, ${SCHEMA} as schema
    from templates_by_version
    where account_id = ${accountId} and template_id = ${templateId} and ${isSelected(selected)}`.execute(
    database,
  )
  return oneOrNotFound(rows, notFoundMessage('template', selected))
}

/** Returns the sample data, the data sets and the data schema of a template. @throws {Refusal} `not-found`. */
export async function findTemplateData(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<TemplateData> {
  const { rows } = await sql<TemplateData>`
    select sample_data::text as "sampleData", data_sets, ${SCHEMA} as schema
    from templates where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  return oneOrNotFound(rows, notFoundMessage('template'))
}

/** JSON text of no sample data, and of no data schema. */
export const EMPTY_JSON = '{}'

/** Returns the version of a JSON text: its SHA-256 without white space, hex. */
export function versionOfJson(text: string): string {
  return versionOf(JSON.stringify(parseExactJson(text)))
}

/**
 * Returns the version of a template as a whole: the SHA-256 of the versions of its parts, hex.
 * @param template JSON texts; an empty schema is the same as none.
 */
export function versionOfTemplate({
  contentVersion,
  sampleData,
  dataSchema,
  dataSets,
  pdfOptions,
}: {
  contentVersion: string
  sampleData: string
  dataSchema: string
  dataSets: readonly DataSet[]
  pdfOptions: string
}): string {
  const parts = [
    contentVersion,
    versionOf(sampleData),
    versionOf(dataSchema || EMPTY_JSON),
    versionOf(JSON.stringify(dataSets)),
    versionOf(pdfOptions),
  ]
  return versionOf(parts.join(' '))
}
