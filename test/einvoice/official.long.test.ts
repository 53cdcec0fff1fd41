import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import {
  completeInvoice,
  type Format,
  type Invoice,
  readInvoice,
  validateInvoice,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import { decimalOrZero } from '../../packages/einvoice/src/decimal.ts'
import { readDocument } from '../../packages/einvoice/src/read.ts'
import { checkStructure } from '../../packages/einvoice/src/model/structure.ts'
import { validateStructured } from '../../packages/einvoice/src/validate.ts'
import { DIFFERENT, EQUIVALENTS, UNCHECKED } from './official/exceptions.ts'
import { mutationsOf } from './official/mutations.ts'
import { findRepository, readFiles, REPOSITORIES, type Repository } from './official/repositories.ts'
import { type Case, casesOf } from './official/test-sets.ts'

type CasesOf = (path: string, xml: string) => Case[]

/** Suites of cases: each names a rule and a document. */
const SUITES: readonly [string, Repository, RegExp, CasesOf, Format, number][] = [
  ['CEN, unit tests', REPOSITORIES.cen, /^test\/(?:cii|.*-unit-UBL)\/.*\.xml$/, casesOf, 'facturx', 1_142],
  [
    'Peppol, UBL',
    REPOSITORIES.peppol,
    /^rules\/unit-UBL-(?:PEPPOL|DE)\/.*\.xml$/,
    casesOf,
    'peppol-bis-3',
    280,
  ],
  ['Peppol, CII', REPOSITORIES.peppol, /^rules\/unit-CII-PEPPOL\/.*\.xml$/, casesOf, 'peppol-bis-3', 127],
  [
    'XRechnung, CII',
    REPOSITORIES.schematron,
    /^test\/instances\/cii\/.*\.xml$/,
    mutationsOf,
    'xrechnung-cii',
    300,
  ],
  [
    'XRechnung, UBL',
    REPOSITORIES.schematron,
    /^test\/instances\/ubl-.*\.xml$/,
    mutationsOf,
    'xrechnung-ubl',
    500,
  ],
]

/** Valid documents. */
const SAMPLES: readonly [string, Repository, RegExp, Format][] = [
  ['XRechnung, CII', REPOSITORIES.testsuite, /^src\/test\/.*uncefact\.xml$/, 'xrechnung-cii'],
  ['XRechnung, UBL', REPOSITORIES.testsuite, /^src\/test\/.*ubl\.xml$/, 'xrechnung-ubl'],
  ['CEN', REPOSITORIES.cen, /^(?:cii\/examples|ubl\/examples|test\/testfiles)\/.*\.xml$/, 'facturx'],
  ['Peppol', REPOSITORIES.peppol, /^rules\/examples\/.*\.xml$/, 'peppol-bis-3'],
]

/** Samples that Platen refuses, with the reason. */
const REFUSED_SAMPLES: Record<string, string> = {
  '04.05a-INVOICE_uncefact.xml': 'extension of XRechnung with its own code lists',
  '05.01a-INVOICE_ubl.xml': 'extension of XRechnung with payments of third parties',
  '02.01a-cvd_INVOICE_uncefact.xml': 'extension for clean vehicles with its own code lists',
  '02.01a-cvd_INVOICE_ubl.xml': 'extension for clean vehicles with its own code lists',
}

/** Samples with the scheme of an identifier that is empty. */
const NOT_EQUAL = new Set(['cii/examples/XRechnung-O.xml'])

const skipReason = (repository: Repository) =>
  findRepository(repository) === undefined
    ? `Clone ${repository.name} at ${repository.commit} and set EINVOICE_SUITES to run it.`
    : false

function brokenRules({ document }: Case, format: Format): Set<string> {
  const { invoice, violations } = readDocument(document)
  return new Set(
    [...violations, ...checkStructure(invoice), ...validateStructured(invoice, { format }, 'official')].map(
      ({ rule }) => rule,
    ),
  )
}

describe('official cases', () => {
  for (const [name, repository, pattern, read, format, atLeast] of SUITES)
    it(`have the same result (${name})`, { skip: skipReason(repository) }, async (context) => {
      const files = await readFiles(findRepository(repository) ?? '', repository, pattern)
      const different: string[] = []
      const counts = { passed: 0, unchecked: 0, different: 0 }
      for (const [path, xml] of files)
        for (const item of read(path, xml)) {
          const label = `${item.name} ${item.rule}`
          if (UNCHECKED.some(([rules]) => rules.test(item.rule))) counts.unchecked += 1
          else {
            const rules = brokenRules(item, format)
            const isBroken = [item.rule, ...(EQUIVALENTS[item.rule] ?? [])].some((rule) => rules.has(rule))
            if (isBroken === item.isBroken) counts.passed += 1
            else if (label in DIFFERENT) counts.different += 1
            else different.push(`${label}: expected ${item.isBroken ? 'broken' : 'kept'}`)
          }
        }
      context.diagnostic(`${name}: ${JSON.stringify(counts)}`)
      assert.deepEqual(different, [])
      const total = counts.passed + counts.unchecked + counts.different
      assert.ok(total >= atLeast)
      await assertDocumented([name, total, counts.passed, counts.unchecked, counts.different])
    })
})

describe('official samples', () => {
  for (const [name, repository, pattern, format] of SAMPLES)
    it(
      `are accepted, and equal after a round trip (${name})`,
      { skip: skipReason(repository) },
      async (context) => {
        const files = await readFiles(findRepository(repository) ?? '', repository, pattern)
        const refused: string[] = []
        for (const [path, xml] of files) {
          const { invoice, syntax, violations } = readInvoice(xml)
          assert.ok(!violations.some(({ rule }) => rule === 'PLATEN-SCHEMA'), path)
          const target = { format, profile: 'EXTENDED' } as const
          const errors = validateInvoice(invoice, { ...target, arithmetic: 'official' }).filter(
            ({ severity }) => severity === 'error',
          )
          const isExcepted = (path.split('/').at(-1) ?? '') in REFUSED_SAMPLES
          if (errors.length > 0 && !isExcepted) refused.push(`${path}: ${errors[0]?.message}`)
          if (errors.length === 0) assertCompletion(invoice, path)
          const same = syntax === 'cii' ? 'xrechnung-cii' : 'xrechnung-ubl'
          const copy = readInvoice(writeInvoice(invoice, { format: same })).invoice
          if (!NOT_EQUAL.has(path)) assert.deepEqual(withoutEmpty(copy), withoutEmpty(invoice), path)
        }
        context.diagnostic(`${name}: ${files.size} files`)
        assert.deepEqual(refused, [])
        await assertDocumented([name, files.size])
      },
    )
})

/** Asserts that the page of the documentation has a row with the figures. */
async function assertDocumented(cells: readonly (string | number)[]): Promise<void> {
  const page = await readFile(new URL('../../docs/testing/e-invoices.md', import.meta.url), 'utf8')
  const row = `| ${cells.join(' | ')} |`
  assert.ok(page.includes(row), `docs/testing/e-invoices.md needs the row ${row}`)
}

/** Returns a copy without empty groups, which no XML is written for. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutEmpty(item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, withoutEmpty(item)] as const)
  return Object.fromEntries(
    entries.filter(
      ([, item]) => !(typeof item === 'object' && item !== null && Object.keys(item).length === 0),
    ),
  )
}

/** Asserts that the net total of a valid invoice is the one that Platen calculates. */
function assertCompletion(invoice: Invoice, path: string): void {
  const { totals: _, ...withoutTotals } = invoice
  const calculated = decimalOrZero(completeInvoice(withoutTotals).totals?.netTotal)
  assert.equal(calculated.toFixed(2), decimalOrZero(invoice.totals?.netTotal).toFixed(2), path)
}
