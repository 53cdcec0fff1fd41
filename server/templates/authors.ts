import { type RawBuilder, sql } from 'kysely'

/** Who stores something: a program by its key, or a person by their address. */
export type Author = { tokenId: string | undefined } | { person: string }

/** An author as others are told of them; null where nobody knows. */
export type KnownAuthor =
  | { kind: 'person'; name: string }
  /** Without a name when the key has been deleted. */
  | { kind: 'key'; name: string | null }
  | null

/** What the columns `token_id` and `person` hold of an author. */
export function columnsOf(author: Author): { tokenId: string | null; person: string | null } {
  return 'person' in author
    ? { tokenId: null, person: author.person }
    : { tokenId: author.tokenId ?? null, person: null }
}

/** The author whom a row of `table` names, as JSON; `api_keys` must be joined to it by its token_id. */
export function authorIn(
  table: 'templates' | 'template_versions' | 'partials' | 'partial_versions' | 'assets',
): RawBuilder<KnownAuthor> {
  const [person, tokenId] = [sql.ref(`${table}.person`), sql.ref(`${table}.token_id`)]
  return sql<KnownAuthor>`case when ${person} is not null then json_build_object('kind', 'person', 'name', ${person})
    when ${tokenId} is not null then json_build_object('kind', 'key', 'name', api_keys.name) end`
}
