import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Account, createAccount, findAccount } from '../../packages/server/src/accounts/accounts.ts'
import { connect } from '../../packages/server/src/database/database.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { createLogger } from '../../packages/server/src/log.ts'
import { insertContents } from '../contents.ts'
import { createTestDatabase } from '../databases.ts'

/** Factor for the time limits of statements, for a busy machine. */
const TIMEOUT_FACTOR = 20

/** A migrated database without a service. */
export interface LedgerDatabase extends AsyncDisposable {
  database: Database
  createAccount(credits?: number): Promise<Account>
  /** Adds a template, which has no source. @returns its id. */
  createTemplate(account: Account, schema?: { text: string; version: string }): Promise<string>
  /** Balance and reserved pages of an account. */
  creditsOf(account: Account): Promise<{ credits: number; reserved: number }>
  /** Credits of each ledger entry, the oldest first. */
  entriesOf(account: Account): Promise<{ kind: string; credits: number }[]>
}

export async function startLedgerDatabase(): Promise<LedgerDatabase> {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createTestDatabase())
  const { database } = stack.use(
    connect({ url, poolSize: 4, log: createLogger('silent'), timeoutFactor: TIMEOUT_FACTOR }),
  )
  const resources = stack.move()
  let accounts = 0
  return {
    database,
    async createAccount(welcomeCredits = 10) {
      accounts += 1
      const email = `ledger-${accounts}@example.com`
      return await createAccount(database, {
        email,
        plan: 'default',
        identityPrefix: 'local',
        welcomeCredits,
      })
    },
    async createTemplate({ accountId }, schema) {
      const [templateId] = await insertContents(database, { accountId, kind: 'template', names: ['Invoice'] })
      await sql`
        update content_versions set data_schema = ${schema?.text ?? null}, data_schema_version = ${schema?.version ?? null}
        where content_id = ${templateId}`.execute(database)
      return templateId ?? assert.fail()
    },
    async creditsOf({ accountId }) {
      const { credits, reserved } = await findAccount(database, accountId)
      return { credits, reserved }
    },
    async entriesOf({ accountId }) {
      const { rows } = await sql<{ kind: string; credits: number }>`
        select kind, credits from credit_entries where account_id = ${accountId} order by entry_id`.execute(
        database,
      )
      return rows
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
