import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { type Author, authorColumns } from './authors.ts'
import type { StoredSource } from './templates.ts'

/** Limits beyond which the oldest versions of a template are removed. Enough for years of editing. */
const VERSIONS_MAX = 1_000
const VERSION_BYTES_MAX = 50 * 1024 * 1024

/**
 * Adds a stored source as the newest version of its template. The caller must have locked the row of the template.
 * @returns the keys of objects of removed versions, to delete after the commit.
 */
export async function addVersion(
  transaction: Database,
  templateId: string,
  version: { stored: StoredSource; author: Author; restored?: number | undefined },
): Promise<string[]> {
  const { stored } = version
  const { tokenId, person } = authorColumns(version.author)
  await sql`
    insert into template_versions (template_id, number, object_key, file_size, content_version, created_at,
      token_id, person, restored)
    select ${templateId}, coalesce(max(number), 0) + 1, ${stored.objectKey}, ${stored.fileSize},
      ${stored.contentVersion}, date_trunc('milliseconds', now()), ${tokenId}, ${person}, ${version.restored ?? null}
    from template_versions where template_id = ${templateId}`.execute(transaction)
  const { rows } = await sql<{ objectKey: string }>`
    with kept as (
      select number, row_number() over newest as age_rank, sum(file_size) over newest as bytes
      from template_versions where template_id = ${templateId} window newest as (order by number desc)
    )
    delete from template_versions using kept
    where template_versions.template_id = ${templateId} and template_versions.number = kept.number
      and kept.age_rank > 1 and (kept.age_rank > ${VERSIONS_MAX} or kept.bytes > ${VERSION_BYTES_MAX})
    returning object_key as "objectKey"`.execute(transaction)
  return rows.map(({ objectKey }) => objectKey)
}

/**
 * Adds the current source of a template as a version when it has none, because a process of an older release may have
 * stored it. The caller must have locked the row of the template.
 */
export async function addMissingVersion(transaction: Database, templateId: string): Promise<void> {
  await sql`
    insert into template_versions (template_id, number, object_key, file_size, content_version, created_at)
    select template_id, 1 + (select coalesce(max(number), 0) from template_versions where template_id = ${templateId}),
      object_key, file_size, content_version, updated_at
    from templates where template_id = ${templateId}
      and not exists (select 1 from template_versions where object_key = templates.object_key)`.execute(
    transaction,
  )
}

/** Replaces the object of a version when the same source is stored again, since the old object may be missing. */
export async function replaceObject(
  transaction: Database,
  objects: { current: string; next: string },
): Promise<void> {
  await sql`
    update template_versions set object_key = ${objects.next} where object_key = ${objects.current}`.execute(
    transaction,
  )
}

/** Returns the keys of all sources of a template. */
export async function versionKeys(database: Database, templateId: string): Promise<string[]> {
  const { rows } = await sql<{ objectKey: string }>`
    select object_key as "objectKey" from template_versions where template_id = ${templateId}`.execute(
    database,
  )
  return rows.map(({ objectKey }) => objectKey)
}

/** Returns the keys that belong to a current source or an older version of a template. */
export async function sourcesInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ objectKey: string }>`
    select object_key as "objectKey" from templates where object_key = any(${keys}::text[])
    union select object_key from template_versions where object_key = any(${keys}::text[])`.execute(database)
  return new Set(rows.map((row) => row.objectKey))
}
