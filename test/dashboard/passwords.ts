import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Person, Platen } from '../harness.ts'

/** Password of the users of `personWithPassword`. */
export const PASSWORD = 'correct horse battery'

let hash: Promise<string> | undefined

/** Creates a user who can sign in with `PASSWORD`, without the mails of a sign-up. */
export async function personWithPassword(
  platen: Platen,
  options: { email?: string; name?: string } = {},
): Promise<Person> {
  // Computing a hash is expensive on purpose.
  hash ??= hashPassword(PASSWORD)
  const person = await platen.person(options)
  await sql`
    insert into identity_credentials (user_id, provider_id, provider_user_id, password)
    select id, 'credential', id::text, ${await hash} from identity_users
    where email = ${person.email}`.execute(platen.app.services.database)
  return person
}
