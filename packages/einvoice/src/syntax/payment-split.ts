import type { Invoice, Payment } from '../model/invoice.ts'

/** Payment instructions with at most one credit transfer, as the syntaxes have them. */
export type SinglePayment = Omit<Payment, 'creditTransfers'> & {
  transfer?: NonNullable<Payment['creditTransfers']>[number]
}

/** Splits payment instructions into those with one credit transfer each. */
export function splitPayment({ creditTransfers = [], ...payment }: Payment): SinglePayment[] {
  if (creditTransfers.length === 0) return [payment]
  return creditTransfers.map((transfer, index) =>
    index === 0 ? { ...payment, transfer } : { ...codeOf(payment), transfer },
  )
}

/** The text of the payment means occurs once. */
function codeOf({ meansCode }: SinglePayment): SinglePayment {
  return meansCode === undefined ? {} : { meansCode }
}

/** Adds payment instructions: a further credit transfer of the same means joins the group before. */
export function addPayment(invoice: Invoice, { transfer, ...payment }: SinglePayment): void {
  const payments = invoice.payments ?? []
  invoice.payments = payments
  const before = payments.at(-1)
  const isFurther =
    transfer !== undefined &&
    before?.creditTransfers !== undefined &&
    before.meansCode === payment.meansCode &&
    (payment.meansText === undefined || before.meansText === payment.meansText) &&
    payment.card === undefined &&
    payment.directDebit === undefined
  if (isFurther) before.creditTransfers?.push(transfer)
  else payments.push(transfer ? { ...payment, creditTransfers: [transfer] } : payment)
}
