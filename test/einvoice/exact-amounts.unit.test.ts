import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeInvoice, FORMATS, type Invoice, validateInvoice } from '../../packages/einvoice/src/index.ts'
import { decimalOrZero } from '../../packages/einvoice/src/decimal.ts'
import { fullInvoice, germanInvoice } from './samples.ts'

// Base amounts and prices are inputs, like quantities: a cent more may vanish when their product is rounded.
const AMOUNT =
  /\.(?:amount|netAmount|taxableAmount|taxAmount|paidAmount|roundingAmount|amountDue|\w*Total\w*)$/
// The model has no exchange rate from which the VAT in the VAT currency follows.
const FREE = new Set(['invoice.totals.vatTotalInVatCurrency'])

/** Returns the paths of all amounts of an invoice. */
function amountPaths(value: unknown, path = 'invoice'): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => amountPaths(item, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => amountPaths(item, `${path}.${name}`))
  return AMOUNT.test(path) ? [path] : []
}

/** Returns the paths of the prices and base amounts that an invoice has as inputs. */
function inputPaths(invoice: Invoice): string[] {
  const lines = (invoice.lines ?? []).flatMap(({ price }, index) =>
    price?.gross === undefined
      ? [`invoice.lines[${index}].price.net`]
      : [`invoice.lines[${index}].price.gross`],
  )
  const bases = (invoice.allowances ?? []).flatMap(({ baseAmount }, index) =>
    baseAmount === undefined ? [] : [`invoice.allowances[${index}].baseAmount`],
  )
  return [...lines, ...bases]
}

/** Returns all amounts that follow from others. */
function amountsOf(invoice: Invoice): unknown[] {
  const { lines = [], allowances, totals, vatBreakdown } = invoice
  return [
    lines.map(({ netAmount, price }) => [netAmount, price?.gross === undefined ? undefined : price.net]),
    allowances?.map(({ amount }) => amount),
    totals,
    vatBreakdown,
  ]
}

/** Returns a copy of the invoice with one amount changed by a difference. */
function changed(invoice: Invoice, path: string, difference: string): Invoice {
  const copy = structuredClone(invoice)
  const steps = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .slice(1)
  const last = steps.pop() ?? ''
  let group = copy as Record<string, unknown>
  for (const step of steps) group = group[step] as Record<string, unknown>
  group[last] = decimalOrZero(String(group[last])).plus(difference).toFixed()
  return copy
}

describe('amounts', () => {
  for (const format of FORMATS)
    it(`are refused after a change of one cent (${format})`, () => {
      for (const sample of [germanInvoice(), fullInvoice()]) {
        const invoice = completeInvoice(sample, { format })
        const before = validateInvoice(invoice, { format }).filter(({ severity }) => severity === 'error')
        const paths = amountPaths(invoice).filter((path) => !FREE.has(path))
        assert.ok(paths.length >= 15)
        for (const path of paths)
          for (const difference of ['0.01', '-0.01']) {
            const errors = validateInvoice(changed(invoice, path, difference), { format }).filter(
              ({ severity }) => severity === 'error',
            )
            assert.ok(errors.length > before.length, `${path} ${difference}`)
          }
      }
    })

  it('are refused after a cent in a unit price or a base amount, if an amount follows from it that changes', () => {
    const counts = { refused: 0, accepted: 0 }
    for (const sample of [germanInvoice(), fullInvoice()]) {
      const invoice = completeInvoice(sample, { format: 'facturx' })
      for (const path of inputPaths(invoice))
        for (const difference of ['0.01', '-0.01']) {
          const other = changed(invoice, path, difference)
          const isRefused = validateInvoice(other, { format: 'facturx' }).length > 0
          // Without its amounts, the changed invoice is completed with those that follow.
          const completed = completeInvoice(changed(sample, path, difference), { format: 'facturx' })
          const hasOtherAmounts = JSON.stringify(amountsOf(completed)) !== JSON.stringify(amountsOf(invoice))
          assert.equal(isRefused, hasOtherAmounts, `${path} ${difference}`)
          counts[isRefused ? 'refused' : 'accepted'] += 1
        }
    }
    assert.ok(counts.refused > 0 && counts.accepted > 0, JSON.stringify(counts))
  })

  it('accept the tolerance of the official rules for invoices of others', () => {
    const invoice = completeInvoice(germanInvoice(), { format: 'facturx' })
    const [first] = invoice.vatBreakdown ?? []
    assert.ok(first)
    first.taxAmount = '6.25'
    invoice.totals = { ...invoice.totals, vatTotal: '6.50', grossTotal: '42.85', amountDue: '37.85' }
    assert.deepEqual(validateInvoice(invoice, { format: 'facturx', arithmetic: 'official' }), [])
    assert.deepEqual(
      validateInvoice(invoice, { format: 'facturx' }).map(({ rule, path }) => [rule, path]),
      [
        ['BR-CO-17', 'invoice.vatBreakdown[0].taxAmount'],
        ['BR-S-09', 'invoice.vatBreakdown[0].taxAmount'],
      ],
    )
  })
})
