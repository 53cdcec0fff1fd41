import { creditNoteTypes } from '../../codes/documents.ts'
import { countries } from '../../codes/parties.ts'
import { profileOf } from '../../formats.ts'
import { decimalOf } from '../../decimal.ts'
import type { Invoice, Payment } from '../../model/invoice.ts'
import { forEach, forInvoice, type Problem, type Rule } from '../rule.ts'

/** Characters of a card number: the first six and the last four digits. */
const CARD_DIGITS_MAX = 10

const isTransfer = ({ meansCode }: Payment) => meansCode === '30' || meansCode === '58'

const prefixRule = (path: string, term: string, id: string | undefined): Problem[] => {
  if (id === undefined || id === '') return []
  const prefix = id.trim().slice(0, 2)
  if (countries.has(prefix) || prefix === 'EL') return []
  return [
    {
      path,
      term,
      message: `is ${JSON.stringify(id)}. A VAT identifier begins with the code of its country, such as DE123456789.`,
    },
  ]
}

/** Rules of EN 16931 about parties, payment and periods of the document. */
export const documentRules: readonly Rule[] = [
  {
    id: 'BR-17',
    term: 'BT-59',
    check: forInvoice(({ invoice: { payee, seller } }) =>
      isSameParty(payee, seller)
        ? { path: 'payee', message: 'is the seller. Omit it, or enter the party that receives the payment.' }
        : undefined,
    ),
  },
  {
    id: 'BR-29',
    term: 'BT-74',
    check: forInvoice(({ invoice: { period } }) => periodProblem(period, 'period')),
  },
  {
    id: 'BR-48',
    term: 'BT-119',
    check: forEach(
      ({ vatBreakdown }) => vatBreakdown,
      'vatBreakdown',
      ({ category, rate }, path) =>
        rate === undefined && category !== 'O'
          ? { path: `${path}.rate`, message: 'is missing. Add the VAT rate of the entry (BT-119).' }
          : undefined,
    ),
  },
  {
    id: 'BR-50',
    term: 'BT-84',
    *check({ invoice }) {
      for (const [index, payment] of (invoice.payments ?? []).entries())
        for (const [position, { account }] of (payment.creditTransfers ?? []).entries())
          if (isTransfer(payment) && isBlank(account))
            yield {
              path: `payments[${index}].creditTransfers[${position}].account`,
              message: 'is missing. Add the account that receives the payment (BT-84).',
            }
    },
  },
  {
    id: 'BR-51',
    term: 'BT-87',
    severity: 'warning',
    check: forEach(
      ({ payments }) => payments,
      'payments',
      ({ card }, path) =>
        (card?.number?.trim().length ?? 0) > CARD_DIGITS_MAX
          ? {
              path: `${path}.card.number`,
              message: 'has more than 10 characters. State only the last 4 to 6 digits of the card number.',
            }
          : undefined,
    ),
  },
  {
    id: 'BR-53',
    term: 'BT-111',
    check: forInvoice(({ invoice: { currency, vatCurrency, totals } }) =>
      vatCurrency !== undefined && vatCurrency !== currency && totals?.vatTotalInVatCurrency === undefined
        ? {
            path: 'totals.vatTotalInVatCurrency',
            message: `is missing. Add the total VAT amount in ${vatCurrency} (BT-111), or omit vatCurrency.`,
          }
        : undefined,
    ),
  },
  {
    id: 'BR-61',
    term: 'BT-84',
    check: forEach(
      ({ payments }) => payments,
      'payments',
      (payment, path) =>
        isTransfer(payment) && !payment.creditTransfers?.some(({ account }) => !isBlank(account))
          ? {
              path: `${path}.creditTransfers`,
              message: 'is missing. A credit transfer (30, 58) needs an account (BT-84).',
            }
          : undefined,
    ),
  },
  {
    id: 'UBL-SR-47',
    term: 'BT-81',
    check: forInvoice(({ invoice: { payments = [] }, target }) => {
      if (profileOf(target) === 'EXTENDED') return undefined
      const index = payments.findIndex(({ meansCode }) => meansCode !== payments[0]?.meansCode)
      return index === -1
        ? undefined
        : {
            path: `payments[${index}].meansCode`,
            message: `is ${payments[index]?.meansCode}, but the code before is ${payments[0]?.meansCode}. EN 16931 allows one payment means code.`,
          }
    }),
  },
  {
    id: 'BR-CO-03',
    term: 'BT-7',
    check: forInvoice(({ invoice }) =>
      invoice.vatPointDate !== undefined && invoice.vatPointDateCode !== undefined
        ? {
            path: 'vatPointDate',
            message: 'and `invoice.vatPointDateCode` exclude each other. Omit one of them.',
          }
        : undefined,
    ),
  },
  {
    id: 'BR-CO-09',
    term: 'BT-31',
    check: ({ invoice: { seller, buyer, taxRepresentative } }) => [
      ...prefixRule('seller.vatIdentifier', 'BT-31', seller?.vatIdentifier),
      ...prefixRule('buyer.vatIdentifier', 'BT-48', buyer?.vatIdentifier),
      ...prefixRule('taxRepresentative.vatIdentifier', 'BT-63', taxRepresentative?.vatIdentifier),
    ],
  },
  {
    id: 'BR-CO-25',
    term: 'BT-9',
    check: forInvoice(({ invoice }) => {
      const due = decimalOf(invoice.totals?.amountDue)
      const isTimeless = isBlank(invoice.dueDate) && isBlank(invoice.paymentTerms)
      const isCreditNote = creditNoteTypes.has(invoice.typeCode ?? '')
      return due?.gt(0) && isTimeless && !isCreditNote
        ? { path: 'dueDate', message: 'is missing. Add the due date (BT-9) or the payment terms (BT-20).' }
        : undefined
    }),
  },
]

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === ''
}

function isSameParty(payee: Invoice['payee'], seller: Invoice['seller']): boolean {
  if (!payee || !seller) return false
  const ids = (seller.identifiers ?? []).map(({ id }) => id)
  const isSame = (a: string | undefined, b: string | undefined) => a !== undefined && a === b
  return (
    isSame(payee.name, seller.name) ||
    (payee.identifier?.id !== undefined && ids.includes(payee.identifier.id)) ||
    isSame(payee.legalRegistration?.id, seller.legalRegistration?.id)
  )
}

/** Returns the problem of a period that ends before it starts. */
export function periodProblem(
  period: { start?: string; end?: string } | undefined,
  path: string,
): Problem | undefined {
  const { start, end } = period ?? {}
  if (start === undefined || end === undefined || end >= start) return undefined
  return { path: `${path}.end`, message: `is ${end}, which is before the start ${start}. Correct the dates.` }
}
