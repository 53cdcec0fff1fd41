import { creditNoteTypes, invoiceTypes } from '../codes/documents.ts'
import { currencies } from '../codes/payment.ts'
import type { Context } from '../xml/codec.ts'
import type { Element } from '../xml/element.ts'
import { childOf, textAt } from '../xml/element.ts'
import type { Violation } from '../violation.ts'

/** Violations that are reported at most. */
const VIOLATIONS_MAX = 100

type Report = (rule: string, term: string, path: string, problem: string) => void

/** Checks rules about the XML that the model cannot express. The path of a violation is the path of the element. */
export function checkSyntax(root: Element, context: Context): Violation[] {
  const violations: Violation[] = []
  const report: Report = (rule, term, path, problem) => {
    if (violations.length < VIOLATIONS_MAX)
      violations.push({ rule, severity: 'error', term, path, message: `\`${path}\` ${problem}` })
  }
  for (const element of context.repeated)
    report(
      isVatTotal(element) ? 'BR-CO-15' : 'PLATEN-REPEATED',
      '',
      element.name,
      'occurs again, or has a currency that the invoice does not have. Remove it.',
    )
  const state = { ...context, visitedLines: new Set<Element>() }
  for (const child of root.children) checkElement(child, '', root, state, report)
  checkVatTotals(root, report)
  if (root.name.startsWith('rsm:')) checkCii(root, context, report)
  checkTypeCode(root, report)
  return violations
}

function isVatTotal({ name }: Element): boolean {
  return name === 'ram:TaxTotalAmount' || name === 'cbc:TaxAmount'
}

function checkElement(
  element: Element,
  parentPath: string,
  parent: Element,
  context: Context & { visitedLines: Set<Element> },
  report: Report,
): void {
  const path = parentPath === '' ? element.name : `${parentPath}/${element.name}`
  const text = element.text.trim()
  // The schema of CII requires the delivery, also without data.
  const isRequired = element.name === 'ram:ApplicableHeaderTradeDelivery'
  if (element.children.length === 0 && text === '' && !isRequired)
    report('PEPPOL-EN16931-R008', '', path, 'is empty. Remove it.')
  checkCurrency(element, path, parentPath, context, report)
  if (element.name === 'cbc:ChargeIndicator') {
    if (text !== 'true' && text !== 'false') report('PEPPOL-EN16931-R043', '', path, 'must be true or false.')
    if (text !== 'false' && parentPath.endsWith('cac:Price/cac:AllowanceCharge'))
      report('PEPPOL-EN16931-R044', 'BT-147', path, 'must be false: a price has no charge.')
  }
  if (element.name === 'udt:Indicator') {
    if (text !== 'true' && text !== 'false') report('PEPPOL-EN16931-R043', '', path, 'must be true or false.')
    if (text !== 'false' && parentPath.endsWith('ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator'))
      report('PEPPOL-EN16931-R044', 'BT-147', path, 'must be false: a price has no charge.')
  }
  if (element.name === 'cac:DocumentReference' && parent.name.endsWith('Line')) {
    if (textAt(element, 'cbc:DocumentTypeCode') !== '130')
      report('PEPPOL-EN16931-R101', 'BT-128', path, 'must have the document type code 130.')
    if (context.visitedLines.has(parent))
      report('PEPPOL-EN16931-R100', 'BT-128', path, 'occurs again. A line has one invoiced object.')
    context.visitedLines.add(parent)
  }
  for (const child of element.children) checkElement(child, path, element, context, report)
}

function checkCurrency(
  { attributes: { currencyID } }: Element,
  path: string,
  parentPath: string,
  { currency, vatCurrency }: Context,
  report: Report,
): void {
  if (currencyID === undefined) return
  if (!currencies.has(currencyID)) report('BR-CL-03', '', path, `has the unknown currency ${currencyID}.`)
  const isVat = parentPath === 'cac:TaxTotal' || path.endsWith('ram:TaxTotalAmount')
  const isKnown = currencyID === currency || (isVat && currencyID === vatCurrency)
  if (currency !== '' && !isKnown)
    report('PEPPOL-EN16931-R051', '', path, `has the currency ${currencyID} instead of ${currency}.`)
}

