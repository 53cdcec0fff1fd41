import { type RawBuilder, sql } from 'kysely'

/** Author of a change: a program with an API key, or a user with a mail address. */
export type Author = { tokenId: string } | { person: string }

/** Author for display; `null` when unknown. */
export type KnownAuthor =
  | { kind: 'person'; name: string }
  /** `name` is `null` when the API key has been deleted. */
  | { kind: 'key'; name: string | null }
  | null

/** Returns the values of the columns `token_id` and `person` for an author. */
export function authorColumns(author: Author): { tokenId: string | null; person: string | null } {
  return 'person' in author
    ? { tokenId: null, person: author.person }
    : { tokenId: author.tokenId, person: null }
}

/** SQL expression for the author of a row of `table`, as JSON. Requires a join with `api_keys` on `token_id`. */
export function authorExpression(
  table: 'contents' | 'content_versions' | 'templates',
): RawBuilder<KnownAuthor> {
  const [person, tokenId] = [sql.ref(`${table}.person`), sql.ref(`${table}.token_id`)]
  return sql<KnownAuthor>`case when ${person} is not null then json_build_object('kind', 'person', 'name', ${person})
    when ${tokenId} is not null then json_build_object('kind', 'key', 'name', api_keys.name) end`
}
