import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  completeInvoice,
  type Format,
  type Invoice,
  readInvoice,
  validateInvoice,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import {
  findRepository,
  readFiles,
  REPOSITORIES,
  type Repository,
} from '../einvoice/official/repositories.ts'
import { INVOICES } from '../einvoice/samples.ts'
import { missingSources } from './kosit/install.ts'
import { type KositResult, kositResults } from './kosit/validate.ts'
import { missingJava } from './validators.ts'

/** Formats that a scenario of the validator knows, with the beginning of its name. */
const TARGETS: readonly (readonly [format: Format, scenario: string])[] = [
  ['xrechnung-cii', 'EN16931 XRechnung'],
  ['xrechnung-ubl', 'EN16931 XRechnung'],
  ['peppol-bis-3', 'Peppol BIS 3'],
]

/** Official examples, and the formats in which Platen writes them again. */
const EXAMPLES: readonly (readonly [Repository, RegExp, Format[]])[] = [
  [REPOSITORIES.testsuite, /^src\/test\/.*(?:uncefact|ubl)\.xml$/, ['xrechnung-cii', 'xrechnung-ubl']],
  [REPOSITORIES.peppol, /^rules\/examples\/.*\.xml$/, ['peppol-bis-3']],
]

describe("KoSIT's validator", { skip: (await missingJava()) || missingSources() }, () => {
  let folder: string
  let results: Map<string, KositResult>
  const originals: string[] = []
  const copies: string[] = []
  /** E-invoices of our samples, with the scenario that must apply. */
  const own = new Map<string, string>()
  const wrong: string[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-kosit-exam-'))
    await writeSamples()
    await writeExamples()
    // Together, because the validator takes half a minute to start.
    results = await kositResults([...originals, ...copies, ...own.keys(), ...wrong])
  })
  after(async () => {
    if (folder) await rm(folder, { recursive: true })
  })

  const write = async (name: string, xml: string) => {
    // The validator cuts the name of a report at a dot.
    const file = join(folder, `${name.replaceAll(/[^A-Za-z0-9-]/g, '-')}.xml`)
    await writeFile(file, xml)
    return file
  }

  /** Writes each sample in each format, and again with another cent. */
  async function writeSamples(): Promise<void> {
    for (const [name, sample] of Object.entries(INVOICES)) {
      for (const [format, scenario] of TARGETS) {
        const invoice = completeInvoice(sample(), { format })
        if (hasErrors(invoice, format)) continue
        own.set(await write(`${name}-${format}`, writeInvoice(invoice, { format })), scenario)
        const amountDue = (Number(invoice.totals?.amountDue) + 0.01).toFixed(2)
        const changed = { ...invoice, totals: { ...invoice.totals, amountDue } }
        wrong.push(await write(`${name}-${format}-wrong`, writeInvoice(changed, { format })))
      }
    }
  }

  /** Writes the official examples as they are, and as Platen reads, completes and writes them. */
  async function writeExamples(): Promise<void> {
    for (const [repository, pattern, formats] of EXAMPLES) {
      for (const [path, xml] of await readFiles(findRepository(repository) ?? '', repository, pattern)) {
        originals.push(await write(`original-${path}`, xml))
        for (const format of formats) {
          // Some examples leave out totals that another syntax requires.
          const invoice = completeInvoice(readInvoice(xml).invoice, { format })
          if (!hasErrors(invoice, format))
            copies.push(await write(`copy-${format}-${path}`, writeInvoice(invoice, { format })))
        }
      }
    }
  }

  const rejected = (files: Iterable<string>) =>
    Array.from(files, (file) => [basename(file), results.get(file)] as const).filter(
      ([, result]) => result?.isAccepted !== true,
    )

  it('accepts every e-invoice that Platen makes, and none with another cent', (test) => {
    assert.deepEqual(rejected(own.keys()), [])
    for (const [file, scenario] of own) assert.ok(results.get(file)?.scenario.startsWith(scenario), file)
    assert.equal(rejected(wrong).length, wrong.length)
    test.diagnostic(`KoSIT: ${own.size} accepted, ${wrong.length} with another cent rejected`)
    assert.ok(own.size >= 12, `${own.size} files`)
  })

  it('accepts the official examples, and what Platen makes of them', (test) => {
    assert.deepEqual(rejected(originals), [])
    assert.deepEqual(rejected(copies), [])
    test.diagnostic(`KoSIT: ${originals.length} official examples, ${copies.length} written again`)
    assert.ok(copies.length > 0)
  })
})

function hasErrors(invoice: Invoice, format: Format): boolean {
  const violations = validateInvoice(invoice, { format, arithmetic: 'official' })
  return violations.some(({ severity }) => severity === 'error')
}
