import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate, MIGRATIONS } from '../../packages/server/src/database/migrate.ts'
import { newDataFolder } from '../databases.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const NAME = '0040-several-webhooks.sql'

describe('the migration to several webhooks', () => {
  it('keeps the URL, the secret, the events and the deliveries of each webhook', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await newDataFolder('platen-webhooks-')
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
    const [enabled, disabled, removed] = [randomUUID(), randomUUID(), randomUUID()]
    const salt = randomBytes(16)
    for (const id of [enabled, disabled, removed])
      await sql`insert into accounts (account_id, user_id, email) values (${id}, ${id}, ${`${id}@example.com`})`.execute(
        database,
      )
    await sql`
      insert into webhooks (account_id, url, salt, set_at, disabled_at) values
        (${enabled}, 'https://a.example/x', ${salt}, '2026-01-02T03:04:05.678Z', null),
        (${disabled}, 'https://b.example/', ${salt}, now(), '2026-02-03T04:05:06Z')`.execute(database)
    await sql`
      insert into webhook_deliveries (account_id, event, status, next_attempt_at, ended_at) values
        (${enabled}, 'webhook.test', 'pending', now(), null), (${removed}, 'webhook.test', 'failed', null, now())`.execute(
      database,
    )
    await copy((name) => name === NAME)
    await migrate(url, migrations, QUIET)

    const { rows } = await sql<Record<string, unknown>>`
      select account_id, url, salt, events, created_at, updated_at, disabled_at, disabled_reason, previous_salt
      from webhooks order by url`.execute(database)
    const [events, previousSalt] = [['job.completed', 'job.failed'], null]
    const setAt = new Date('2026-01-02T03:04:05.678Z')
    assert.deepEqual(rows[0], {
      accountId: enabled,
      url: 'https://a.example/x',
      salt,
      events,
      previousSalt,
      createdAt: setAt,
      updatedAt: setAt,
      disabledAt: null,
      disabledReason: null,
    })
    const { disabledAt, disabledReason } = rows[1] ?? {}
    assert.deepEqual([disabledAt, disabledReason], [new Date('2026-02-03T04:05:06Z'), 'gone'])
    const { rows: deliveries } = await sql<Record<string, unknown>>`
      select webhooks.account_id, status from webhook_deliveries join webhooks using (webhook_id)`.execute(
      database,
    )
    assert.deepEqual(deliveries, [{ accountId: enabled, status: 'pending' }])
  })
})
