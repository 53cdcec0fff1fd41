import { specificationOf } from '../../formats.ts'
import type { Invoice } from '../../model/invoice.ts'
import { required } from '../presence.ts'
import { forEach, forInvoice, type Rule } from '../rule.ts'
import { peppolIdentifiers } from './peppol-identifiers.ts'
import { peppolSharedRules } from './peppol-shared.ts'
import { xrechnungRules } from './xrechnung.ts'

const PROCESS = /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/
const INVOICE_TYPES = new Set(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  ),
)
const CREDIT_NOTE_TYPES = new Set(['381', '396', '81', '83', '532'])

/** Rules of XRechnung that Peppol has under other identifiers, for invoices within Germany: `DE-R-023-1`. */
const germanRules = xrechnungRules.flatMap((rule): Rule[] => {
  const [, number, part] = /^BR-DE-(\d+)(?:-([ab]))?$/.exec(rule.id) ?? []
  if (number === undefined || number === '21') return []
  const suffix = part === undefined ? '' : `-${part === 'a' ? 1 : 2}`
  return [
    {
      ...rule,
      id: `DE-R-${number.padStart(3, '0')}${suffix}`,
      check: (context) => (isWithinGermany(context.invoice) ? rule.check(context) : []),
    },
  ]
})

function isWithinGermany({ seller, buyer }: Invoice): boolean {
  return seller?.address?.country === 'DE' && buyer?.address?.country === 'DE'
}

/** Exemption codes with the VAT category that they need. */
const EXEMPTIONS = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
] as const

const exemptionRules = EXEMPTIONS.map(([id, code, expected]): Rule => ({
  id: `PEPPOL-EN16931-${id}`,
  term: 'BT-121',
  check: forEach(
    ({ vatBreakdown }) => vatBreakdown,
    'vatBreakdown',
    ({ category, exemptionReasonCode }, path) =>
      exemptionReasonCode?.toUpperCase() === code && category !== expected
        ? {
            path: `${path}.exemptionReasonCode`,
            message: `is ${code}, which needs the VAT category ${expected}, not ${category ?? 'none'}.`,
          }
        : undefined,
  ),
}))

/** Rules of Peppol BIS Billing 3. */
export const peppolRules: readonly Rule[] = [
  ...peppolSharedRules,
  {
    id: 'PEPPOL-EN16931-R002',
    term: 'BG-1',
    check: forInvoice(({ invoice }) => {
      const count = invoice.notes?.length ?? 0
      return count > 1 && !isWithinGermany(invoice)
        ? { path: 'notes', message: `has ${count} notes. Peppol allows one: join them.` }
        : undefined
    }),
  },
  required(['PEPPOL-EN16931-R003', '', 'buyerReference', 'purchaseOrderReference']),
  {
    id: 'PEPPOL-EN16931-R004',
    term: 'BT-24',
    check: forInvoice(({ invoice: { specification }, target }) =>
      specification?.startsWith(specificationOf(target))
        ? undefined
        : { path: 'specification', message: `must be ${specificationOf(target)}. Omit it to have it set.` },
    ),
  },
  {
    id: 'PEPPOL-EN16931-R007',
    term: 'BT-23',
    check: forInvoice(({ invoice: { businessProcess } }) =>
      businessProcess === undefined || PROCESS.test(businessProcess)
        ? undefined
        : {
            path: 'businessProcess',
            message: 'must be urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0. Omit it to have it set.',
          },
    ),
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    term: 'BT-3',
    check: forInvoice(({ invoice: { typeCode } }) =>
      typeCode === undefined || INVOICE_TYPES.has(typeCode) || CREDIT_NOTE_TYPES.has(typeCode)
        ? undefined
        : { path: 'typeCode', message: `is ${typeCode}, which Peppol does not allow. Use 380 or 381.` },
    ),
  },
  {
    id: 'PEPPOL-EN16931-P0112',
    term: 'BT-3',
    check: forInvoice(({ invoice: { typeCode, seller, buyer } }) => {
      const isGerman = seller?.address?.country === 'DE' && buyer?.address?.country === 'DE'
      return (typeCode === '326' || typeCode === '384') && !isGerman
        ? {
            path: 'typeCode',
            message: `is ${typeCode}, which only invoices within Germany may use. Use 380.`,
          }
        : undefined
    }),
  },
  ...exemptionRules,
  ...germanRules,
  ...peppolIdentifiers,
]
