import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { authorExpression } from '../templates/authors.ts'
import type { Version } from '../templates/versions.ts'
import { findPartial, type LibraryStores } from './partials.ts'

/** Returns the versions of a partial, newest first. @throws {Refusal} `not-found`. */
export async function listPartialVersions(
  database: Database,
  accountId: string,
  name: string,
): Promise<Version[]> {
  await findPartial(database, accountId, name)
  const { rows } = await sql<Version>`
    ${VERSIONS} where partial_versions.account_id = ${accountId} and partial_versions.name = ${name}
    order by number desc`.execute(database)
  return rows
}

/** Returns one version with its source. @throws {Refusal} `not-found`, also when the version was removed because of the limits. */
export async function readPartialVersion(
  { database, storage }: Pick<LibraryStores, 'database' | 'storage'>,
  accountId: string,
  { name, number }: { name: string; number: number },
  signal?: AbortSignal,
): Promise<Version & { source: string }> {
  await findPartial(database, accountId, name)
  const { rows } = await sql<Version & { objectKey: string }>`
    ${VERSIONS} where partial_versions.account_id = ${accountId} and partial_versions.name = ${name}
      and number = ${number}`.execute(database)
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
  select number, partial_versions.file_size as "fileSize", partial_versions.content_version as "contentVersion",
    partial_versions.created_at as "createdAt", ${authorExpression('partial_versions')} as "savedBy", restored,
    partial_versions.object_key as "objectKey", partial_versions.object_key = partials.object_key as "isCurrent"
  from partial_versions join partials using (account_id, name)
    left join api_keys on api_keys.token_id = partial_versions.token_id`
