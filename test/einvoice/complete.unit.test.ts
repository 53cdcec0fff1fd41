import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeInvoice, validateInvoice } from '../../packages/einvoice/src/index.ts'
import { fullInvoice, germanInvoice } from './samples.ts'

describe('completing an invoice', () => {
  it('calculates lines, VAT breakdown and totals in exact decimals', () => {
    const { lines, allowances, vatBreakdown, totals } = completeInvoice(germanInvoice())
    assert.deepEqual(
      lines?.map(({ id, netAmount, price }) => [id, netAmount, price?.net]),
      // 3 × (12.00 − 0.05) = 35.85, and 0.7 × 4.35 + 0.55 − 0.10 = 3.495, rounded half up.
      [
        ['1', '35.85', '11.95'],
        ['2', '3.50', 4.35],
      ],
    )
    assert.equal(allowances?.[0]?.amount, '10.00')
    assert.deepEqual(vatBreakdown, [
      { category: 'S', rate: '19', taxableAmount: '32.85', taxAmount: '6.24' },
      { category: 'S', rate: 7, taxableAmount: '3.50', taxAmount: '0.25' },
    ])
    assert.deepEqual(totals, {
      paidAmount: '5.00',
      lineNetTotal: '39.35',
      allowanceTotal: '10.00',
      chargeTotal: '7.00',
      netTotal: '36.35',
      vatTotal: '6.49',
      grossTotal: '42.84',
      amountDue: '37.84',
    })
  })

  it('calculates sums that binary floating point gets wrong', () => {
    const line = (net: number) => ({
      quantity: 1,
      unit: 'H87',
      price: { net },
      vat: { category: 'S', rate: 19 },
      item: { name: 'Item' },
    })
    const { totals } = completeInvoice({ lines: [line(0.1), line(0.2), line(1.005), line(8.325)] })
    assert.equal(totals?.lineNetTotal, '9.64')
  })

  it('keeps amounts of the caller, and fills in the others', () => {
    const invoice = germanInvoice()
    const completed = completeInvoice({ ...invoice, totals: { netTotal: '1.00' } })
    assert.equal(completed.totals?.netTotal, '1.00')
    assert.equal(completed.totals?.lineNetTotal, '39.35')
    assert.equal(completed.totals?.grossTotal, '7.49')
  })

  it('adds amounts and rates to a breakdown entry that states an exemption reason', () => {
    const { vatBreakdown } = completeInvoice(fullInvoice())
    assert.deepEqual(vatBreakdown?.[0], {
      category: 'E',
      exemptionReason: 'Education',
      rate: '0',
      taxableAmount: '50.00',
      taxAmount: '0.00',
    })
    assert.deepEqual(
      vatBreakdown?.map(({ category, rate }) => [category, rate]),
      [
        ['E', '0'],
        ['S', '20'],
        ['S', '19'],
      ],
    )
  })

  it('does not add an entry to a breakdown whose amounts are all stated', () => {
    const { vatBreakdown = [] } = completeInvoice(germanInvoice())
    const completed = completeInvoice({ ...germanInvoice(), vatBreakdown: vatBreakdown.slice(0, 1) })
    assert.equal(completed.vatBreakdown?.length, 1)
    const rules = validateInvoice(completed, { format: 'xrechnung-ubl' }).map(({ rule }) => rule)
    assert.ok(rules.includes('BR-S-01'), rules.join())
  })

  it('sets the exemption code of categories that have only one', () => {
    const invoice = completeInvoice({
      lines: [{ quantity: 1, price: { net: 10 }, vat: { category: 'K' } }],
    })
    assert.deepEqual(invoice.vatBreakdown, [
      {
        category: 'K',
        rate: '0',
        taxableAmount: '10.00',
        taxAmount: '0.00',
        exemptionReasonCode: 'VATEX-EU-IC',
      },
    ])
  })

  it('sets specification and business process of the format', () => {
    const peppol = completeInvoice(germanInvoice(), { format: 'peppol-bis-3' })
    assert.equal(
      peppol.specification,
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    )
    assert.equal(peppol.businessProcess, 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
    const facturx = completeInvoice(germanInvoice(), { format: 'facturx' })
    assert.equal(facturx.specification, 'urn:cen.eu:en16931:2017')
    assert.equal(facturx.businessProcess, undefined)
  })

  it('does not change its argument', () => {
    const invoice = germanInvoice()
    completeInvoice(invoice, { format: 'xrechnung-ubl' })
    assert.deepEqual(invoice, germanInvoice())
  })
})
