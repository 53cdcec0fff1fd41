import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  completeInvoice,
  FORMATS,
  PROFILES,
  type Target,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { HARD_DOCUMENTS } from '../archive/sources.ts'
import { basicInvoice, INVOICES } from '../einvoice/samples.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { issue, writePkcs12 } from '../signing/pki.ts'
import {
  type Combination,
  COMBINATIONS,
  MAIN_COMBINATIONS,
  REFUSED,
  SELECTED_SHEETS,
  type Standard,
  STANDARDS,
} from './combinations.ts'
import { conformingFiles, invalidInvoices, missingJava } from './validators.ts'

const EXAMPLES = new URL('../../examples/', import.meta.url)
/** Calls at a time. */
const CALLS_MAX = 3

const TARGETS: readonly Target[] = [
  ...PROFILES.map((profile) => ({ format: 'facturx', profile }) as const),
  ...FORMATS.filter((format) => format !== 'facturx').map((format) => ({ format })),
]

/** PDF to make, with the standards that it must conform to. */
interface Order {
  name: string
  body: object
  standards: readonly Standard[]
  key?: string
}

describe('validators of others', { skip: await missingJava() }, () => {
  let platen: Platen
  let caller: Caller
  let folder: string
  const files: { name: string; file: string; standards: readonly Standard[] }[] = []
  /** Calls that were answered 400, with the details of the error. */
  const refused = new Map<string, string>()
  const conforming = new Map<Standard, Set<string>>()
  before(async () => {
    platen = await startPlaten({
      environment: { CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64') },
    })
    caller = await platen.account({ credits: 10_000 })
    folder = await mkdtemp(join(tmpdir(), 'platen-exam-'))
    const issued = await issue({ name: 'Seal' })
    const content = (await writePkcs12(issued, [], 'secret')).toString('base64')
    const added = await caller.call('POST', '/v1/certificates', { name: 'seal', content, password: 'secret' })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    const { database } = platen.app.services
    const { key } = await createKey(database, { accountId: caller.accountId, name: 'test', isTest: true })
    const orders = [...(await ordersOfExamples(key)), ...(await ordersOfInvoices()), ...(await hardOrders())]
    const queue = orders.values()
    await Promise.all(
      Array.from({ length: CALLS_MAX }, async () => {
        for (const order of queue) await print(order)
      }),
    )
    // One start of Java for each standard.
    for (const standard of ['3b', '3a', 'ua1'] as const) {
      const own = files.filter(({ standards }) => standards.length === 0 || standards.includes(standard))
      conforming.set(
        standard,
        await conformingFiles(
          standard,
          own.map(({ file }) => file),
        ),
      )
    }
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true })
  })

  /** Makes a PDF, and writes it to a file. */
  async function print({ name, body, standards, key = caller.key }: Order): Promise<void> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/pdf' }
    const answer = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 400) {
      refused.set(name, bytes.toString())
      return
    }
    assert.equal(answer.status, 200, `${name}: ${bytes.toString().slice(0, 1_000)}`)
    const file = join(folder, `${name}.pdf`)
    await writeFile(file, bytes)
    files.push({ name, file, standards })
  }

  async function readExample(name: string) {
    const read = (file: string) => readFile(new URL(`${name}/${file}`, EXAMPLES), 'utf8')
    const templateId = await caller.upload(await read('template.hbs'))
    return { templateId, data: JSON.parse(await read('data.json')) }
  }

  /** Returns all examples with the main combinations, with selected sheets, and with the label of a test key. Returns the accessible document with all combinations. */
  async function ordersOfExamples(testKey: string): Promise<Order[]> {
    const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    const source = await readFile(new URL('accessible.html', import.meta.url), 'utf8')
    const orders: Order[] = []
    const add = (name: string, body: object, combinations: readonly Combination[], key = caller.key) => {
      for (const { name: kind, options, standards } of combinations)
        orders.push({ name: `${name}-${kind}`, body: { ...body, options }, standards, key })
    }
    const accessible = { templateId: await caller.upload(source), data: {} }
    add('accessible', accessible, COMBINATIONS)
    for (const { name } of folders) {
      const example = await readExample(name)
      add(name, example, [...MAIN_COMBINATIONS, ...SELECTED_SHEETS])
      add(`${name}-test`, example, STANDARDS, testKey)
    }
    // PDFs without an option, which must not conform.
    orders.push({ name: 'none', body: accessible, standards: [] })
    return orders
  }

  /** Returns the e-invoices of the examples: with all combinations, and in all profiles. */
  async function ordersOfInvoices(): Promise<Order[]> {
    const orders: Order[] = []
    for (const name of ['e-invoice', 'e-invoice-fr']) {
      const { templateId, data } = await readExample(name)
      const add = (kind: string, options: object, standards: readonly Standard[]) =>
        orders.push({ name: `embedded-${name}-${kind}`, body: { templateId, data: {}, options }, standards })
      const einvoice = { format: 'facturx', profile: 'EN 16931', invoice: data.einvoice }
      for (const { name: kind, options, standards } of COMBINATIONS)
        // An e-invoice is PDF/A-3b without another choice.
        add(kind, { ...options, einvoice }, kind.startsWith('ua-') ? [...standards, '3b'] : standards)
      for (const profile of PROFILES) {
        const invoice = profile.startsWith('BASIC') ? basicInvoice() : data.einvoice
        const options = { einvoice: { ...einvoice, profile, invoice } }
        add(profile.replaceAll(' ', '-'), options, ['3b'])
      }
    }
    return orders
  }

  /** Returns the difficult documents with each standard. */
  async function hardOrders(): Promise<Order[]> {
    const orders: Order[] = []
    for (const [name, html] of Object.entries(HARD_DOCUMENTS)) {
      const templateId = await caller.upload(html)
      for (const { name: kind, options, standards } of STANDARDS)
        orders.push({ name: `hard-${name}-${kind}`, body: { templateId, data: {}, options }, standards })
    }
    return orders
  }

  it('confirm PDF/A-3b, PDF/A-3a and PDF/UA-1 for all combinations of options (veraPDF)', (test) => {
    const nonConforming = files.flatMap(({ name, file, standards }) =>
      standards
        .filter((standard) => !conforming.get(standard)?.has(file))
        .map((standard) => `${name}: ${standard}`),
    )
    assert.deepEqual(nonConforming, [])
    for (const standard of ['3b', '3a', 'ua1'] as const) {
      const count = files.filter(({ standards }) => standards.includes(standard)).length
      test.diagnostic(`veraPDF: ${count} PDFs of ${standard}`)
      assert.ok(count >= 100, `${standard}: ${count}`)
    }
    const none = files.find(({ name }) => name === 'none')?.file ?? ''
    for (const [standard, valid] of conforming)
      assert.ok(!valid.has(none), `${standard}: a PDF without the option`)
  })

  it('have no difficult document to check that lacks what PDF/UA-1 and level A require (400)', (test) => {
    const isAccessible = ({ name }: Combination) => name !== '3b'
    const expected = Object.keys(REFUSED).flatMap((name) =>
      STANDARDS.filter(isAccessible).map(({ name: kind }) => `hard-${name}-${kind}`),
    )
    assert.deepEqual([...refused.keys()].toSorted(), expected.toSorted(), JSON.stringify([...refused]))
    for (const [name, message] of refused) {
      const [document = ''] = Object.keys(REFUSED).filter((each) => name.startsWith(`hard-${each}-`))
      assert.match(message, REFUSED[document] ?? /^$/)
    }
    test.diagnostic(`refused: ${Object.keys(REFUSED).join(', ')}`)
  })

  it('accept every e-invoice in XML that Platen makes, and none with another cent (Mustang)', async (test) => {
    const valid: string[] = []
    const wrong: string[] = []
    for (const [name, sample] of Object.entries(INVOICES)) {
      for (const target of TARGETS) {
        const { status, body } = await caller.call('POST', '/v1/einvoices', { ...target, invoice: sample() })
        if (status === 400) continue
        assert.equal(status, 200, JSON.stringify(body))
        const file = join(folder, `${name}-${target.profile ?? target.format}.xml`.replaceAll(' ', '-'))
        await writeFile(file, body.xml)
        valid.push(file)
        const complete = completeInvoice(sample(), target)
        const totals = {
          ...complete.totals,
          amountDue: (Number(complete.totals?.amountDue) + 0.01).toFixed(2),
        }
        await writeFile(`${file}.wrong.xml`, writeInvoice({ ...complete, totals }, target))
        wrong.push(`${file}.wrong.xml`)
      }
    }
    const invalid = await invalidInvoices([...valid, ...wrong])
    assert.deepEqual(
      valid.filter((file) => invalid.has(file)).map((file) => [file, invalid.get(file)]),
      [],
    )
    assert.deepEqual(
      wrong.filter((file) => !invalid.has(file)),
      [],
    )
    test.diagnostic(`Mustang: ${valid.length} XML files`)
    assert.ok(valid.length >= 25, `${valid.length} files`)
  })

  it('accept the e-invoice in every PDF (Mustang)', async (test) => {
    const invoices = files.filter(({ name }) => name.startsWith('embedded-')).map(({ file }) => file)
    assert.deepEqual([...(await invalidInvoices(invoices))], [])
    test.diagnostic(`Mustang: ${invoices.length} PDFs`)
    assert.ok(invoices.length >= 90, `${invoices.length} PDFs`)
  })
})
