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
