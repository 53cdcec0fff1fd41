import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { authorExpression, type KnownAuthor } from './authors.ts'
import { type ContentRef, isContent } from './contents.ts'

/**
 * Checks a version for optimistic concurrency. Returns true when the author has seen the present version, or when the
 * new one is already stored, as in a repeated call.
 * @param expected The version that the author has seen; `null` for none; `undefined` for no check.
 * @param current The present version; `null` for none.
 * @param next The version after the change.
 */
export function isExpected(
  expected: string | null | undefined,
  { current, next }: { current: string | null; next: string },
): boolean {
  return expected === undefined || expected === current || current === next
}

/** Returns the refusal for a version that is not the expected one. It names the author of the present version. */
export async function versionConflict(database: Database, ref: ContentRef): Promise<Refusal> {
  const { rows } = await sql<{ savedBy: KnownAuthor; updatedAt: Date }>`
    select ${authorExpression('contents')} as "savedBy", updated_at
    from contents left join api_keys on api_keys.token_id = contents.token_id where ${isContent(ref)}`.execute(
    database,
  )
  const [row] = rows
  const reason = row
    ? `${describeAuthor(row.savedBy)} saved this ${ref.kind} at ${row.updatedAt.toISOString()}, after you read it.`
    : `This ${ref.kind} does not exist, or it was deleted after you read it.`
  return new Refusal('changed', `${reason} Your changes were not saved.`)
}

function describeAuthor(author: KnownAuthor): string {
  if (author === null) return 'Another author'
  if (author.kind === 'person') return author.name
  return author.name === null
    ? 'A program with a deleted API key'
    : `A program with the API key “${author.name}”`
}
