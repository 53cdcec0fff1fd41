import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  completeInvoice,
  type Invoice,
  type Target,
  validateInvoice,
} from '../../packages/einvoice/src/index.ts'
import { germanInvoice } from './samples.ts'

type Change = (invoice: Invoice) => void

/** Returns `rule path` of each violation after a change of a complete, valid invoice. */
function violationsAfter(change: Change, target: Target): string[] {
  const invoice = structuredClone(completeInvoice(germanInvoice(), target))
  change(invoice)
  return validateInvoice(invoice, target).map(({ rule, path }) => `${rule} ${path}`)
}

const [first, second] = [0, 1]
const edit =
  (name: 'lines' | 'payments' | 'allowances' | 'vatBreakdown', index: number, value: object): Change =>
  (invoice) => {
    Object.assign(invoice[name]?.[index] ?? {}, value)
  }
const remove =
  (...names: (keyof Invoice)[]): Change =>
  (invoice) => {
    for (const name of names) delete invoice[name]
  }

const CORE: [string, Change, string][] = [
  ['a missing number', remove('number'), 'BR-02 invoice.number'],
  ['an unknown currency', (i) => void (i.currency = 'EUX'), 'BR-CL-04 invoice.currency'],
  ['a line without unit', edit('lines', second, { unit: undefined }), 'BR-23 invoice.lines[1].unit'],
  ['an unknown unit', edit('lines', first, { unit: 'PIECE' }), 'BR-CL-23 invoice.lines[0].unit'],
  [
    'a period that ends before it starts',
    (i) => void (i.period = { start: '2026-02-01', end: '2026-01-01' }),
    'BR-29 invoice.period.end',
  ],
  [
    'three decimals',
    edit('allowances', first, { baseAmount: '100.000' }),
    'BR-DEC-02 invoice.allowances[0].baseAmount',
  ],
  [
    'a VAT identifier without country',
    (i) => void (i.seller = { ...i.seller, vatIdentifier: '123' }),
    'BR-CO-09 invoice.seller.vatIdentifier',
  ],
  ['no due date and no terms', remove('dueDate', 'paymentTerms'), 'BR-CO-25 invoice.dueDate'],
  [
    'a standard rate of 0',
    edit('lines', first, { vat: { category: 'S', rate: 0 } }),
    'BR-S-05 invoice.lines[0].vat.rate',
  ],
  [
    'an exemption of the standard rate',
    edit('vatBreakdown', first, { exemptionReason: 'x' }),
    'BR-S-10 invoice.vatBreakdown[0].exemptionReason',
  ],
  [
    'a reverse charge without buyer identifier',
    edit('lines', first, { vat: { category: 'AE', rate: 0 } }),
    'BR-AE-02 invoice.buyer.vatIdentifier',
  ],
  [
    'a category without entry',
    edit('lines', first, { vat: { category: 'Z', rate: 0 } }),
    'BR-Z-01 invoice.vatBreakdown',
  ],
  [
    'a rate without entry',
    edit('lines', first, { vat: { category: 'S', rate: 20 } }),
    'BR-S-01 invoice.lines[0].vat.rate',
  ],
  ['a negative price', edit('lines', first, { price: { net: '-1' } }), 'BR-27 invoice.lines[0].price.net'],
]

const GERMAN: [string, Change, string][] = [
  ['no payment instructions', remove('payments'), 'BR-DE-1 invoice.payments'],
  ['no buyer reference', remove('buyerReference'), 'BR-DE-15 invoice.buyerReference'],
  ['no seller contact', (i) => void delete i.seller?.contact, 'BR-DE-2 invoice.seller.contact'],
  [
    'a cash discount with a comma',
    (i) => void (i.paymentTerms = '#SKONTO#TAGE=14#PROZENT=2,00#\n'),
    'BR-DE-18 invoice.paymentTerms',
  ],
  [
    'a cash discount without line break',
    (i) => void (i.paymentTerms = '#SKONTO#TAGE=14#PROZENT=2.00#'),
    'BR-DE-18 invoice.paymentTerms',
  ],
  [
    'an IBAN with a wrong digit',
    edit('payments', first, { creditTransfers: [{ account: 'DE89370400440532013001' }] }),
    'BR-DE-19 invoice.payments[0].creditTransfers[0].account',
  ],
  [
    'a direct debit without mandate',
    edit('payments', first, { meansCode: '59', creditTransfers: undefined }),
    'BR-DE-25-a invoice.payments[0].directDebit',
  ],
  [
    'no electronic address',
    (i) => void delete i.buyer?.electronicAddress,
    'PEPPOL-EN16931-R010 invoice.buyer.electronicAddress.id',
  ],
]

