import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Account } from '../../packages/server/src/accounts/accounts.ts'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { listLedger } from '../../packages/server/src/billing/ledger.ts'
import { bookPayment } from '../../packages/server/src/billing/payments.ts'
import type { Payment } from '../../packages/server/src/billing/stripe.ts'
import { type LedgerDatabase, startLedgerDatabase } from '../accounts/ledger-database.ts'

describe('booking a payment', () => {
  let ledger: LedgerDatabase
  before(async () => void (ledger = await startLedgerDatabase()))
  after(async () => {
    assert.deepEqual(await auditCredits(ledger.database), [])
    await ledger[Symbol.asyncDispose]()
  })

  const paymentOf = (account: Pick<Account, 'userId'>, more: Partial<Payment> = {}): Payment => ({
    paymentId: `pi_${randomUUID()}`,
    userId: account.userId,
    credits: 1_000,
    amount: 1_900,
    currency: 'eur',
    refunded: 0,
    disputed: 0,
    paidAt: new Date('2026-01-01T00:00:00Z'),
    receiptUrl: 'https://pay.example/receipt',
    ...more,
  })
  const book = (payment: Payment | undefined, more: Partial<Payment> = {}) =>
    bookPayment(
      ledger.database,
      { findPayment: async () => payment && { ...payment, ...more } },
      payment?.paymentId ?? 'pi_none',
    )
  const entriesOf = async (account: Account) => (await ledger.entriesOf(account)).slice(1)

  it('adds its credits once, also when it is booked several times', async () => {
    const account = await ledger.createAccount()
    const payment = paymentOf(account)
    assert.equal(await book(payment), 'booked')
    assert.equal(await book(payment), 'booked')
    assert.deepEqual(await entriesOf(account), [{ kind: 'purchase', credits: 1_000 }])
    const { rows: entries } = await listLedger(ledger.database, {
      accountId: account.accountId,
      limit: 1,
    })
    const { amount, currency, receiptUrl } = entries[0] ?? assert.fail()
    assert.deepEqual([amount, currency, receiptUrl], [1_900, 'eur', payment.receiptUrl])
  })

  it('deducts the share of a refund, rounded in favour of the payer', async () => {
    const account = await ledger.createAccount()
    const payment = paymentOf(account)
    await book(payment)
    // 633 of 1,900 correspond to 333.16 of 1,000 credits.
    await book(payment, { refunded: 633 })
    await book(payment, { refunded: 633 })
    await book(payment, { refunded: 1_900 })
    assert.deepEqual(await entriesOf(account), [
      { kind: 'purchase', credits: 1_000 },
      { kind: 'refund', credits: -333 },
      { kind: 'refund', credits: -667 },
    ])
    assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 0 })
    const { accountId } = account
    const { rows: entries } = await listLedger(ledger.database, { accountId, limit: 10 })
    assert.deepEqual(
      entries.map(({ kind, amount }) => [kind, amount]),
      [
        ['refund', 1_900],
        ['refund', 1_900],
        ['purchase', 1_900],
        ['welcome', null],
      ],
    )
  })

  it('adds the credits again when a refund fails or a dispute is won', async () => {
    const account = await ledger.createAccount()
    const payment = paymentOf(account)
    await book(payment, { refunded: 1_900 })
    await book(payment, { refunded: 0, disputed: 950 })
    await book(payment, { refunded: 0, disputed: 0 })
    assert.deepEqual(await entriesOf(account), [
      { kind: 'purchase', credits: 1_000 },
      { kind: 'refund', credits: -1_000 },
      { kind: 'refund', credits: 1_000 },
      { kind: 'dispute', credits: -500 },
      { kind: 'dispute', credits: 500 },
    ])
  })

  it('never deducts more than the payment added, for refunds and disputes together', async () => {
    const account = await ledger.createAccount()
    const payment = paymentOf(account)
    await book(payment, { refunded: 1_000, disputed: 1_900 })
    assert.deepEqual(await entriesOf(account), [
      { kind: 'purchase', credits: 1_000 },
      { kind: 'refund', credits: -526 },
      { kind: 'dispute', credits: -474 },
    ])
  })

  it('ignores a state that is older than the booked one', async () => {
    const account = await ledger.createAccount()
    const payment = paymentOf(account)
    await book(payment)
    const [requested, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<Payment>()]
    const findPayment = () => {
      requested.resolve()
      return slow.promise
    }
    const late = bookPayment(ledger.database, { findPayment }, payment.paymentId)
    await requested.promise
    await book(payment, { refunded: 1_900 })
    slow.resolve(payment)
    assert.equal(await late, 'booked')
    assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 0 })
  })

  it('stays with its account when its metadata later name another user', async () => {
    const [payer, other] = [await ledger.createAccount(), await ledger.createAccount()]
    const payment = paymentOf(payer)
    await book(payment)
    assert.equal(await book(payment, { userId: other.userId, refunded: 1_900 }), 'booked')
    assert.deepEqual(await ledger.creditsOf(payer), { credits: 10, reserved: 0 })
    assert.deepEqual(await entriesOf(other), [])
  })

  it('changes nothing for a payment without credits or of an unknown user', async () => {
    assert.equal(await book(undefined), 'none')
    assert.equal(await book(paymentOf({ userId: 'local_unknown' }, { currency: 'usd' })), 'unknown')
    const { rows } = await sql`select from payments where currency = 'usd'`.execute(ledger.database)
    assert.deepEqual(rows, [])
  })
})
