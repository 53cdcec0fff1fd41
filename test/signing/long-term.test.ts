import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { extension, type Issued, issue, writePkcs12 } from './pki.ts'
import { Null } from 'asn1js'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import {
  type Answer,
  issueResponder,
  type ListOptions,
  networkOf,
  ocspAnswer,
  type OcspOptions,
  REVOKED_AT,
  type RevocationServer,
  startRevocationServer,
  statusExtensions,
  writeList,
} from './revocation-server.ts'
import { readSecurityStore } from './security-store.ts'
import { startTimeStampServer, type TimeStampServer } from './time-stamp-server.ts'
import { missingPdfsig, pdfsig, verifyPdf } from './verify.ts'

const PASSWORD = 'secret'
const HOUR_MS = 3_600_000
const PAGE = '<!doctype html><html lang="en"><title>Contract</title><body><h1>Contract</h1><p>Hello'
const BASE = 'http://ca.example.com'
const noPdfsig = await missingPdfsig()

describe('signatures for long-term validation (B-LT)', () => {
  let platen: Platen
  let stamps: TimeStampServer
  let server: RevocationServer
  let caller: Caller
  let templateId: string
  let root: Issued
  let authority: Issued
  let responder: Issued
  /** Number of paths that were used. Each test has its own, because checked data are cached. */
  let count = 0
  before(async () => {
    server = await startRevocationServer()
    root = await issue({ name: 'Example Root', isCa: true })
    authority = await issue({
      name: 'Example CA',
      isCa: true,
      issuer: root,
      extensions: statusExtensions({ list: `${BASE}/root.crl`, issuer: `${BASE}/root.crt` }),
    })
    responder = await issueResponder(authority)
    const stampSigner = await issue({
      name: 'Time Stamps',
      issuer: root,
      timeStamping: true,
      extensions: statusExtensions({ list: `${BASE}/root.crl` }),
    })
    stamps = await startTimeStampServer(stampSigner, [root])
    server.answers.set('/root.crt', async () => root.der)
    server.answers.set('/ca.crt', async () => authority.der)
    const list = await writeList(root)
    server.answers.set('/root.crl', async () => list)
    platen = await startPlaten({
      environment: {
        EGRESS: 'public',
        CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
        TIMESTAMP_URL: 'http://stamps.example.com/',
      },
      overrides: {
        network: networkOf({ 'stamps.example.com': stamps, 'ca.example.com': server }),
        jobs: { pollEverySeconds: 2, outageDelays: { firstSeconds: 1, maxSeconds: 1, totalSeconds: 600 } },
      },
    })
  })
  // An account has at most 20 certificates.
  beforeEach(async () => {
    caller = await platen.account({ credits: 100 })
    templateId = await caller.upload(PAGE)
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await stamps?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  /** Certificate of an account, with the addresses of its status. */
  interface Seal {
    name: string
    issued: Issued
    ocsp: string
    list: string
  }

  /** Issues a certificate with its own addresses, and adds it to the account. */
  async function addSeal(
    urls: { ocsp?: boolean; list?: boolean; issuer?: string } = { ocsp: true },
    chain: Issued[] = [authority, root],
  ): Promise<Seal> {
    count += 1
    const [name, ocsp, list] = [`seal-${count}`, `/ocsp-${count}`, `/list-${count}.crl`]
    const issued = await issue({
      name: `Seal ${count}`,
      issuer: authority,
      extensions: statusExtensions({
        ...(urls.ocsp === true && { ocsp: BASE + ocsp }),
        ...(urls.list === true && { list: BASE + list }),
        ...(urls.issuer !== undefined && { issuer: urls.issuer }),
      }),
    })
    await add(name, issued, chain)
    return { name, issued, ocsp, list }
  }

  async function add(name: string, issued: Issued, chain: Issued[] = []): Promise<void> {
    const content = (await writePkcs12(issued, chain, PASSWORD)).toString('base64')
    const body = { name, content, password: PASSWORD }
    const answer = await caller.call('POST', '/v1/certificates', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }

  /** Serves the same bytes for each request. */
  const serve = (path: string, bytes: Buffer) => server.answers.set(path, async () => bytes)

  async function sign(certificate: string, options: object = {}, more: object = {}): Promise<Buffer> {
    const response = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json', accept: 'application/pdf' },
      body: JSON.stringify({
        templateId,
        data: {},
        options: { sign: { certificate, level: 'B-LT', ...more }, ...options },
      }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, 200, bytes.toString().slice(0, 1_000))
    return bytes
  }

  /** Signs, and expects an error. @returns its message and detail. */
  async function refuse(certificate: string, status: number): Promise<string> {
    const before = await caller.credits()
    const options = { sign: { certificate, level: 'B-LT' } }
    const answer = await caller.generate(templateId, {}, { options })
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.equal(answer.headers.get('retry-after'), status === 503 ? '30' : null)
    assert.deepEqual(await caller.credits(), before)
    return `${answer.body.message} ${answer.body.error}`
  }

  const subjectsOf = (certificates: Buffer[]) =>
    certificates.map((der) => /CN=(.*)/.exec(new X509Certificate(der).subject)?.[1]).toSorted()

  it('appends the chains, an OCSP response and a revocation list after the signature', async () => {
    const seal = await addSeal()
    server.answers.set(seal.ocsp, ocspAnswer(responder))
    const pdf = await sign(seal.name)
    const { signed, certificates, ocspResponses, revocationLists } = readSecurityStore(pdf)
    assert.ok(signed.length < pdf.length)
    const verified = await verifyPdf(signed)
    assert.ok(verified.isValid)
    assert.ok(verified.stampedAt)
    assert.deepEqual(subjectsOf(certificates), [
      'Example CA',
      'Example Root',
      'Responder',
      `Seal ${count}`,
      'Time Stamps',
    ])
    assert.equal(ocspResponses.length, 1)
    // One list is the proof for the CA and for the time-stamp server.
    assert.deepEqual(revocationLists, [await server.answers.get('/root.crl')?.(Buffer.alloc(0))])
    assert.deepEqual(await textsOf(pdf), ['Contract Hello'])
  })

  it('receives nothing twice while the proofs are valid', async () => {
    const seal = await addSeal({ ocsp: true }, [])
    const missing = await refuse(seal.name, 400)
    assert.match(missing, /certificate of the issuer "Example CA" is missing/)
    const full = await addSeal({ ocsp: true, issuer: `${BASE}/ca.crt` }, [])
    server.answers.set(full.ocsp, ocspAnswer(responder))
    await sign(full.name)
    const requests = server.requests.length
    const { certificates, ocspResponses } = readSecurityStore(await sign(full.name))
    assert.equal(server.requests.length, requests)
    assert.equal(ocspResponses.length, 1)
    assert.ok(subjectsOf(certificates).includes('Example CA'))
  })

  it('uses a revocation list without an OCSP responder, or when it fails', async () => {
    const failing: [string, Answer][] = [
      ['status 500', async () => 500],
      ['garbage', async () => Buffer.from('no OCSP')],
      ['too long', async () => Buffer.alloc(100_000)],
    ]
    for (const [name, answer] of failing) {
      const seal = await addSeal({ ocsp: true, list: true })
      server.answers.set(seal.ocsp, answer)
      serve(seal.list, await writeList(authority))
      const { ocspResponses, revocationLists } = readSecurityStore(await sign(seal.name))
      assert.deepEqual([ocspResponses.length, revocationLists.length], [0, 2], name)
    }
    const listOnly = await addSeal({ list: true })
    const point = { onlyContainsUserCerts: true }
    serve(listOnly.list, await writeList(authority, { point }))
    assert.equal(readSecurityStore(await sign(listOnly.name)).revocationLists.length, 2)
  })

  it('refuses a revoked certificate and names it (400), by OCSP and by list', async () => {
    const byOcsp = await addSeal({ ocsp: true, list: true })
    server.answers.set(byOcsp.ocsp, ocspAnswer(responder, { status: 'revoked' }))
    const message = await refuse(byOcsp.name, 400)
    assert.match(
      message,
      /options\.sign\.certificate cannot sign\. The certificate "Seal \d+" was revoked at /,
    )
    assert.ok(message.includes(REVOKED_AT))
    const byList = await addSeal({ list: true })
    const other = await issue({ name: 'Other', issuer: authority })
    serve(byList.list, await writeList(authority, { revoked: [other, byList.issued] }))
    assert.match(await refuse(byList.name, 400), /was revoked at 2026-11-01T12:00:00\.000Z/)
    serve(byList.list, await writeList(authority, { revoked: [other] }))
    await sign(byList.name)
  })

  it('names each address and its reason when the status is not available (503)', async () => {
    const hour = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
    const outsider = await issue({ name: 'Outsider', isCa: true })
    const strange = await issueResponder(outsider)
    const checked = await issueResponder(authority, { isChecked: true })
    const ocsp: [OcspOptions, Issued, RegExp][] = [
      [{}, strange, /not signed by the issuer/],
      [{}, checked, /not signed by the issuer/],
      [{}, await issue({ name: 'No responder', issuer: authority }), /not signed by the issuer/],
      [{ status: 'unknown' }, responder, /reports the status "unknown"/],
      [{ from: hour(-3), to: hour(-2) }, responder, /has expired/],
      [{ from: hour(-3), to: null }, responder, /has expired/],
      [{ from: hour(1), to: hour(2) }, responder, /not valid yet/],
    ]
    for (const [options, signer, reason] of ocsp) {
      const seal = await addSeal()
      server.answers.set(seal.ocsp, ocspAnswer(signer, options))
      const message = await refuse(seal.name, 503)
      assert.match(message, /revocation status of the certificate "Seal \d+" is not available\. Try again/)
      assert.match(message, reason)
      assert.ok(message.includes(`${BASE}${seal.ocsp}: `))
    }
    const lists: [ListOptions, Issued, RegExp][] = [
      [{}, outsider, /not signed by the issuer/],
      [{ from: hour(-3), to: hour(-2) }, authority, /has expired/],
      [{ point: { onlyContainsCACerts: true } }, authority, /for other certificates/],
      [{ point: { indirectCRL: true } }, authority, /for other certificates/],
      [{ extensions: [extension('1.2.3.4', new Null(), true)] }, authority, /unknown critical extension/],
    ]
    for (const [options, signer, reason] of lists) {
      const seal = await addSeal({ list: true })
      serve(seal.list, await writeList(signer, options))
      assert.match(await refuse(seal.name, 503), reason)
    }
    const damaged = await addSeal({ list: true })
    const whole = await writeList(authority)
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, 50), Buffer.alloc(6 * 1024 * 1024, 0x30)]) {
      serve(damaged.list, bytes)
      assert.match(await refuse(damaged.name, 503), /not valid|longer than 5,242,880 bytes/)
    }
  })

  it('does not connect to a private address that a certificate names', async () => {
    const issued = await issue({
      name: 'Inside',
      issuer: authority,
      extensions: statusExtensions({ ocsp: 'http://127.0.0.1/ocsp', list: 'http://10.0.0.1:8080/list' }),
    })
    await add('inside', issued, [authority, root])
    const message = await refuse('inside', 503)
    assert.match(message, /127\.0\.0\.1\/ocsp: no public address\./)
    assert.match(message, /only ports 80 and 443/)
  })

  it('refuses a certificate without an address for its status (400)', async () => {
    const seal = await addSeal({})
    assert.match(await refuse(seal.name, 400), /no address for its revocation status\. Send the level B-T/)
  })

  it('signs with a self-signed certificate, which no issuer can revoke', async () => {
    const own = await issue({ name: 'Own' })
    await add('own', own)
    const { signed, certificates, ocspResponses } = readSecurityStore(await sign('own'))
    assert.ok((await verifyPdf(signed)).isValid)
    assert.deepEqual(subjectsOf(certificates), ['Example Root', 'Own', 'Time Stamps'])
    assert.equal(ocspResponses.length, 0)
  })

  it('makes the signature invalid with any changed byte of the signed PDF', async () => {
    const seal = await addSeal()
    server.answers.set(seal.ocsp, ocspAnswer(responder))
    const pdf = await sign(seal.name, { pdfa: '3a' }, { visible: {} })
    const { signed } = readSecurityStore(pdf)
    for (const at of [20, signed.length - 30, signed.length - 3_000]) {
      const changed = Buffer.from(signed)
      changed[at] = (changed[at] ?? 0) ^ 1
      const verified = await verifyPdf(changed).catch(() => undefined)
      assert.notEqual(verified?.isValid, true, `byte ${at}`)
    }
  })

  it('repeats a job until the status is available', async () => {
    const seal = await addSeal()
    server.answers.set(seal.ocsp, async () => 500)
    const options = { sign: { certificate: seal.name, level: 'B-LT' } }
    const started = await caller.generate(templateId, {}, { async: true, options })
    await eventually(() => server.requests.includes(seal.ocsp))
    server.answers.set(seal.ocsp, ocspAnswer(responder))
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', String(started.headers.get('location')))
      assert.notEqual(body.job.status, 'failed')
      return body.job.status === 'completed' && body.job
    })
    const pdf = Buffer.from(await (await fetch(job.pdfUrl)).arrayBuffer())
    assert.equal(job.size, pdf.length)
    assert.equal(readSecurityStore(pdf).ocspResponses.length, 1)
  })

  it('is valid for pdfsig', { skip: noPdfsig }, async () => {
    const seal = await addSeal()
    server.answers.set(seal.ocsp, ocspAnswer(responder))
    const folder = await mkdtemp(join(tmpdir(), 'platen-pdfsig-'))
    try {
      const file = join(folder, 'signed.pdf')
      await writeFile(file, await sign(seal.name, { pdfa: '3b' }))
      assert.match(await pdfsig(file), /Signature is Valid\./)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
