import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { one } from './rows.ts'

/** Returns the secret of the installation with this name, 32 bytes. Creates it once for all processes. */
export async function findOrCreateSecret(database: Database, name: string): Promise<Buffer> {
  await sql`
    insert into secrets (name, value) values (${name}, ${randomBytes(32)})
    on conflict (name) do nothing`.execute(database)
  const { rows } = await sql<{ value: Buffer }>`select value from secrets where name = ${name}`.execute(
    database,
  )
  return one(rows).value
}
