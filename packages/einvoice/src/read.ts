import { readCii } from './cii/cii.ts'
import type { Invoice } from './model/invoice.ts'
import { checkSchema } from './schema/check.ts'
import { checkSyntax } from './syntax/checks.ts'
import { readUbl } from './ubl/ubl.ts'
import type { Violation } from './violation.ts'
import type { Context } from './xml/codec.ts'
import { type Element, textAt } from './xml/element.ts'
import { parseXml } from './xml/parse.ts'
import { XmlError } from './xml/xml-error.ts'

/** Invoice that was read from XML. */
export interface ReadInvoice {
  readonly invoice: Invoice
  readonly syntax: 'cii' | 'ubl'
  /** Paths of elements with data that the model does not have: `cac:Signature/cbc:ID`. */
  readonly ignored: readonly string[]
  /** Rules about the XML that it breaks. `validateInvoice` checks all rules about the invoice. */
  readonly violations: readonly Violation[]
}

/** Paths of ignored elements that are listed. */
const IGNORED_MAX = 100

/**
 * Reads an invoice or a credit note of UBL 2.1, or a Cross Industry Invoice.
 * @throws {XmlError} when the XML is not well-formed, exceeds a limit or is another document.
 */
export function readInvoice(xml: string): ReadInvoice {
  return readDocument(parseXml(xml.replace(/^\uFEFF/, '')))
}

/**
 * Returns the specification identifier (BT-24) of a Cross Industry Invoice, without reading the invoice. `undefined`
 * when it has none.
 * @throws {XmlError} as `readInvoice`.
 */
export function readSpecification(xml: string): string | undefined {
  const root = parseXml(xml.replace(/^\uFEFF/, ''))
  if (root.name !== 'rsm:CrossIndustryInvoice') throw wrongRoot(root, 'a CrossIndustryInvoice')
  const context = ['rsm:ExchangedDocumentContext', 'ram:GuidelineSpecifiedDocumentContextParameter', 'ram:ID']
  return textAt(root, ...context)
}

/** Reads an invoice from its root element. */
export function readDocument(root: Element): ReadInvoice {
  const { invoice, context, syntax } = read(root)
  const ignored: string[] = []
  collectIgnored(root, '', context, ignored)
  const violations = [
    ...checkSchema(root, syntax, invoice.specification ?? ''),
    ...checkSyntax(root, context),
  ]
  return { invoice, syntax, ignored: ignored.slice(0, IGNORED_MAX), violations }
}

function read(root: Element): { invoice: Invoice; context: Context; syntax: 'cii' | 'ubl' } {
  if (root.name === 'rsm:CrossIndustryInvoice') return { ...readCii(root), syntax: 'cii' }
  if (root.name === 'ubl:Invoice' || root.name === 'cn:CreditNote') return { ...readUbl(root), syntax: 'ubl' }
  throw wrongRoot(root, 'an Invoice or CreditNote of UBL 2.1, or a CrossIndustryInvoice')
}

function wrongRoot(root: Element, expected: string): XmlError {
  return new XmlError(
    `The XML begins with <${root.name.replace('{}', '').slice(0, 200).toWellFormed()}>. It must be ${expected}.`,
  )
}

function collectIgnored(element: Element, path: string, context: Context, ignored: string[]): void {
  for (const child of element.children) {
    const childPath = path === '' ? child.name : `${path}/${child.name}`
    const isIgnored = !context.visited.has(child) || context.repeated.has(child)
    if (isIgnored && child.text.trim() !== '') ignored.push(childPath)
    collectIgnored(child, childPath, context, ignored)
  }
}
