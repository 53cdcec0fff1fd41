import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Account, findAccount } from '../../packages/server/src/accounts/accounts.ts'
import { addCredits, addToLedger, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import {
  findLowCreditNotice,
  queueLowCreditNotices,
  setLowCreditNotice,
} from '../../packages/server/src/accounts/low-credits.ts'
import { listLedger } from '../../packages/server/src/billing/ledger.ts'
import { type LedgerDatabase, startLedgerDatabase } from './ledger-database.ts'

describe('the ledger', () => {
  let ledger: LedgerDatabase
  before(async () => void (ledger = await startLedgerDatabase()))
  after(() => ledger?.[Symbol.asyncDispose]())

  const add = (account: Account, credits: number) =>
    addCredits(ledger.database, { accountId: account.accountId, credits, reference: randomUUID() })

  describe('an entry', () => {
    it('changes the balance, returns it and stores the note of the operator', async () => {
      const account = await ledger.createAccount(10)
      const { accountId } = account
      assert.equal(
        await addCredits(ledger.database, { accountId, credits: 5, reference: randomUUID(), note: 'Gift' }),
        15,
      )
      assert.equal(await add(account, -20), -5)
      assert.deepEqual(await ledger.creditsOf(account), { credits: -5, reserved: 0 })
      const { rows: entries } = await listLedger(ledger.database, { accountId, limit: 10 })
      assert.deepEqual(
        entries.map(({ kind, credits, balance, note, jobId }) => [kind, credits, balance, note, jobId]),
        [
          ['added', -20, -5, '', null],
          ['added', 5, 15, 'Gift', null],
          ['welcome', 10, 10, '', null],
        ],
      )
    })

    it('is entered once for the same reference, and a repeated one changes nothing', async () => {
      const account = await ledger.createAccount(10)
      const entry = { accountId: account.accountId, credits: 5, reference: randomUUID() }
      await addCredits(ledger.database, entry)
      await assert.rejects(addCredits(ledger.database, entry), /credit_entries_kind_reference_key/)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 15, reserved: 0 })
      // The reference is unique for each kind of entry.
      assert.equal(await addToLedger(ledger.database, { ...entry, kind: 'refund' }), 20)
    })

    it('changes no other account', async () => {
      const [one, other] = [await ledger.createAccount(10), await ledger.createAccount(10)]
      await add(one, 7)
      assert.deepEqual(await ledger.creditsOf(other), { credits: 10, reserved: 0 })
      assert.deepEqual(await ledger.entriesOf(other), [{ kind: 'welcome', credits: 10 }])
    })
  })

  describe('the available credits', () => {
    it('are the balance less the reserved pages', async () => {
      const account = await ledger.createAccount(10)
      await sql`update accounts set reserved = 4 where account_id = ${account.accountId}`.execute(
        ledger.database,
      )
      assert.equal((await findAccount(ledger.database, account.accountId)).available, 6)
      await sql`update accounts set reserved = 0 where account_id = ${account.accountId}`.execute(
        ledger.database,
      )
    })
  })

  describe('the audit', () => {
    /** Breaks an account, and returns what the audit finds before it is repaired. */
    const auditWith = async (account: Account, broken: 'credits' | 'reserved') => {
      const column = sql.ref(broken)
      const { accountId } = account
      await sql`update accounts set ${column} = ${column} + 3 where account_id = ${accountId}`.execute(
        ledger.database,
      )
      const problems = await auditCredits(ledger.database)
      await sql`update accounts set ${column} = ${column} - 3 where account_id = ${accountId}`.execute(
        ledger.database,
      )
      return problems
    }

    it('finds nothing while balances and reservations are right', async () => {
      assert.deepEqual(await auditCredits(ledger.database), [])
    })

    it('finds a balance that is not the sum of the ledger', async () => {
      const account = await ledger.createAccount(10)
      const problem = 'balance 13, ledger 10; reserved 0, in progress 0'
      assert.deepEqual(await auditWith(account, 'credits'), [{ accountId: account.accountId, problem }])
    })

    it('finds reserved pages without a generation', async () => {
      const account = await ledger.createAccount(10)
      const problem = 'balance 10, ledger 10; reserved 3, in progress 0'
      assert.deepEqual(await auditWith(account, 'reserved'), [{ accountId: account.accountId, problem }])
    })

    it('ignores an account that is being removed, but not one with a scheduled deletion', async () => {
      const account = await ledger.createAccount(10)
      const { accountId } = account
      const removeIn = (hours: number) =>
        sql`update accounts set deletion_at = now() + ${hours} * interval '1 hour' where account_id = ${accountId}`.execute(
          ledger.database,
        )
      await removeIn(1)
      assert.equal((await auditWith(account, 'credits')).length, 1)
      await removeIn(-1)
      assert.deepEqual(await auditWith(account, 'credits'), [])
    })
  })

  describe('a page of the ledger', () => {
    it('begins after the last entry of the page before, with its balance', async () => {
      const account = await ledger.createAccount(10)
      for (const credits of [1, 2, 3, 4]) await add(account, credits)
      await add(await ledger.createAccount(10), 100)
      const { accountId } = account
      const read = async (cursor?: string) =>
        await listLedger(ledger.database, { accountId, limit: 3, cursor })
      const pages = [await read()]
      for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor)
        pages.push(await read(next))
      assert.deepEqual(
        pages.map(({ rows }) => rows.map(({ credits, balance }) => [credits, balance])),
        [
          [
            [4, 20],
            [3, 16],
            [2, 13],
          ],
          [
            [1, 11],
            [10, 10],
          ],
        ],
      )
      assert.equal((await listLedger(ledger.database, { accountId, limit: 5 })).nextCursor, null)
    })
  })

  describe('the low-credit notice', () => {
    const noticed: string[] = []
    const queue = {
      send: async (kind: string, _: unknown, jobs: { data: object }[]) => {
        for (const { data } of jobs) {
          assert.ok(kind === 'notice' && 'kind' in data && data.kind === 'low-credits' && 'accountId' in data)
          noticed.push(String(data.accountId))
        }
      },
    }
    /** Returns whether the account gets a notice now. */
    const isNoticed = async ({ accountId }: Account) => {
      noticed.length = 0
      const count = await queueLowCreditNotices(ledger.database, queue)
      assert.equal(count, noticed.length)
      return noticed.includes(accountId)
    }

    it('is sent once when 10 % of the credits are left, and again only after credits were added', async () => {
      const account = await ledger.createAccount(0)
      await add(account, 100)
      assert.equal(await isNoticed(account), false)
      await add(account, -89)
      assert.equal(await isNoticed(account), false, '11 are left')
      await add(account, -1)
      assert.equal(await isNoticed(account), true, '10 are left')
      await add(account, -1)
      assert.equal(await isNoticed(account), false, 'the notice was already sent')
      await add(account, 191)
      assert.equal((await findAccount(ledger.database, account.accountId)).credits, 200)
      await add(account, -179)
      assert.equal(await isNoticed(account), false, '21 are left')
      await add(account, -1)
      assert.equal(await isNoticed(account), true, '20 are left')
    })

    it('is sent at 1 credit to small accounts, but not to an account that starts with 1', async () => {
      const [small, least] = [await ledger.createAccount(0), await ledger.createAccount(0)]
      await add(small, 5)
      await add(least, 1)
      await add(small, -3)
      assert.equal(await isNoticed(small), false, '2 are left')
      assert.equal(await isNoticed(least), false)
      await add(small, -1)
      await add(least, -1)
      assert.equal(await isNoticed(small), true, '1 is left')
      assert.equal(await isNoticed(least), false)
    })

    it('is sent at the threshold that the account chose, and never for 0', async () => {
      const [chosen, never] = [await ledger.createAccount(0), await ledger.createAccount(0)]
      await add(chosen, 100)
      await add(never, 100)
      await setLowCreditNotice(ledger.database, chosen.accountId, 50)
      await setLowCreditNotice(ledger.database, never.accountId, 0)
      assert.deepEqual(await findLowCreditNotice(ledger.database, chosen.accountId), { below: 50 })
      assert.deepEqual(await findLowCreditNotice(ledger.database, never.accountId), { below: 0 })
      await add(chosen, -49)
      assert.equal(await isNoticed(chosen), false)
      await add(chosen, -1)
      await add(never, -100)
      assert.equal(await isNoticed(chosen), true)
      assert.equal(noticed.includes(never.accountId), false)
      // The choice stays when credits are added.
      await add(chosen, 60)
      await add(chosen, -60)
      assert.equal(await isNoticed(chosen), true)
      await setLowCreditNotice(ledger.database, chosen.accountId, null)
      assert.deepEqual(await findLowCreditNotice(ledger.database, chosen.accountId), { below: null })
    })

    it('is not sent when the balance is already below the threshold', async () => {
      const account = await ledger.createAccount(10)
      await setLowCreditNotice(ledger.database, account.accountId, 10)
      assert.equal(await isNoticed(account), false)
    })

    it('rejects the threshold of an account that does not exist', async () => {
      await assert.rejects(findLowCreditNotice(ledger.database, randomUUID()), /returned 0 rows/)
    })
  })
})
