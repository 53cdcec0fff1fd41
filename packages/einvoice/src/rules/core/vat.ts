import { forInvoice, type Rule } from '../rule.ts'
import { VAT_CATEGORIES } from './vat-categories.ts'
import { entryRule, entryRules, taxAmountRule } from './vat-breakdown.ts'
import { partyRules, rateRules, vatItemsOf } from './vat-items.ts'

/** Rules of the category O: it excludes all other categories. */
const exclusive: readonly Rule[] = [
  {
    id: 'BR-O-11',
    term: 'BT-118',
    *check({ invoice: { vatBreakdown = [] } }) {
      if (!vatBreakdown.some(({ category }) => category === 'O')) return
      for (const [index, { category }] of vatBreakdown.entries())
        if (category !== 'O')
          yield {
            path: `vatBreakdown[${index}].category`,
            message: `is ${category}, but another entry is not subject to VAT (O), which excludes all others.`,
          }
    },
  },
  ...(['line', 'allowance', 'charge'] as const).map((kind, index): Rule => ({
    id: `BR-O-${12 + index}`,
    term: ['BT-151', 'BT-95', 'BT-102'][index] ?? '',
    *check({ invoice }) {
      if (!invoice.vatBreakdown?.some(({ category }) => category === 'O')) return
      for (const item of vatItemsOf(invoice))
        if (item.kind === kind && item.category !== 'O')
          yield {
            path: item.path,
            message: `is ${item.category ?? 'missing'}, but the VAT breakdown is not subject to VAT (O). Use O, or split the invoice.`,
          }
    },
  })),
]

/** Further rules of the intra-community supply. */
const intraCommunity: readonly Rule[] = [
  {
    id: 'BR-IC-11',
    term: 'BT-72',
    check: forInvoice(({ invoice: { vatBreakdown, delivery, period } }) =>
      vatBreakdown?.some(({ category }) => category === 'K') &&
      delivery?.date === undefined &&
      period?.start === undefined &&
      period?.end === undefined
        ? {
            path: 'delivery.date',
            message:
              'is missing. An intra-community supply needs the delivery date (BT-72) or the period (BG-14).',
          }
        : undefined,
    ),
  },
  {
    id: 'BR-IC-12',
    term: 'BT-80',
    check: forInvoice(({ invoice: { vatBreakdown, delivery } }) =>
      vatBreakdown?.some(({ category }) => category === 'K') && delivery?.address?.country === undefined
        ? {
            path: 'delivery.address.country',
            message: 'is missing. An intra-community supply needs the country of the delivery (BT-80).',
          }
        : undefined,
    ),
  },
]

/** Rules of the split payment in Italy. */
const splitPayment: readonly Rule[] = [
  {
    id: 'BR-B-01',
    term: 'BT-151',
    *check({ invoice }) {
      const isItalian = invoice.seller?.address?.country === 'IT' && invoice.buyer?.address?.country === 'IT'
      if (isItalian) return
      for (const { category, path } of vatItemsOf(invoice))
        if (category === 'B')
          yield { path, message: 'is B (split payment), which only invoices within Italy may use.' }
    },
  },
  {
    id: 'BR-B-02',
    term: 'BT-151',
    *check({ invoice }) {
      const items = vatItemsOf(invoice)
      if (!items.some(({ category }) => category === 'B')) return
      for (const { category, path } of items)
        if (category === 'S')
          yield { path, message: 'is S, which cannot be combined with B (split payment). Split the invoice.' }
    },
  },
]

/** All rules of EN 16931 about VAT. */
export const vatRules: readonly Rule[] = [
  taxAmountRule,
  ...VAT_CATEGORIES.flatMap((category) => [
    entryRule(category),
    ...partyRules(category),
    ...rateRules(category),
    ...entryRules(category),
  ]),
  ...exclusive,
  ...intraCommunity,
  ...splitPayment,
]
