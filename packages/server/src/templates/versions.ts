import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { authorExpression, type KnownAuthor } from './authors.ts'
import { findTemplate, type TemplateStores } from './templates.ts'

/** A version of a template. */
export interface Version {
  /** Number from 1, in the order of storing. */
  number: number
  /** Size of the source in bytes. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  createdAt: Date
  savedBy: KnownAuthor
  /** Number of the older version that this version restores. */
  restored: number | null
  /** True for the version that renders use now. */
  isCurrent: boolean
}

/** Returns the versions of a template, newest first. @throws {Refusal} `not-found`. */
export async function listVersions(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<Version[]> {
  await findTemplate(database, accountId, templateId)
  const { rows } = await sql<Version>`
    ${VERSIONS} where template_id = ${templateId} order by number desc`.execute(database)
  return rows
}

/** Returns one version with its source. @throws {Refusal} `not-found`, also when the version was removed because of the limits. */
export async function readVersion(
  { database, storage }: Pick<TemplateStores, 'database' | 'storage'>,
  accountId: string,
  { templateId, number }: { templateId: string; number: number },
  signal?: AbortSignal,
): Promise<Version & { source: string }> {
  await findTemplate(database, accountId, templateId)
  const { rows } = await sql<Version & { objectKey: string }>`
    ${VERSIONS} where template_id = ${templateId} and number = ${number}`.execute(database)
  const [row] = rows
  if (!row) throw versionNotFound()
  const { objectKey, ...version } = row
  const source = await storage.readText(objectKey, signal)
  if (source === undefined) throw versionNotFound()
  return { ...version, source }
}

function versionNotFound(): Refusal {
  return new Refusal('not-found', 'There is no version with this number.')
}

const VERSIONS = sql`
  select number, template_versions.file_size as "fileSize", template_versions.content_version as "contentVersion",
    template_versions.created_at as "createdAt", ${authorExpression('template_versions')} as "savedBy", restored,
    template_versions.object_key as "objectKey", template_versions.object_key = templates.object_key as "isCurrent"
  from template_versions join templates using (template_id)
    left join api_keys on api_keys.token_id = template_versions.token_id`
