import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { type Issued, issue, type KeyKind, writePkcs12 } from '../signing/pki.ts'
import { networkTo, startTimeStampServer, type TimeStampServer } from '../signing/time-stamp-server.ts'
import { missingPdfsig, pdfsig } from '../signing/verify.ts'
import { missingPython, signatureResults } from './signatures.ts'
import { conformingFiles, missingJava } from './validators.ts'

const EXAMPLES = new URL('../../examples/', import.meta.url)
const PASSWORD = 'secret'
const KINDS: readonly KeyKind[] = ['rsa-2048', 'rsa-3072', 'rsa-4096', 'p-256', 'p-384']
const [noPython, noPdfsig, noJava] = await Promise.all([missingPython(), missingPdfsig(), missingJava()])

describe('validators of signatures', () => {
  let root: Issued
  let platen: Platen
  let stamps: TimeStampServer
  let caller: Caller
  let folder: string
  let rootFile: string
  /** Signed PDFs: each example with each key, level and form of the signature. */
  const plain: string[] = []
  const stamped: string[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-signatures-'))
    root = await issue({ name: 'Example Root', isCa: true })
    rootFile = join(folder, 'root.der')
    await writeFile(rootFile, root.der)
    const authority = await issue({ name: 'Time Stamps', issuer: root, timeStamping: true })
    stamps = await startTimeStampServer(authority, [root])
    platen = await startPlaten({
      environment: {
        CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
        TIMESTAMP_URL: 'http://stamps.example.com/',
      },
      overrides: { network: networkTo(stamps) },
    })
    caller = await platen.account({ credits: 10_000 })
    for (const kind of KINDS) {
      const issued = await issue({ name: `Seal ${kind}`, kind, issuer: root })
      const content = (await writePkcs12(issued, [root], PASSWORD)).toString('base64')
      const added = await caller.call('POST', '/v1/certificates', { name: kind, content, password: PASSWORD })
      assert.equal(added.status, 201)
    }
    await signExamples()
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await stamps?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true })
  })

  async function signExamples(): Promise<void> {
    const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    for (const [index, { name }] of folders.entries()) {
      const read = (file: string) => readFile(new URL(`${name}/${file}`, EXAMPLES), 'utf8')
      const templateId = await caller.upload(await read('template.hbs'))
      const body = { templateId, data: JSON.parse(await read('data.json')) }
      const certificate = KINDS[index % KINDS.length]
      for (const level of ['B-B', 'B-T']) {
        for (const visible of [undefined, { width: 80, height: 30, left: 0, top: 0 }]) {
          const sign = { certificate, level, reason: 'Geprüft (ok)', ...(visible && { visible }) }
          const file = join(folder, `${name}-${level}${visible ? '-visible' : ''}.pdf`)
          await writeFile(file, await generate({ ...body, options: { sign, pdfa: '3a' } }))
          ;(level === 'B-T' ? stamped : plain).push(file)
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

  it(
    'call every signed example valid, and none with a changed byte (pyHanko)',
    { skip: noPython },
    async (test) => {
      const [first = ''] = plain
      const changed = join(folder, 'changed.pdf')
      const bytes = await readFile(first)
      bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
      await writeFile(changed, bytes)
      const results = await signatureResults(rootFile, [...plain, ...stamped, changed])
      assert.match(results.get(changed) ?? '', /^invalid/)
      const others = plain.filter((file) => results.get(file) !== 'valid plain ENTIRE_FILE')
      const otherStamped = stamped.filter((file) => results.get(file) !== 'valid stamped ENTIRE_FILE')
      assert.deepEqual(
        [...others, ...otherStamped].map((file) => [file, results.get(file)]),
        [],
      )
      test.diagnostic(`pyHanko: ${plain.length + stamped.length} signatures`)
    },
  )

  it('call every signed example valid (pdfsig)', { skip: noPdfsig }, async () => {
    for (const file of [...plain, ...stamped]) {
      const report = await pdfsig(file)
      assert.match(report, /Signature is Valid\./, file)
      assert.match(report, /Total document signed/, file)
    }
  })

  it('call every signed example PDF/A-3a and PDF/UA-1 (veraPDF)', { skip: noJava }, async () => {
    const files = [...plain, ...stamped]
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