/** Checks that a credit note of UBL has the type code of one, and an invoice that of an invoice. */
function checkTypeCode(root: Element, report: Report): void {
  const [name, expected] =
    root.name === 'cn:CreditNote'
      ? ['cbc:CreditNoteTypeCode', creditNoteTypes]
      : ['cbc:InvoiceTypeCode', invoiceTypes]
  const code = textAt(root, name)
  if (code !== undefined && code !== '' && !expected.has(code))
    report('BR-CL-01', 'BT-3', name, `is ${code}, which is not a type code of this document.`)
}

/** Checks that UBL has one total with a breakdown, and a total in the VAT currency if there is one. */
function checkVatTotals(root: Element, report: Report): void {
  if (!root.name.startsWith('ubl:') && !root.name.startsWith('cn:')) return
  const totals = root.children.filter(({ name }) => name === 'cac:TaxTotal')
  const hasBreakdown = ({ children }: Element) => children.some(({ name }) => name === 'cac:TaxSubtotal')
  const withBreakdown = totals.filter(hasBreakdown).length
  if (withBreakdown !== 1)
    report(
      'PEPPOL-EN16931-R053',
      'BG-23',
      'cac:TaxTotal',
      `has ${withBreakdown} breakdowns. One is required.`,
    )
  const expected = textAt(root, 'cbc:TaxCurrencyCode') === undefined ? 0 : 1
  if (totals.length - withBreakdown !== expected)
    report(
      'PEPPOL-EN16931-R054',
      'BT-111',
      'cac:TaxTotal',
      `without breakdown occurs ${totals.length - withBreakdown} times instead of ${expected}.`,
    )
}

/** Checks how often elements of a Cross Industry Invoice occur. */
function checkCii(root: Element, { currency, vatCurrency }: Context, report: Report): void {
  const transaction = childOf(root, 'rsm:SupplyChainTradeTransaction')
  const settlement = childOf(transaction, 'ram:ApplicableHeaderTradeSettlement')
  const totals = childOf(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const path = 'ram:TaxTotalAmount'
  const vat = (totals?.children ?? []).filter(({ name }) => name === path)
  const inCurrency = (code: string) =>
    vat.filter(({ attributes }) => attributes['currencyID'] === code).length
  if (currency !== '' && inCurrency(currency) > 1)
    report(
      'PEPPOL-EN16931-R053',
      'BT-110',
      path,
      `occurs ${inCurrency(currency)} times in ${currency}. Once is allowed.`,
    )
  const expected = vatCurrency === '' ? 1 : 2
  if (vat.length > expected || (vatCurrency !== '' && inCurrency(vatCurrency) !== 1))
    report('PEPPOL-EN16931-R054', 'BT-111', path, 'needs one amount for each currency of the invoice.')
  const agreement = childOf(transaction, 'ram:ApplicableHeaderTradeAgreement')
  const name = 'ram:AdditionalReferencedDocument'
  if (documentsOf(agreement, '50').length > 1)
    report('PEPPOL-EN16931-R080', 'BT-17', name, 'with the type code 50 occurs again.')
  if (documentsOf(agreement, '130').length > 1)
    report('PEPPOL-EN16931-R006', 'BT-18', name, 'with the type code 130 occurs again.')
  for (const line of transaction?.children ?? []) {
    if (line.name !== 'ram:IncludedSupplyChainTradeLineItem') continue
    const ofLine = childOf(line, 'ram:SpecifiedLineTradeSettlement')
    const documents = documentsOf(ofLine)
    if (documents.length > 1) report('PEPPOL-EN16931-R100', 'BT-128', name, 'occurs again in a line.')
    if (documents.length > documentsOf(ofLine, '130').length)
      report('PEPPOL-EN16931-R101', 'BT-128', name, 'of a line must have the type code 130.')
  }
}

function documentsOf(parent: Element | undefined, typeCode?: string): Element[] {
  return (parent?.children ?? []).filter(
    (element) =>
      element.name === 'ram:AdditionalReferencedDocument' &&
      (typeCode === undefined || textAt(element, 'ram:TypeCode') === typeCode),
  )
}
