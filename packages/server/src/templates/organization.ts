import { sql } from 'kysely'
import { Refusal } from '@platen/template/refusal'
import { notFoundMessage } from '../content/contents.ts'
import type { Database } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'

/** Limits on tags. */
export const TAGS_MAX = 20
export const TAG_LENGTH_MAX = 50

/** Selection of archived templates in a list: without them, with them, or only them. */
export const ARCHIVED_FILTERS = ['exclude', 'include', 'only'] as const
export type ArchivedFilter = (typeof ARCHIVED_FILTERS)[number]

/** Filter of a list of templates. By default, archived templates are listed. */
export interface TemplateFilter {
  tag?: string | undefined
  archived?: ArchivedFilter | undefined
}

/** SQL condition on a row of `templates_by_version` for a filter. */
export function matchesFilter({ tag, archived = 'include' }: TemplateFilter) {
  const isTagged = tag === undefined ? sql<boolean>`true` : sql<boolean>`${tag} = any(tags)`
  if (archived === 'include') return isTagged
  const isArchived =
    archived === 'only' ? sql<boolean>`archived_at is not null` : sql<boolean>`archived_at is null`
  return sql<boolean>`${isTagged} and ${isArchived}`
}

/** Returns tags without white space around them and without duplicates. @throws {Refusal} `invalid`. */
export function cleanTags(tags: readonly string[]): string[] {
  const cleaned = [...new Set(tags.map((tag) => tag.trim()))]
  for (const tag of cleaned) {
    if (tag === '' || tag.length > TAG_LENGTH_MAX || /[\p{Cc}\p{Cs},]/u.test(tag))
      throw new Refusal(
        'invalid',
        `tags contains ${JSON.stringify(tag.slice(0, TAG_LENGTH_MAX))}. A tag has 1 to ${TAG_LENGTH_MAX} characters, without commas and control characters.`,
      )
  }
  return cleaned
}

/** Returns the tags of the templates of an account, sorted. */
export async function listTags(database: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from templates where account_id = ${accountId} order by tag`.execute(
    database,
  )
  return rows.map(({ tag }) => tag)
}

/** Replaces the tags of a template. @throws {Refusal} `not-found`, and as `cleanTags`. */
export async function setTags(
  database: Database,
  accountId: string,
  templateId: string,
  tags: readonly string[],
): Promise<string[]> {
  const cleaned = cleanTags(tags)
  await changeDetails(database, accountId, templateId, sql`tags = ${cleaned}::text[]`)
  return cleaned
}

/** Archives a template, so that calls with it are rejected, or restores it. @throws {Refusal} `not-found`. */
export async function setArchived(
  database: Database,
  accountId: string,
  templateId: string,
  isArchived: boolean,
): Promise<void> {
  // Archiving again keeps the time.
  const change = isArchived
    ? sql`archived_at = coalesce(archived_at, date_trunc('milliseconds', now()))`
    : sql`archived_at = null`
  await changeDetails(database, accountId, templateId, change)
}

async function changeDetails(
  database: Database,
  accountId: string,
  templateId: string,
  change: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql`
    update template_details set ${change} from contents
    where template_id = ${templateId} and content_id = template_id and account_id = ${accountId} and kind = 'template'
    returning 1`.execute(database)
  oneOrNotFound(rows, notFoundMessage('template'))
}

/** Checks that calls may use a template. @throws {Refusal} `conflict` for an archived one. */
export function requireActive({ archivedAt }: { archivedAt: Date | null }): void {
  if (archivedAt === null) return
  throw new Refusal(
    'conflict',
    'This template is archived, so calls cannot use it. Restore it in the dashboard, with “platen templates unarchive”, ' +
      'or with POST /v1/templates/{templateId}/unarchive.',
  )
}
