import type { Payment } from '../../model/invoice.ts'
import { isIban } from '../iban.ts'
import { forEach, type Problem, type Rule } from '../rule.ts'

type Group = 'creditTransfers' | 'card' | 'directDebit'

/** Groups of the means of payment, by the rule that requires them. */
const MEANS: readonly { rule: string; codes: readonly string[]; group: Group; term: string; name: string }[] =
  [
    {
      rule: 'BR-DE-23',
      codes: ['30', '58'],
      group: 'creditTransfers',
      term: 'BG-17',
      name: 'credit transfer',
    },
    { rule: 'BR-DE-24', codes: ['48', '54', '55'], group: 'card', term: 'BG-18', name: 'card payment' },
    { rule: 'BR-DE-25', codes: ['59'], group: 'directDebit', term: 'BG-19', name: 'direct debit' },
  ]
const GROUPS: readonly Group[] = ['creditTransfers', 'card', 'directDebit']

/** A creditor identifier alone, which UBL has with the seller, is not a direct debit. */
function hasGroup(payment: Payment, group: Group): boolean {
  if (group !== 'directDebit') return payment[group] !== undefined
  return payment.directDebit?.mandate !== undefined || payment.directDebit?.debitedAccount !== undefined
}

const forPayments = (check: (payment: Payment, path: string) => Problem | undefined): Rule['check'] =>
  forEach(({ payments }) => payments, 'payments', check)

const meansRules: readonly Rule[] = MEANS.flatMap(({ rule, codes, group, term, name }): Rule[] => [
  {
    id: `${rule}-a`,
    term,
    check: forPayments((payment, path) =>
      codes.includes(payment.meansCode ?? '') && !hasGroup(payment, group)
        ? {
            path: `${path}.${group}`,
            message: `is missing. The payment means code ${payment.meansCode} is a ${name} and needs this group (${term}).`,
          }
        : undefined,
    ),
  },
  {
    id: `${rule}-b`,
    term,
    check: forPayments((payment, path) => {
      if (!codes.includes(payment.meansCode ?? '')) return undefined
      const other = GROUPS.find((each) => each !== group && payment[each] !== undefined)
      return other === undefined
        ? undefined
        : {
            path: `${path}.${other}`,
            message: `is present, but the payment means code ${payment.meansCode} is a ${name}. Omit the group.`,
          }
    }),
  },
])

const ibanProblem = (path: string, account: string | undefined): Problem | undefined =>
  isIban(account ?? '')
    ? undefined
    : {
        path,
        message: `is ${JSON.stringify(account ?? '')}, which is not a valid IBAN. Check its digits.`,
      }

/** Rules of XRechnung about payment: BR-DE-19, -20, -23 to -25, -30 and -31. */
export const xrechnungPayment: readonly Rule[] = [
  ...meansRules,
  {
    id: 'BR-DE-19',
    term: 'BT-84',
    severity: 'warning',
    *check({ invoice: { payments = [] } }) {
      for (const [index, { meansCode, creditTransfers = [] }] of payments.entries())
        for (const [position, { account }] of creditTransfers.entries()) {
          const path = `payments[${index}].creditTransfers[${position}].account`
          const problem = meansCode === '58' ? ibanProblem(path, account) : undefined
          if (problem) yield problem
        }
    },
  },
  {
    id: 'BR-DE-20',
    term: 'BT-91',
    severity: 'warning',
    check: forPayments(({ meansCode, directDebit }, path) =>
      meansCode === '59'
        ? ibanProblem(`${path}.directDebit.debitedAccount`, directDebit?.debitedAccount)
        : undefined,
    ),
  },
  {
    id: 'BR-DE-30',
    term: 'BT-90',
    check: forPayments(({ directDebit }, path) =>
      directDebit && directDebit.creditorIdentifier === undefined
        ? {
            path: `${path}.directDebit.creditorIdentifier`,
            message: 'is missing. Add the creditor identifier (BT-90) of the direct debit.',
          }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-31',
    term: 'BT-91',
    check: forPayments(({ directDebit }, path) =>
      directDebit && directDebit.debitedAccount === undefined
        ? {
            path: `${path}.directDebit.debitedAccount`,
            message: 'is missing. Add the debited account (BT-91) of the direct debit.',
          }
        : undefined,
    ),
  },
]
