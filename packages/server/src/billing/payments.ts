import { sql } from 'kysely'
import { addToLedger } from '../accounts/credits.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { one } from '../database/rows.ts'
import type { Payment, Payments } from './stripe.ts'

/** State of a payment in the ledger. */
interface BookedPayment {
  accountId: string
  credits: number
  amount: number
  creditsRefunded: number
  creditsDisputed: number
  changes: number
}

/**
 * Updates the ledger to the current state of a payment in Stripe. Events may arrive repeatedly and in any order. A
 * payment adds its credits once. A refund or dispute deducts its share of the credits. A failed refund or won dispute adds
 * it again.
 * @returns `none` for a payment that is not for credits; `unknown` when its account does not exist.
 */
export async function bookPayment(
  database: Database,
  payments: Pick<Payments, 'findPayment'>,
  paymentId: string,
): Promise<'booked' | 'none' | 'unknown'> {
  // Read before the request to Stripe. A concurrent call with a higher number has data at least as new, which this call
  // must not overwrite.
  const readNumber = await nextReadNumber(database)
  const payment = await payments.findPayment(paymentId)
  if (!payment) return 'none'
  return await inTransaction(database, async (transaction) => {
    const accountId = await findPayer(transaction, payment)
    if (accountId === undefined) return 'unknown'
    await bookPurchase(transaction, { ...payment, accountId, readNumber })
    const booked = await updatePayment(transaction, { ...payment, readNumber })
    if (booked) await bookChanges(transaction, booked, payment)
    return 'booked'
  })
}

async function nextReadNumber(database: Database): Promise<number> {
  const { rows } = await sql<{ readNumber: number }>`
    select nextval('payment_reads') as "readNumber"`.execute(database)
  return one(rows).readNumber
}

/** Returns the account of a payment. A booked payment stays with its account. */
async function findPayer(transaction: Database, { paymentId, userId }: Payment): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string | null }>`
    select coalesce((select account_id from payments where payment_id = ${paymentId}),
      (select account_id from accounts where user_id = ${userId})) as "accountId"`.execute(transaction)
  return one(rows).accountId ?? undefined
}

async function bookPurchase(
  transaction: Database,
  {
    paymentId,
    accountId,
    credits,
    readNumber,
    ...payment
  }: Payment & { accountId: string; readNumber: number },
): Promise<void> {
  const { rows } = await sql`
    insert into payments (payment_id, account_id, credits, amount, currency, refunded, disputed, paid_at, read_number)
    values (${paymentId}, ${accountId}, ${credits}, ${payment.amount}, ${payment.currency}, 0, 0,
      ${payment.paidAt}, ${readNumber})
    on conflict (payment_id) do nothing returning 1`.execute(transaction)
  if (rows.length === 0) return
  await addToLedger(transaction, { accountId, kind: 'purchase', credits, reference: paymentId })
}

/** Updates the payment. @returns `undefined` when a newer state is already stored. */
async function updatePayment(
  transaction: Database,
  { paymentId, refunded, disputed, receiptUrl, readNumber }: Payment & { readNumber: number },
): Promise<BookedPayment | undefined> {
  const { rows } = await sql<BookedPayment>`
    update payments set refunded = ${refunded}, disputed = ${disputed}, receipt_url = ${receiptUrl},
      read_number = ${readNumber}
    where payment_id = ${paymentId} and read_number <= ${readNumber}
    returning account_id, credits, amount, credits_refunded, credits_disputed, changes`.execute(transaction)
  return rows[0]
}

async function bookChanges(
  transaction: Database,
  booked: BookedPayment,
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

/** Returns the share of the credits for a part of the amount, rounded in favour of the payer. */
function shareOf({ credits, amount }: BookedPayment, partialAmount: number): number {
  const cappedAmount = Math.min(partialAmount, amount)
  return Number((BigInt(credits) * BigInt(cappedAmount)) / BigInt(amount))
}
