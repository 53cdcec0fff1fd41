import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  completeInvoice,
  FORMATS,
  type Invoice,
  readInvoice,
  validateInvoice,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import {
  basicInvoice,
  cardInvoice,
  directDebitInvoice,
  fullCiiInvoice,
  fullInvoice,
  germanInvoice,
} from './samples.ts'

/** Returns a copy whose numbers are texts, as they are in XML. */
function asText(invoice: Invoice): Invoice {
  return JSON.parse(
    JSON.stringify(invoice, (_, value) => (typeof value === 'number' ? String(value) : value)),
  )
}

describe('writing and reading an invoice', () => {
  for (const format of FORMATS)
    it(`keeps each field of the model (${format})`, () => {
      for (const sample of [fullInvoice(), directDebitInvoice(), cardInvoice(), germanInvoice()]) {
        const invoice = completeInvoice(sample, { format })
        const { invoice: read, ignored } = readInvoice(writeInvoice(invoice, { format }))
        assert.deepEqual(read, asText(invoice))
        assert.deepEqual(ignored, [])
      }
    })

  it('keeps a VAT point date and a proprietary account', () => {
    for (const format of FORMATS) {
      const invoice = completeInvoice(
        {
          ...germanInvoice(),
          vatPointDate: '2026-10-31',
          payments: [
            { meansCode: '42', creditTransfers: [{ account: '12345', accountName: 'A', bank: 'B' }] },
          ],
        },
        { format },
      )
      const { invoice: read } = readInvoice(writeInvoice(invoice, { format }))
      assert.equal(read.vatPointDate, '2026-10-31')
      assert.deepEqual(read.payments, invoice.payments)
    }
  })

  it('writes a credit note of UBL with its own elements', () => {
    const sample = { ...fullInvoice(), typeCode: '381' }
    const invoice = completeInvoice(sample, { format: 'peppol-bis-3' })
    const xml = writeInvoice(invoice, { format: 'peppol-bis-3' })
    assert.match(xml, /<cn:CreditNote /)
    assert.match(xml, /<cbc:CreditedQuantity unitCode="H87">10</)
    assert.deepEqual(readInvoice(xml).invoice, invoice)
  })

  it('writes numbers without exponent or rounding', () => {
    const invoice = completeInvoice({ lines: [{ quantity: 1e-7, price: { net: 1e21 } }] })
    const xml = writeInvoice(invoice, { format: 'xrechnung-ubl' })
    assert.match(xml, /<cbc:InvoicedQuantity>0\.0000001</)
    assert.match(xml, /<cbc:PriceAmount currencyID="">1000000000000000000000</)
    assert.match(xml, /<cbc:LineExtensionAmount currencyID="">100000000000000\.00</)
  })

  it('writes the profile BASIC WL without lines', () => {
    const target = { format: 'facturx', profile: 'BASIC WL' } as const
    const invoice = completeInvoice(basicInvoice(), target)
    assert.deepEqual(validateInvoice(invoice, target), [])
    const { invoice: read } = readInvoice(writeInvoice(invoice, target))
    assert.equal(read.lines, undefined)
    assert.deepEqual(validateInvoice(read, target), [])
  })

  it('refuses fields that a profile does not have', () => {
    const target = { format: 'facturx', profile: 'BASIC' } as const
    assert.deepEqual(validateInvoice(completeInvoice(basicInvoice(), target), target), [])
    const violations = validateInvoice(completeInvoice(germanInvoice(), target), target)
    assert.deepEqual(
      violations.map(({ rule, path }) => `${rule} ${path}`),
      [
        'PLATEN-PROFILE invoice.seller.contact',
        'PLATEN-PROFILE invoice.payments[0].creditTransfers[0].accountName',
        'PLATEN-PROFILE invoice.lines[0].item.sellerIdentifier',
        'PLATEN-PROFILE invoice.lines[1].item.attributes',
      ],
    )
  })

  it('escapes markup in text and attributes', () => {
    const name = `<b>&amp; "x" ' ]]>\r\n\ttab`
    const fileName = `a"<&'\n.csv`
    const invoice = completeInvoice({
      seller: { name },
      supportingDocuments: [{ reference: 'R', attachment: { content: 'QQ==', fileName } }],
    })
    for (const format of FORMATS) {
      const { invoice: read } = readInvoice(writeInvoice(invoice, { format }))
      assert.equal(read.seller?.name, name)
      assert.equal(read.supportingDocuments?.[0]?.attachment?.fileName, fileName)
    }
  })

  it('has the VAT point date once in CII, and its code in each entry of the breakdown', () => {
    const { vatBreakdown = [] } = completeInvoice(germanInvoice())
    assert.equal(vatBreakdown.length, 2)
    const dated = completeInvoice({ ...germanInvoice(), vatPointDate: '2026-10-30' })
    const xml = writeInvoice(dated, { format: 'xrechnung-cii' })
    assert.equal(xml.split('<ram:TaxPointDate>').length - 1, 1)
    assert.equal(readInvoice(xml).invoice.vatPointDate, '2026-10-30')
    const coded = writeInvoice(completeInvoice({ ...germanInvoice(), vatPointDateCode: '3' }), {
      format: 'xrechnung-cii',
    })
    assert.equal(coded.split('<ram:DueDateTypeCode>').length - 1, 2)
  })

  it('accepts the invoices that it writes', () => {
    for (const format of FORMATS)
      for (const sample of [
        germanInvoice(),
        format === 'xrechnung-cii' ? fullCiiInvoice() : fullInvoice(),
        directDebitInvoice(),
        cardInvoice(),
      ]) {
        const invoice = completeInvoice(sample, { format })
        assert.deepEqual(validateInvoice(invoice, { format }), [], format)
        const { invoice: read, violations } = readInvoice(writeInvoice(invoice, { format }))
        assert.deepEqual([...violations, ...validateInvoice(read, { format })], [], format)
      }
  })
})
