import { specificationOf } from '../../formats.ts'
import { required, type Requirement } from '../presence.ts'
import { forEach, forInvoice, type Rule } from '../rule.ts'
import { vatItemsOf } from '../core/vat-items.ts'
import { invalidCashDiscount } from './cash-discount.ts'
import { xrechnungPayment } from './xrechnung-payment.ts'

const REQUIREMENTS: readonly Requirement[] = [
  ['BR-DE-1', '', 'payments'],
  ['BR-DE-2', 'seller', 'contact'],
  ['BR-DE-3', 'seller.address', 'city'],
  ['BR-DE-4', 'seller.address', 'postCode'],
  ['BR-DE-5', 'seller.contact', 'name'],
  ['BR-DE-6', 'seller.contact', 'phone'],
  ['BR-DE-7', 'seller.contact', 'email'],
  ['BR-DE-8', 'buyer.address', 'city'],
  ['BR-DE-9', 'buyer.address', 'postCode'],
  ['BR-DE-10', 'delivery.address', 'city'],
  ['BR-DE-11', 'delivery.address', 'postCode'],
  ['BR-DE-14', 'vatBreakdown[]', 'rate'],
  ['BR-DE-15', '', 'buyerReference'],
]

const TYPE_CODES = ['326', '380', '384', '389', '381', '875', '876', '877']
const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']
const PHONE_DIGITS_MIN = 3
const URL = /^[a-zA-Z][a-zA-Z0-9+.-]+:/

/** Returns whether a text is an email address in the form that XRechnung expects. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...others] = text.trim().split('@')
  const labels = domain.split('.')
  return (
    local !== '' &&
    others.length === 0 &&
    !/\s/.test(text.trim()) &&
    labels.length > 1 &&
    labels.every((label) => label !== '')
  )
}

/** Rules of XRechnung 3.0: BR-DE-*. */
export const xrechnungRules: readonly Rule[] = [
  ...REQUIREMENTS.map((requirement) => required(requirement)),
  ...xrechnungPayment,
  {
    id: 'BR-DE-16',
    term: 'BT-31',
    check: forInvoice(({ invoice }) => {
      const { seller, taxRepresentative } = invoice
      const isTaxed = vatItemsOf(invoice).some(({ category }) => TAXED.includes(category ?? ''))
      const isKnown =
        seller?.vatIdentifier !== undefined || seller?.taxRegistration !== undefined || taxRepresentative
      return isTaxed && !isKnown
        ? {
            path: 'seller.vatIdentifier',
            message:
              'is missing. Add the VAT identifier (BT-31), the tax registration (BT-32) or the tax representative (BG-11).',
          }
        : undefined
    }),
  },
  {
    id: 'BR-DE-17',
    term: 'BT-3',
    severity: 'warning',
    check: forInvoice(({ invoice: { typeCode } }) =>
      typeCode !== undefined && !TYPE_CODES.includes(typeCode)
        ? { path: 'typeCode', message: `is ${typeCode}. XRechnung expects one of ${TYPE_CODES.join(', ')}.` }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-18',
    term: 'BT-20',
    check: forInvoice(({ invoice: { paymentTerms } }) => {
      const line = invalidCashDiscount(paymentTerms ?? '')
      return line === undefined
        ? undefined
        : {
            path: 'paymentTerms',
            message: `has the line ${JSON.stringify(line.slice(0, 100))}. Write a cash discount as "#SKONTO#TAGE=14#PROZENT=2.00#", and end the line with a line break.`,
          }
    }),
  },
  {
    id: 'BR-DE-21',
    term: 'BT-24',
    severity: 'warning',
    check: forInvoice(({ invoice: { specification }, target }) =>
      specification?.startsWith(specificationOf(target)) === false
        ? { path: 'specification', message: `must be ${specificationOf(target)} for XRechnung.` }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-22',
    term: 'BT-125',
    *check({ invoice: { supportingDocuments = [] } }) {
      const names = new Set<string>()
      for (const [index, { attachment }] of supportingDocuments.entries()) {
        const name = attachment?.fileName
        if (name !== undefined && names.has(name))
          yield {
            path: `supportingDocuments[${index}].attachment.fileName`,
            message: `is ${JSON.stringify(name)}, as that of another document. Give each file its own name.`,
          }
        if (name !== undefined) names.add(name)
      }
    },
  },
  {
    id: 'BR-DE-26',
    term: 'BG-3',
    severity: 'warning',
    check: forInvoice(({ invoice: { typeCode, precedingInvoices = [] } }) =>
      typeCode === '384' && !precedingInvoices.some(({ number }) => number !== undefined)
        ? {
            path: 'precedingInvoices',
            message: 'is missing. A corrected invoice (384) names the invoice that it corrects.',
          }
        : undefined,
    ),
  },
  {
    // The schema of CII that XRechnung uses (D16B) allows one.
    id: 'PLATEN-REPEATED',
    term: 'BG-3',
    check: forInvoice(({ invoice: { precedingInvoices = [] }, target }) =>
      precedingInvoices.length > 1 && target.format !== 'xrechnung-ubl'
        ? {
            path: 'precedingInvoices',
            message: `has ${precedingInvoices.length} items, but XRechnung in CII has room for one. Use the format xrechnung-ubl.`,
          }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-27',
    term: 'BT-42',
    severity: 'warning',
    check: forInvoice(({ invoice: { seller } }) =>
      seller?.contact && digitsIn(seller.contact.phone ?? '') < PHONE_DIGITS_MIN
        ? { path: 'seller.contact.phone', message: 'must have at least three digits.' }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-28',
    term: 'BT-43',
    severity: 'warning',
    check: forInvoice(({ invoice: { seller } }) =>
      seller?.contact && !isEmail(seller.contact.email ?? '')
        ? { path: 'seller.contact.email', message: 'must be an email address such as name@example.com.' }
        : undefined,
    ),
  },
  {
    id: 'BR-DE-TMP-32',
    term: 'BT-72',
    severity: 'warning',
    check: forInvoice(({ invoice: { delivery, period, lines = [] } }) =>
      delivery?.date === undefined && !period && !lines.every((line) => line.period)
        ? {
            path: 'delivery.date',
            message:
              'is missing. Add the delivery date (BT-72), the invoicing period (BG-14) or a period of each line (BG-26).',
          }
        : undefined,
    ),
  },
  {
    id: 'BR-TMP-2',
    term: 'BT-124',
    severity: 'warning',
    check: forEach(
      ({ supportingDocuments }) => supportingDocuments,
      'supportingDocuments',
      ({ url }, path) =>
        url !== undefined && !URL.test(url)
          ? { path: `${path}.url`, message: 'must be an absolute URL such as https://example.com/file.pdf.' }
          : undefined,
    ),
  },
]

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length
}