const PEPPOL: [string, Change, string][] = [
  [
    'another process',
    (i) => void (i.businessProcess = 'billing'),
    'PEPPOL-EN16931-R007 invoice.businessProcess',
  ],
  [
    'another specification',
    (i) => void (i.specification = 'urn:cen.eu:en16931:2017'),
    'PEPPOL-EN16931-R004 invoice.specification',
  ],
  [
    'a GLN with a wrong check digit',
    (i) => void (i.seller = { ...i.seller, identifiers: [{ id: '4000001123453', scheme: '0088' }] }),
    'PEPPOL-COMMON-R040 invoice.seller.identifiers[0].id',
  ],
  [
    'a percentage without base amount',
    edit('allowances', first, { baseAmount: undefined }),
    'PEPPOL-EN16931-R041 invoice.allowances[0].baseAmount',
  ],
]

describe('rules', () => {
  const suites = [
    [CORE, { format: 'facturx' }],
    [GERMAN, { format: 'xrechnung-ubl' }],
    [PEPPOL, { format: 'peppol-bis-3' }],
  ] as const
  for (const [cases, target] of suites)
    for (const [name, change, expected] of cases)
      it(`report ${name} (${target.format})`, () => {
        assert.deepEqual(
          violationsAfter(() => {}, target),
          [],
        )
        const violations = violationsAfter(change, target)
        assert.ok(violations.includes(expected), violations.join('\n'))
      })

  it('name both amounts of a sum that does not match', () => {
    const invoice = completeInvoice(germanInvoice(), { format: 'facturx' })
    invoice.totals = { ...invoice.totals, lineNetTotal: '39.36' }
    const [violation] = validateInvoice(invoice, { format: 'facturx' })
    assert.deepEqual(violation, {
      rule: 'BR-CO-10',
      severity: 'error',
      term: 'BT-106',
      path: 'invoice.totals.lineNetTotal',
      message:
        '`invoice.totals.lineNetTotal` is 39.36, but the net amounts of the lines (BT-131) add up to 39.35. Correct the amount, or omit it to have it calculated.',
    })
  })

  it('of Germany do not apply to other formats', () => {
    assert.deepEqual(violationsAfter(remove('buyerReference'), { format: 'facturx' }), [])
    const xrechnung = { format: 'facturx', profile: 'XRECHNUNG' } as const
    assert.deepEqual(violationsAfter(remove('buyerReference'), xrechnung), [
      'BR-DE-15 invoice.buyerReference',
    ])
  })

  it('report an empty invoice in full', () => {
    const rules = new Set(validateInvoice({}, { format: 'xrechnung-cii' }).map(({ rule }) => rule))
    for (const rule of ['BR-01', 'BR-02', 'BR-06', 'BR-16', 'BR-CO-18', 'BR-DE-1', 'PEPPOL-EN16931-R001'])
      assert.ok(rules.has(rule), rule)
  })
})

describe('preceding invoices', () => {
  it('have room for one in XRechnung in CII, and for several in UBL', () => {
    const several: Change = (i) => void (i.precedingInvoices = [{ number: 'A-1' }, { number: 'A-2' }])
    const repeated = ['PLATEN-REPEATED invoice.precedingInvoices']
    assert.deepEqual(violationsAfter(several, { format: 'xrechnung-cii' }), repeated)
    assert.deepEqual(violationsAfter(several, { format: 'facturx', profile: 'XRECHNUNG' }), repeated)
    assert.deepEqual(violationsAfter(several, { format: 'xrechnung-ubl' }), [])
    assert.deepEqual(violationsAfter(several, { format: 'facturx', profile: 'EN 16931' }), [])
  })
})
