import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { type Issued, issue, type KeyKind, writePkcs12 } from '../signing/pki.ts'
import {
  issueResponder,
  networkOf,
  ocspAnswer,
  type RevocationServer,
  startRevocationServer,
  statusExtensions,
  writeList,
} from '../signing/revocation-server.ts'
import { readSecurityStore } from '../signing/security-store.ts'
import { startTimeStampServer, type TimeStampServer } from '../signing/time-stamp-server.ts'
import { missingPdfsig, pdfsig } from '../signing/verify.ts'
import { missingPython, signatureResults } from './signatures.ts'
import { conformingFiles, missingJava } from './validators.ts'

const EXAMPLES = new URL('../../examples/', import.meta.url)
const PASSWORD = 'secret'
const LIST = 'http://ca.example.com/list.crl'
const OCSP = 'http://ca.example.com/ocsp'
const KINDS: readonly KeyKind[] = ['rsa-2048', 'rsa-3072', 'rsa-4096', 'p-256', 'p-384']
const [noPython, noPdfsig, noJava] = await Promise.all([missingPython(), missingPdfsig(), missingJava()])

describe('validators of signatures', () => {
  let root: Issued
  let platen: Platen
  let stamps: TimeStampServer
  let status: RevocationServer
  let caller: Caller
  let folder: string
  let rootFile: string
  /** Signed PDFs: each example with each key, level and form of the signature. */
  const plain: string[] = []
  const stamped: string[] = []
  const longTerm: string[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-signatures-'))
    root = await issue({ name: 'Example Root', isCa: true })
    rootFile = join(folder, 'root.der')
    await writeFile(rootFile, root.der)
    status = await startRevocationServer()
    const list = await writeList(root)
    status.answers.set('/list.crl', async () => list)
    status.answers.set('/ocsp', ocspAnswer(await issueResponder(root)))
    const authority = await issue({
      name: 'Time Stamps',
      issuer: root,
      timeStamping: true,
      extensions: statusExtensions({ list: LIST }),
    })
    stamps = await startTimeStampServer(authority, [root])
    platen = await startPlaten({
      environment: {
        EGRESS: 'public',
        CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
        TIMESTAMP_URL: 'http://stamps.example.com/',
      },
      overrides: { network: networkOf({ 'stamps.example.com': stamps, 'ca.example.com': status }) },
    })
    caller = await platen.account({ credits: 10_000 })
    for (const [index, kind] of KINDS.entries()) {
      const extensions = statusExtensions(index % 2 === 0 ? { ocsp: OCSP, list: LIST } : { list: LIST })
      const issued = await issue({ name: `Seal ${kind}`, kind, issuer: root, extensions })
      const content = (await writePkcs12(issued, [root], PASSWORD)).toString('base64')
      const added = await caller.call('POST', '/v1/certificates', { name: kind, content, password: PASSWORD })
      assert.equal(added.status, 201)
    }
    await signExamples()
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await stamps?.[Symbol.asyncDispose]()
    await status?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true })
  })

  async function signExamples(): Promise<void> {
    const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    for (const [index, { name }] of folders.entries()) {
      const read = (file: string) => readFile(new URL(`${name}/${file}`, EXAMPLES), 'utf8')
      const templateId = await caller.upload(await read('template.hbs'))
      const body = { templateId, data: JSON.parse(await read('data.json')) }
      const certificate = KINDS[index % KINDS.length]
      for (const level of ['B-B', 'B-T', 'B-LT']) {
        for (const visible of [undefined, { width: 80, height: 30, left: 0, top: 0 }]) {
          const sign = { certificate, level, reason: 'Geprüft (ok)', ...(visible && { visible }) }
          const file = join(folder, `${name}-${level}${visible ? '-visible' : ''}.pdf`)
          await writeFile(file, await generate({ ...body, options: { sign, pdfa: '3a' } }))
          ;(level === 'B-B' ? plain : level === 'B-T' ? stamped : longTerm).push(file)
        }
      }
    }
  }

  async function generate(body: object): Promise<Buffer> {
    const headers = { 'x-api-key': caller.key, 'content-type': 'application/json', accept: 'application/pdf' }
    const response = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, 200, bytes.toString().slice(0, 1_000))
    return bytes
  }

  /** Writes copies of a PDF, each with one other byte in a proof. @returns their files. */
  async function changeStore(file: string): Promise<string[]> {
    const pdf = await readFile(file)
    const { signed } = readSecurityStore(pdf)
    const streams = [
      ...pdf
        .subarray(signed.length)
        .toString('latin1')
        .matchAll(/Length \d+>>\nstream\n/g),
    ]
    // The last stream is the table of the objects.
    return await Promise.all(
      streams.slice(0, -1).map(async ({ index, 0: head }, number) => {
        const changed = Buffer.from(pdf)
        const at = signed.length + index + head.length + 100
        changed[at] = (changed[at] ?? 0) ^ 1
        const name = join(folder, `changed-store-${number}.pdf`)
        await writeFile(name, changed)
        return name
      }),
    )
  }

  it(
    'call every signed example valid, and none with a changed byte (pyHanko)',
    { skip: noPython },
    async (test) => {
      const [first = ''] = plain
      const changed = join(folder, 'changed.pdf')
      const bytes = await readFile(first)
      bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
      await writeFile(changed, bytes)
      const changedStore = await changeStore(longTerm[0] ?? '')
      const all = [...plain, ...stamped, ...longTerm, changed, ...changedStore]
      const results = await signatureResults(rootFile, all)
      for (const file of [changed, ...changedStore]) assert.match(results.get(file) ?? '', /^invalid/)
      const others = plain.filter((file) => results.get(file) !== 'valid plain ENTIRE_FILE')
      const otherLongTerm = longTerm.filter((file) => results.get(file) !== 'valid long-term ENTIRE_REVISION')
      const otherStamped = stamped.filter((file) => results.get(file) !== 'valid stamped ENTIRE_FILE')
      assert.deepEqual(
        [...others, ...otherStamped, ...otherLongTerm].map((file) => [file, results.get(file)]),
        [],
      )
      test.diagnostic(
        `pyHanko: ${plain.length + stamped.length} signatures, ${longTerm.length} for long-term validation`,
      )
    },
  )

  it('call every signed example valid (pdfsig)', { skip: noPdfsig }, async () => {
    for (const file of [...plain, ...stamped, ...longTerm]) {
      const report = await pdfsig(file)
      assert.match(report, /Signature is Valid\./, file)
      // The proofs are appended after the signature.
      assert.match(
        report,
        longTerm.includes(file) ? /Not total document signed/ : /Total document signed/,
        file,
      )
    }
  })

  it('call every signed example PDF/A-3a and PDF/UA-1 (veraPDF)', { skip: noJava }, async () => {
    const files = [...plain, ...stamped, ...longTerm]
    for (const standard of ['3a', 'ua1']) {
      const conforming = await conformingFiles(standard, files)
      assert.deepEqual(
        files.filter((file) => !conforming.has(file)),
        [],
        standard,
      )
    }
  })
})
