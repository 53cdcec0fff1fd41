// The functions that run in threads. Their input comes from callers and is not trusted.

import {
  checkStructure,
  completeInvoice,
  type Invoice,
  readInvoice,
  readSpecification,
  type Target,
  targetOf,
  validateInvoice,
  type Violation,
  writeInvoice,
  XmlError,
} from '@platen/einvoice'
import { lowerOwnPriority, refusalAsData, type RefusalData } from '@platen/renderer/scheduling/in-thread'
import { Refusal } from '@platen/template/refusal'

lowerOwnPriority()

/** XML longer than this is rejected. In bytes. */
const XML_BYTES_MAX = 4 * 1024 * 1024

/** An invoice that was checked. */
export interface CheckedInvoice {
  /** The invoice with all amounts, or as it is if its structure is wrong. */
  invoice: Invoice
  violations: Violation[]
  /** The XML. `undefined` when the invoice breaks a rule with the severity `error`. */
  xml: string | undefined
}

/** An invoice that was read from XML. */
export interface ReadXml {
  invoice: Invoice
  syntax: 'cii' | 'ubl'
  /** Format and profile that the XML names. `undefined` for others than those of `@platen/einvoice`. */
  target: Target | undefined
  /** Paths of elements that the model does not have. */
  ignored: readonly string[]
  /** Rules that the invoice breaks. Without a target, only rules about the XML are checked. */
  violations: Violation[]
}

/** Completes and validates an invoice, and writes it as XML. */
export function createInvoice({ invoice, target }: { invoice: unknown; target: Target }): CheckedInvoice {
  // Parsed JSON may be anything. The check of the structure proves the type.
  const received = invoice as Invoice
  const problems = checkStructure(received)
  if (problems.length > 0) return { invoice: received, violations: problems, xml: undefined }
  const completed = completeInvoice(received, target)
  const violations = validateInvoice(completed, target)
  const isRefused = violations.some(({ severity }) => severity === 'error')
  return { invoice: completed, violations, xml: isRefused ? undefined : writeInvoice(completed, target) }
}

/**
 * Reads an invoice from XML and validates it.
 * @param task `target`: the format whose rules apply. Default: the one that the XML names.
 */
export function readXml({
  xml,
  target: requested,
}: {
  xml: Uint8Array
  target: Target | undefined
}): ReadXml | RefusalData {
  return refusalAsData(() => {
    const { invoice, syntax, ignored, violations } = asRefusal(() => readInvoice(decodeXml(xml)))
    const target = requested ?? targetOf(invoice.specification ?? '', syntax)
    // The invoice is of others, who may round as the official rules allow.
    const broken = target ? validateInvoice(invoice, { ...target, arithmetic: 'official' }) : []
    return { invoice, syntax, target, ignored, violations: [...violations, ...broken] }
  })
}

/** Returns the specification identifier of a Cross Industry Invoice. `undefined` when it has none. */
export function readXmlSpecification({ xml }: { xml: Uint8Array }): string | undefined | RefusalData {
  return refusalAsData(() => asRefusal(() => readSpecification(decodeXml(xml))))
}

function decodeXml(xml: Uint8Array): string {
  if (xml.length > XML_BYTES_MAX) {
    throw new Refusal('invalid', `The XML is larger than ${XML_BYTES_MAX.toLocaleString('en')} bytes.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml)
  } catch (error) {
    throw new Refusal('invalid', 'The XML is not valid UTF-8.', { cause: error })
  }
}

function asRefusal<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof XmlError ? new Refusal('invalid', error.message, { cause: error }) : error
  }
}
