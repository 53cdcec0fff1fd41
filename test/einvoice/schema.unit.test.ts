import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeInvoice, readInvoice, type Target, writeInvoice } from '../../packages/einvoice/src/index.ts'
import { basicInvoice, fullInvoice, germanInvoice } from './samples.ts'

const UBL: Target = { format: 'xrechnung-ubl' }
const CII: Target = { format: 'xrechnung-cii' }
const BASIC: Target = { format: 'facturx', profile: 'BASIC' }

function write(target: Target, invoice = germanInvoice()): string {
  return writeInvoice(completeInvoice(invoice, target), target)
}

/** Returns what the schema does not allow, as text. */
function problems(xml: string): string[] {
  const { violations } = readInvoice(xml)
  return violations.filter(({ rule }) => rule === 'PLATEN-SCHEMA').map(({ message }) => message)
}

describe('the schema of an e-invoice', () => {
  const ubl = write(UBL)
  const cii = write(CII)

  it('allows what Platen writes, and elements and attributes that the model does not have', () => {
    for (const xml of [ubl, cii]) assert.deepEqual(problems(xml), [])
    const extension =
      '<UBLExtensions xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">' +
      '<UBLExtension><ExtensionContent><any xmlns="urn:any"><b c="1"/></any></ExtensionContent></UBLExtension></UBLExtensions>'
    const more = ubl
      .replace(
        '<cbc:CustomizationID>',
        `${extension}<cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:CustomizationID>`,
      )
      .replace('<cbc:ID>', '<cbc:ID schemeName="x">')
      .replace('<cbc:DocumentCurrencyCode>', '<cbc:DocumentCurrencyCode listID="ISO4217">')
    assert.deepEqual(problems(more), [])
  })

  it('refuses unknown, repeated, missing and misplaced elements', () => {
    assert.deepEqual(
      problems(ubl.replace('<cbc:IssueDate>', '<cbc:Colour>red</cbc:Colour><cbc:IssueDate>')),
      ['`cbc:Colour` is not an element of UBL 2.1 at this place. Remove it.'],
    )
    assert.deepEqual(
      problems(ubl.replace('<cbc:IssueDate>', '<Colour xmlns="urn:other">red</Colour><cbc:IssueDate>')),
      ['`{urn:other}Colour` is not an element of UBL 2.1 at this place. Remove it.'],
    )
    assert.deepEqual(problems(ubl.replace(/<cbc:ID>.*?<\/cbc:ID>/, '$&$&')), [
      '`cbc:ID` occurs again. UBL 2.1 allows it once.',
    ])
    assert.deepEqual(problems(ubl.replace(/<cbc:IssueDate>.*?<\/cbc:IssueDate>/, '')), [
      '`cbc:IssueDate` is missing. UBL 2.1 requires it.',
    ])
    assert.deepEqual(
      problems(ubl.replace(/(<cbc:ID>.*?<\/cbc:ID>)\s*(<cbc:IssueDate>.*?<\/cbc:IssueDate>)/, '$2$1')),
      [
        '`cbc:ID` is missing. UBL 2.1 requires it.',
        '`cbc:ID` must come before `cbc:IssueDate`: UBL 2.1 has a fixed order.',
      ],
    )
    assert.deepEqual(problems(ubl.replace(/<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, '')), [
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` is missing. UBL 2.1 requires it.',
    ])
  })

  it('refuses values of another type, text beside elements, and elements in a value', () => {
    const date = /(<cbc:IssueDate>).*?(<\/cbc:IssueDate>)/
    for (const wrong of ['2026-02-30', '02.11.2026', '2026-11-02T10:00:00', ''])
      assert.deepEqual(problems(ubl.replace(date, `$1${wrong}$2`)), [
        '`cbc:IssueDate` must be a date of the calendar such as 2026-01-31.',
      ])
    for (const right of ['2026-11-02Z', '2026-11-02+01:00', ' 2026-11-02\n'])
      assert.deepEqual(problems(ubl.replace(date, `$1${right}$2`)), [])
    const payable = /(<cbc:PayableAmount[^>]*>).*?(<\/cbc:PayableAmount>)/
    for (const wrong of ['1e3', '1,50', '', '1 000', '\u00a01.50'])
      assert.deepEqual(problems(ubl.replace(payable, `$1${wrong}$2`)), [
        '`cac:LegalMonetaryTotal/cbc:PayableAmount` must be a decimal number such as 12.50.',
      ])
    assert.deepEqual(problems(ubl.replace(payable, '$1<cbc:ID>1</cbc:ID>$2')), [
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` must be a value. Remove the element `cbc:ID` in it.',
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` must be a decimal number such as 12.50.',
    ])
    assert.deepEqual(problems(ubl.replace('<cac:LegalMonetaryTotal>', '$&text')), [
      '`cac:LegalMonetaryTotal` has a text beside its elements. Remove the text.',
    ])
    assert.deepEqual(problems(cii.replace(/<udt:Indicator>\w+/, '<udt:Indicator>yes')), [
      '`rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator` must be true or false.',
    ])
    const time = ubl.replace('<cbc:DueDate>', '<cbc:IssueTime>10:30:00.5Z</cbc:IssueTime><cbc:DueDate>')
    assert.deepEqual(problems(time), [])
    assert.deepEqual(problems(time.replace('10:30', '25:30')), [
      '`cbc:IssueTime` must be a time such as 12:30:00.',
    ])
    const full = write(UBL, fullInvoice())
    assert.deepEqual(problems(full.replace('SGVsbG8=', 'SGVsbG8')), [
      '`cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject` must be a file in Base64.',
    ])
    const dateTime = /<udt:DateTimeString format="102">\d+<\/udt:DateTimeString>/
    assert.deepEqual(problems(cii.replace(dateTime, '<udt:DateTime>2026-11-02T00:00:00Z</udt:DateTime>')), [])
    assert.deepEqual(problems(cii.replace(dateTime, '<udt:DateTime>2026-11-02</udt:DateTime>')), [
      '`rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTime` must be a date with a time such as 2026-01-31T12:30:00.',
    ])
  })

  it('refuses unknown, missing and wrong attributes', () => {
    assert.deepEqual(problems(ubl.replace('<cbc:PayableAmount', '$& color="red"')), [
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` has the attribute color, which UBL 2.1 does not have. Remove it.',
    ])
    assert.deepEqual(problems(ubl.replace('<cbc:PayableAmount', '$& xmlns:x="urn:x" x:currencyID="EUR"')), [
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` has the attribute {urn:x}currencyID, which UBL 2.1 does not have. Remove it.',
    ])
    const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x x.xsd"'
    assert.deepEqual(problems(ubl.replace(' xmlns', ` ${instance}$&`)), [])
    assert.deepEqual(problems(ubl.replace(/<cbc:PayableAmount[^>]*>/, '<cbc:PayableAmount>')), [
      '`cac:LegalMonetaryTotal/cbc:PayableAmount` needs the attribute currencyID.',
    ])
    assert.deepEqual(problems(ubl.replace('<cbc:Note>', '<cbc:Note languageID="german language">')), [
      '`cbc:Note` needs a language such as de-AT as the attribute languageID.',
    ])
    assert.deepEqual(problems(cii.replace('<ram:TypeCode>', '<ram:TypeCode listID="other">')), [
      '`rsm:ExchangedDocument/ram:TypeCode` must have the value 1001 in the attribute listID, or no such attribute.',
    ])
  })

  it('is that of the profile in Factur-X, which is based on a later version of CII', () => {
    const [reference] =
      /<ram:InvoiceReferencedDocument>[\s\S]*?<\/ram:InvoiceReferencedDocument>/.exec(
        write(CII, fullInvoice()),
      ) ?? []
    const twice = (xml: string) =>
      xml.replace('</ram:ApplicableHeaderTradeSettlement>', `${reference}${reference}$&`)
    assert.deepEqual(problems(twice(cii)), [
      '`rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceReferencedDocument` occurs again. Cross Industry Invoice allows it once.',
    ])
    assert.deepEqual(problems(twice(write({ format: 'facturx' }))), [])
    const contact = '<ram:DefinedTradeContact><ram:PersonName>Ada</ram:PersonName></ram:DefinedTradeContact>'
    const [wrong] = problems(
      write(BASIC, basicInvoice()).replace('<ram:PostalTradeAddress>', `${contact}<ram:PostalTradeAddress>`),
    )
    assert.match(
      wrong ?? '',
      /DefinedTradeContact` is not an element of Cross Industry Invoice of Factur-X BASIC/,
    )
  })

  it('reports at most 100 violations', () => {
    assert.equal(problems(ubl.replace('<cbc:ID>', `${'<cbc:Colour/>'.repeat(150)}<cbc:ID>`)).length, 100)
  })
})
