import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { type Author, authorColumns, authorExpression, type KnownAuthor } from './authors.ts'
import { type ContentRef, findContent, NOW, type StoredObject } from './contents.ts'

/** A version of a content. */
export interface Version extends StoredObject {
  /** Number from 1, in the order of storing. */
  number: number
  createdAt: Date
  savedBy: KnownAuthor
  /** Number of the older version that this version restores. */
  restored: number | null
  /** True for the version that renders use now. */
  isCurrent: boolean
}

/** Returns the versions of a content, newest first. @throws {Refusal} `not-found`. */
export async function listVersions(database: Database, ref: ContentRef): Promise<Version[]> {
  const { contentId } = await findContent(database, ref)
  const { rows } = await sql<Version>`
    ${VERSIONS} where content_id = ${contentId} order by number desc`.execute(database)
  return rows
}

/**
 * Returns one version with its object.
 * @param read reads the object with this key.
 * @throws {Refusal} `not-found`, also when the version was removed because of the limits.
 */
export async function readVersion<Read>(
  database: Database,
  ref: ContentRef,
  number: number,
  read: (objectKey: string) => Promise<Read | undefined>,
): Promise<Version & { object: Read }> {
  const { contentId } = await findContent(database, ref)
  for (let missing: string | undefined; ;) {
    const { rows } = await sql<Version>`
      ${VERSIONS} where content_id = ${contentId} and number = ${number}`.execute(database)
    const version = oneOrNotFound(rows, 'There is no version with this number.')
    const object = await read(version.objectKey)
    if (object !== undefined) return { ...version, object }
    // Storing the same bytes again replaces the object of a version.
    if (version.objectKey === missing)
      throw new Error(
        `The object of version ${number} of the ${ref.kind} ${contentId} is missing from the object store`,
      )
    missing = version.objectKey
  }
}

/** Adds a version to a content, whose row is locked. */
export async function addVersion(
  transaction: Database,
  { contentId, accountId, number }: { contentId: string; accountId: string; number: number },
  { objectKey, fileSize, contentVersion, contentType }: StoredObject,
  { author, restored }: { author: Author; restored?: number | undefined },
): Promise<void> {
  const { tokenId, person } = authorColumns(author)
  await sql`
    insert into content_versions (content_id, account_id, number, object_key, file_size, content_version, content_type,
      created_at, token_id, person, restored)
    values (${contentId}, ${accountId}, ${number}, ${objectKey}, ${fileSize}, ${contentVersion}, ${contentType}, ${NOW},
      ${tokenId}, ${person}, ${restored ?? null})`.execute(transaction)
}

const VERSIONS = sql`
  select number, object_key, file_size, content_version,
    content_type, content_versions.created_at,
    ${authorExpression('content_versions')} as "savedBy", restored, number = version as "isCurrent"
  from content_versions join contents using (content_id)
    left join api_keys on api_keys.token_id = content_versions.token_id`
