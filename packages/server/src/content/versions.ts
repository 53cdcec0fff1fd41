import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { type Author, authorColumns, authorExpression, type KnownAuthor } from './authors.ts'
import { type ContentRef, type DataSchema, findContent, NOW, SCHEMA, type StoredObject } from './contents.ts'

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
  /** True for the draft: the newest version, which is not published. */
  isDraft: boolean
}

/** A version with its data schema. */
export interface VersionDetails extends Version {
  schema: DataSchema | null
}

/** Returns the versions of a content, newest first. @throws {Refusal} `not-found`. */
export async function listVersions(database: Database, ref: ContentRef): Promise<Version[]> {
  const { contentId } = await findContent(database, ref)
  const { rows } = await sql<Version>`
    select ${VERSION_FIELDS} from ${VERSIONS} where content_id = ${contentId} order by number desc`.execute(
    database,
  )
  return rows
}

/** Returns one version. @throws {Refusal} `not-found`, also when the version was removed because of the limits. */
export async function findVersion(
  database: Database,
  ref: ContentRef,
  number: number,
): Promise<VersionDetails> {
  const { contentId } = await findContent(database, ref)
  const { rows } = await sql<VersionDetails>`
    select ${VERSION_FIELDS}, ${SCHEMA} as schema from ${VERSIONS}
    where content_id = ${contentId} and number = ${number}`.execute(database)
  return oneOrNotFound(rows, 'There is no version with this number.')
}

/**
 * Returns one version with its object.
 * @param read reads the object with this key.
 * @throws {Refusal} as `findVersion`.
 */
export async function readVersion<Read>(
  database: Database,
  ref: ContentRef,
  number: number,
  read: (objectKey: string) => Promise<Read | undefined>,
): Promise<VersionDetails & { object: Read }> {
  for (let missing: string | undefined; ;) {
    const version = await findVersion(database, ref, number)
    const object = await read(version.objectKey)
    if (object !== undefined) return { ...version, object }
    // Storing the same bytes again replaces the object of a version.
    if (version.objectKey === missing)
      throw new Error(
        `The object of version ${number} of the ${ref.kind} ${ref.id} is missing from the object store`,
      )
    missing = version.objectKey
  }
}

/** Adds a version to a content, whose row is locked. */
export async function addVersion(
  transaction: Database,
  { contentId, accountId, number }: { contentId: string; accountId: string; number: number },
  { objectKey, fileSize, contentVersion, contentType, schema }: StoredObject & { schema: DataSchema | null },
  { author, restored }: { author: Author; restored?: number | undefined },
): Promise<void> {
  const { tokenId, person } = authorColumns(author)
  await sql`
    insert into content_versions (content_id, account_id, number, object_key, file_size, content_version, content_type,
      data_schema, data_schema_version, created_at, token_id, person, restored)
    values (${contentId}, ${accountId}, ${number}, ${objectKey}, ${fileSize}, ${contentVersion}, ${contentType},
      ${schema?.text ?? null}, ${schema?.version ?? null}, ${NOW}, ${tokenId}, ${person}, ${restored ?? null})`.execute(
    transaction,
  )
}

const VERSION_FIELDS = sql`
  number, object_key, file_size, content_version, content_type, content_versions.created_at,
  ${authorExpression('content_versions')} as "savedBy", restored, number = version as "isCurrent",
  number is not distinct from draft as "isDraft"`

const VERSIONS = sql`
  content_versions join contents using (content_id)
    left join api_keys on api_keys.token_id = content_versions.token_id`
