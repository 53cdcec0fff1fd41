import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { authorIn, type KnownAuthor } from './authors.ts'
import { findTemplate, type TemplateStores } from './templates.ts'

/** A source that a template has or has had. */
export interface Version {
  /** From 1 on, in the order in which they were stored. */
  number: number
  /** Bytes of the source. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  createdAt: Date
  savedBy: KnownAuthor
  /** The number of the older version whose source was taken up again. */
  restored: number | null
  /** Whether this is what the template prints now. */
  isCurrent: boolean
}

/** The versions of a template, the newest first. @throws {Refusal} `not-found`. */
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

/** One version with its source. @throws {Refusal} `not-found`, also when the version has gone with its age. */
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
    template_versions.created_at as "createdAt", ${authorIn('template_versions')} as "savedBy", restored,
    template_versions.object_key as "objectKey", template_versions.object_key = templates.object_key as "isCurrent"
  from template_versions join templates using (template_id)
    left join api_keys on api_keys.token_id = template_versions.token_id`
