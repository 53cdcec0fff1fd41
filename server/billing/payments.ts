import { sql } from 'kysely'
import { addToLedger } from '../accounts/credits.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { Payment, Payments } from './stripe.ts'

/** How far the ledger has followed a payment. */
interface Booked {
  accountId: string
  credits: number
  amount: number
  creditsRefunded: number
  creditsDisputed: number
  changes: number
}

/**
 * Brings the ledger in line with a payment as it is now, whatever it was told about it before, in whatever order
 * and however often: what was paid adds its credits once, what went back takes its share of them, and what came
 * back after all gives it again.
 * @returns `none` for a payment that is not for credits, `unknown` for that of an account that is not there.
 */
export async function bookPayment(
  database: Database,
  shop: Pick<Payments, 'findPayment'>,
  paymentId: string,
): Promise<'booked' | 'none' | 'unknown'> {
  // Before Stripe is asked: whoever looks later has seen at least as much, and is not overwritten by us.
  const look = await nextLook(database)
  const payment = await shop.findPayment(paymentId)
  if (!payment) return 'none'
  return await inTransaction(database, async (transaction) => {
    const accountId = await findPayer(transaction, payment)
    if (accountId === undefined) return 'unknown'
    await bookPurchase(transaction, { ...payment, accountId, look })
    const booked = await updatePayment(transaction, { ...payment, look })
    if (booked) await bookChanges(transaction, booked, payment)
    return 'booked'
  })
}

async function nextLook(database: Database): Promise<number> {
  const { rows } = await sql<{ look: number }>`select nextval('payment_looks') as look`.execute(database)
  return rows[0]?.look ?? 0
}

/** A payment that is booked stays with its account. */
async function findPayer(transaction: Database, { paymentId, userId }: Payment): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string | null }>`
    select coalesce((select account_id from payments where payment_id = ${paymentId}),
      (select account_id from accounts where user_id = ${userId})) as "accountId"`.execute(transaction)
  return rows[0]?.accountId ?? undefined
}

async function bookPurchase(
  transaction: Database,
  { paymentId, accountId, credits, look, ...payment }: Payment & { accountId: string; look: number },
): Promise<void> {
  const { rows } = await sql`
    insert into payments (payment_id, account_id, credits, amount, currency, refunded, disputed, paid_at, look)
    values (${paymentId}, ${accountId}, ${credits}, ${payment.amount}, ${payment.currency}, 0, 0,
      ${payment.paidAt}, ${look})
    on conflict (payment_id) do nothing returning 1`.execute(transaction)
  if (rows.length === 0) return
  await addToLedger(transaction, { accountId, kind: 'purchase', credits, reference: paymentId })
}

/** @returns undefined when a later look was there before. */
async function updatePayment(
  transaction: Database,
  { paymentId, refunded, disputed, receiptUrl, look }: Payment & { look: number },
): Promise<Booked | undefined> {
  const { rows } = await sql<Booked>`
    update payments set refunded = ${refunded}, disputed = ${disputed}, receipt_url = ${receiptUrl}, look = ${look}
    where payment_id = ${paymentId} and look <= ${look}
    returning account_id as "accountId", credits, amount, credits_refunded as "creditsRefunded",
      credits_disputed as "creditsDisputed", changes`.execute(transaction)
  return rows[0]
}

async function bookChanges(
  transaction: Database,
  booked: Booked,
  { paymentId, refunded, disputed }: Payment,
): Promise<void> {
  const { accountId } = booked
  const creditsRefunded = shareOf(booked, refunded)
  const creditsDisputed = shareOf(booked, refunded + disputed) - creditsRefunded
  const entries = [
    { kind: 'refund', credits: booked.creditsRefunded - creditsRefunded },
    { kind: 'dispute', credits: booked.creditsDisputed - creditsDisputed },
  ] as const
  const changed = entries.filter(({ credits }) => credits !== 0)
  if (changed.length === 0) return
  const changes = booked.changes + 1
  await sql`
    update payments set credits_refunded = ${creditsRefunded}, credits_disputed = ${creditsDisputed},
      changes = ${changes}
    where payment_id = ${paymentId}`.execute(transaction)
  for (const { kind, credits } of changed) {
    await addToLedger(transaction, { accountId, kind, credits, reference: `${paymentId}#${changes}` })
  }
}

/** Which part of the credits belongs to a part of the amount; rounded in the payer's favour. */
function shareOf({ credits, amount }: Booked, part: number): number {
  const whole = Math.min(part, amount)
  return Number((BigInt(credits) * BigInt(whole)) / BigInt(amount))
}
