import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate, MIGRATIONS } from '../../packages/server/src/database/migrate.ts'
import { newDataFolder } from '../databases.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const NAME = '0042-teams.sql'

describe('the migration to teams', () => {
  it('makes each user the owner of the own account, also users of the previous release, and records welcome credits', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await newDataFolder('platen-teams-')
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const options = { dataDir: folder, cacheDir: join(folder, 'cache'), log: QUIET }
    const { url } = stack.use(await startEmbeddedPostgres(options))
    const migrations = join(folder, 'migrations')
    await mkdir(migrations)
    const copy = async (isNeeded: (name: string) => boolean) => {
      for (const name of await readdir(MIGRATIONS))
        if (name.endsWith('.sql') && isNeeded(name)) await cp(join(MIGRATIONS, name), join(migrations, name))
    }
    await copy((name) => name < NAME)
    await migrate(url, migrations, QUIET)
    const { database } = stack.use(connect({ url, poolSize: 2, log: QUIET }))
    const [existing, unclaimed, later] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [existing, unclaimed, later])
      await sql`insert into accounts (account_id, user_id, email) values (${id}, ${id}, ${`${id}@example.com`})`.execute(
        database,
      )
    /** Inserts a user as the previous release does. */
    const insertUser = async (accountId: string) =>
      await sql`
        insert into users (account_id, issuer, subject, name, email, email_as_of)
        values (${accountId}, 'https://id.example', ${accountId}, 'x', 'x@example.com', now())`.execute(
        database,
      )
    await insertUser(existing)
    await sql`
      insert into credit_entries (account_id, kind, credits, reference)
      values (${existing}, 'welcome', 10, ${existing})`.execute(database)
    await copy((name) => name === NAME)
    await migrate(url, migrations, QUIET)
    await insertUser(later)
    const { rows } = await sql<{ accountId: string; role: string; subject: string }>`
      select members.account_id, members.role, subject
      from members join users on users.id = members.user_id order by members.created_at`.execute(database)
    assert.deepEqual(rows, [
      { accountId: existing, role: 'owner', subject: existing },
      { accountId: later, role: 'owner', subject: later },
    ])
    const { rows: welcomed } = await sql<{ accountId: string; isSame: boolean }>`
      select account_id, email_hash = sha256(convert_to(${`${existing}@example.com`}, 'UTF8')) as "isSame"
      from welcome_credits`.execute(database)
    assert.deepEqual(welcomed, [{ accountId: existing, isSame: true }])
  })
})
