import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import {
  completeInvoice,
  FORMATS,
  type Invoice,
  PROFILES,
  readInvoice,
  type Target,
  validateInvoice,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import { violationsOf } from '../../packages/einvoice/src/schema/check.ts'
import { parseXml } from '../../packages/einvoice/src/xml/parse.ts'
import { findRepository, readFiles, REPOSITORIES } from '../einvoice/official/repositories.ts'
import { INVOICES } from '../einvoice/samples.ts'
import { missingSources } from './kosit/install.ts'
import { damages } from './schemas/damages.ts'
import { deriveTable, moduleOf, schemaFiles, type TableName, TABLES } from './schemas/derive.ts'
import { installSchemas } from './schemas/install.ts'
import { missingJava } from './validators.ts'

const TARGETS: readonly Target[] = [
  ...PROFILES.map((profile) => ({ format: 'facturx', profile }) as const),
  ...FORMATS.filter((format) => format !== 'facturx').map((format) => ({ format })),
]
const FACTUR_X: Record<string, TableName> = {
  'BASIC WL': 'basic-wl',
  BASIC: 'basic',
  'EN 16931': 'en16931',
  EXTENDED: 'extended',
}
const EXAMPLES = new URL('../../examples/', import.meta.url)

describe('the schemas of UBL, CII and Factur-X', { skip: (await missingJava()) || missingSources() }, () => {
  let folders: Awaited<ReturnType<typeof installSchemas>>
  const validators = new Map<string, XsdValidator>()
  before(async () => {
    xmlRegisterFsInputProviders()
    folders = await installSchemas()
    for (const name of TABLES) {
      const { ubl, cn, rsm = '' } = schemaFiles(name, folders)
      if (ubl === undefined || cn === undefined) validators.set(name, await validatorOf(rsm))
      else {
        validators.set('ubl Invoice', await validatorOf(ubl))
        validators.set('ubl CreditNote', await validatorOf(cn))
      }
    }
  })
  after(() => {
    for (const validator of validators.values()) validator.dispose()
  })

  /** Returns the problem that libxml2 reports. `undefined` for a valid document. */
  const libxmlProblem = (xml: string, name: TableName): string | undefined => {
    const key =
      name === 'ubl' ? `ubl ${/<(?:\w+:)?CreditNote[\s>]/.test(xml) ? 'CreditNote' : 'Invoice'}` : name
    const document = XmlDocument.fromString(xml)
    try {
      validators.get(key)?.validate(document)
      return undefined
    } catch (error) {
      return String(error)
    } finally {
      document.dispose()
    }
  }
  const ownProblem = (xml: string, name: TableName) =>
    violationsOf(parseXml(xml.replace(/^\uFEFF/, '')), name)[0]?.message

  it('are the ones that the tables of facts are derived from', async () => {
    for (const name of TABLES) {
      const file = new URL(`../../packages/einvoice/src/schema/tables/${name}.ts`, import.meta.url)
      assert.equal(await readFile(file, 'utf8'), moduleOf(name, await deriveTable(name, folders)), name)
    }
  })

  it('accept every XML that Platen writes (libxml2)', async (test) => {
    const samples = [...Object.values(INVOICES).map((sample) => sample()), ...(await exampleInvoices())]
    let files = 0
    for (const sample of samples)
      for (const target of TARGETS) {
        const invoice = completeInvoice(sample, target)
        if (hasErrors(invoice, target)) continue
        const xml = writeInvoice(invoice, target)
        assert.equal(libxmlProblem(xml, schemaNameOf(target)), undefined)
        assert.deepEqual(readInvoice(xml).violations, [])
        files += 1
      }
    test.diagnostic(`${files} files`)
    assert.ok(files >= 30, `${files} files`)
  })

  it('call the official samples as our check does (libxml2)', async (test) => {
    let files = 0
    for (const [repository, pattern] of [
      [REPOSITORIES.testsuite, /^src\/test\/.*(?:uncefact|ubl)\.xml$/],
      [REPOSITORIES.cen, /^(?:ubl|cii)\/examples\/.*\.xml$/],
      [REPOSITORIES.peppol, /^rules\/examples\/.*\.xml$/],
    ] as const)
      for (const [path, xml] of await readFiles(findRepository(repository) ?? '', repository, pattern)) {
        const name = /<(?:\w+:)?CrossIndustryInvoice[\s>]/.test(xml) ? 'cii' : 'ubl'
        const [libxml, own] = [libxmlProblem(xml, name), ownProblem(xml, name)]
        assert.equal(own === undefined, libxml === undefined, `${path}: ${libxml ?? own}`)
        files += 1
      }
    test.diagnostic(`${files} files`)
    assert.ok(files >= 100, `${files} files`)
  })

  it('refuse the same damaged files as our check (libxml2)', (test) => {
    const counts = new Map<string, number>()
    const differences: string[] = []
    // The samples have many elements in common.
    const checked = new Set<string>()
    for (const sample of Object.values(INVOICES))
      for (const target of TARGETS) {
        const invoice = completeInvoice(sample(), target)
        if (hasErrors(invoice, target)) continue
        const name = schemaNameOf(target)
        for (const { kind, xml, change } of damages(writeInvoice(invoice, target))) {
          const key = `${name}, ${kind}, ${change}`
          if (checked.has(key)) continue
          checked.add(key)
          const [libxml, own] = [libxmlProblem(xml, name), ownProblem(xml, name)]
          if ((own === undefined) !== (libxml === undefined)) differences.push(`${key}: ${libxml ?? own}`)
          const outcome = `${kind}, ${libxml === undefined ? 'accepted' : 'refused'}`
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        }
      }
    assert.deepEqual(differences, [])
    for (const [outcome, count] of [...counts].toSorted()) test.diagnostic(`${outcome}: ${count}`)
    for (const kind of [
      'unknown element',
      'wrong order',
      'missing element',
      'wrong type',
      'unknown attribute',
    ])
      assert.ok((counts.get(`${kind}, refused`) ?? 0) > 100, kind)
  })
})

async function validatorOf(file: string): Promise<XsdValidator> {
  using document = XmlDocument.fromBuffer(await readFile(file), { url: file })
  return XsdValidator.fromDoc(document)
}

function schemaNameOf({ format, profile = 'EN 16931' }: Target): TableName {
  if (format === 'facturx') return FACTUR_X[profile] ?? 'cii'
  return format === 'xrechnung-cii' ? 'cii' : 'ubl'
}

async function exampleInvoices(): Promise<Invoice[]> {
  const texts = ['e-invoice', 'e-invoice-fr'].map((name) =>
    readFile(new URL(`${name}/data.json`, EXAMPLES), 'utf8'),
  )
  return (await Promise.all(texts)).map((text) => JSON.parse(text).einvoice)
}

function hasErrors(invoice: Invoice, target: Target): boolean {
  const violations = validateInvoice(invoice, { ...target, arithmetic: 'official' })
  return violations.some(({ severity }) => severity === 'error')
}
