import { sql } from 'kysely'
import {
  type ContentRef,
  type ContentStores,
  notFoundMessage,
  removeContent,
  type VersionSelection,
} from '../content/contents.ts'
import type { Database } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { matchesFilter, type TemplateFilter } from './organization.ts'
import { thumbnailKey } from './thumbnails.ts'

/** A stored template with its current source, or the source of its draft. */
export interface Template {
  templateId: string
  userId: string
  name: string
  description: string
  /** Number of the current version, from 1. */
  version: number
  /** Number of the draft. `null` without a draft. */
  draft: number | null
  objectKey: string
  /** Size of the source in bytes. */
  fileSize: number
  /** SHA-256 of the source, hex. */
  contentVersion: string
  createdAt: Date
  updatedAt: Date
  tags: string[]
  /** Time at which it was archived. `null` for a template that calls can use. */
  archivedAt: Date | null
  /** Id of the thumbnail of this source. `null` until it is rendered. */
  thumbnailId: string | null
}

/** Returns the templates of an account that match a filter, newest first. */
export async function listTemplates(
  database: Database,
  accountId: string,
  filter: TemplateFilter,
): Promise<Template[]> {
  const { rows } = await sql<Template>`
    ${TEMPLATES} where account_id = ${accountId} and ${matchesFilter(filter)} order by templates.created_at desc, template_id`.execute(
    database,
  )
  return rows
}

/** Returns one template of an account. @throws {Refusal} `not-found`, also for a template of another account. */
export async function findTemplate(
  database: Database,
  accountId: string,
  templateId: string,
): Promise<Template> {
  const { rows } = await sql<Template>`
    ${TEMPLATES} where account_id = ${accountId} and template_id = ${templateId}`.execute(database)
  return oneOrNotFound(rows, notFoundMessage('template'))
}

/** Permanently removes a template, all its versions and its thumbnail. @throws {Refusal} `not-found`. */
export async function removeTemplate(
  stores: ContentStores,
  accountId: string,
  templateId: string,
): Promise<void> {
  await removeContent(stores, templateRef(accountId, templateId), async (transaction) => {
    // Waits for a concurrent job that sets the thumbnail.
    const { rows } = await sql<{ thumbnailId: string | null }>`
      select thumbnail_id from template_details where template_id = ${templateId} for update`.execute(
      transaction,
    )
    return rows.flatMap(({ thumbnailId }) => (thumbnailId === null ? [] : [thumbnailKey(thumbnailId)]))
  })
}

/** Returns the reference to the content of a template. */
export function templateRef(accountId: string, templateId: string, selected?: VersionSelection): ContentRef {
  return { accountId, kind: 'template', id: templateId, selected }
}

const TEMPLATES = sql`
  select template_id, user_id, name, description, version, draft, object_key,
    file_size, content_version, templates.created_at,
    updated_at, thumbnail_id, tags, archived_at
  from templates join accounts using (account_id)`
