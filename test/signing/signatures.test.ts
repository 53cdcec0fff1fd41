import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { type Answer, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { germanInvoice } from '../einvoice/samples.ts'
import { textsOf } from '../pdf.ts'
import { type Issued, issue, type KeyKind, writePkcs12 } from './pki.ts'
import { type Behaviour, networkTo, startTimeStampServer, type TimeStampServer } from './time-stamp-server.ts'
import { missingPdfsig, pdfsig, type Verified, verifyPdf } from './verify.ts'

const PASSWORD = 'Geheim-ä'
const KINDS: readonly KeyKind[] = ['rsa-2048', 'rsa-3072', 'rsa-4096', 'p-256', 'p-384']
const PAGE =
  '<!doctype html><html lang="en"><title>Contract</title><body><h1>Contract</h1><p>Hello {{name}}</p>'

const noPdfsig = await missingPdfsig()

describe('signatures', () => {
  let root: Issued
  let platen: Platen
  let stamps: TimeStampServer
  let caller: Caller
  let templateId: string
  before(async () => {
    root = await issue({ name: 'Example Root', isCa: true })
    const authority = await issue({ name: 'Time Stamps', issuer: root, timeStamping: true })
    stamps = await startTimeStampServer(authority, [root])
    platen = await startPlaten({
      environment: {
        CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
        TIMESTAMP_URL: 'http://user:secret@stamps.example.com/tsr',
      },
      overrides: {
        network: networkTo(stamps),
        jobs: { pollEverySeconds: 2, outageDelays: { firstSeconds: 1, maxSeconds: 1, totalSeconds: 600 } },
      },
    })
    caller = await platen.account({ credits: 1_000 })
    templateId = await caller.upload(PAGE)
    await add('seal', 'p-256')
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await stamps?.[Symbol.asyncDispose]()
  })

  /** Adds a certificate to the account. */
  async function add(name: string, kind: KeyKind): Promise<Issued> {
    const issued = await issue({ name: `Müller & Söhne ${kind}`, organization: 'Müller', kind, issuer: root })
    const content = (await writePkcs12(issued, [root], PASSWORD)).toString('base64')
    const { status, body } = await caller.call('POST', '/v1/certificates', {
      name,
      content,
      password: PASSWORD,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return issued
  }

  /** Renders a PDF with options, and returns its bytes. */
  async function render(options: object, more: object = {}, key = caller.key): Promise<Buffer> {
    const response = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/pdf' },
      body: JSON.stringify({ templateId, data: { name: 'Ada' }, options, ...more }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, 200, bytes.toString().slice(0, 500))
    return bytes
  }

  const signed = async (sign: object, others: object = {}, more: object = {}) =>
    await render({ sign: { certificate: 'seal', ...sign }, ...others }, more)
  const refused = async (options: object): Promise<Answer> =>
    await caller.generate(templateId, { name: 'Ada' }, { options })

  it('signs with RSA and ECDSA keys, and the signature has no signing time', async () => {
    for (const kind of KINDS) {
      const issued = await add(kind, kind)
      const pdf = await render({ sign: { certificate: kind, reason: 'Freigabe (é)', location: 'Köln' } })
      const verified = await verifyPdf(pdf)
      assert.ok(verified.isValid, kind)
      assert.deepEqual(
        verified.certificates.map(({ raw }) => raw),
        [issued.der, root.der],
      )
      assert.deepEqual(verified.signedAttributes.toSorted(), [
        '1.2.840.113549.1.9.16.2.47',
        '1.2.840.113549.1.9.3',
        '1.2.840.113549.1.9.4',
      ])
      const sha = kind === 'p-384' ? '2.16.840.1.101.3.4.2.2' : '2.16.840.1.101.3.4.2.1'
      assert.equal(verified.digest, sha)
      assert.match(
        verified.dictionary,
        /\/SubFilter \/ETSI\.CAdES\.detached\n\/M \(D:20\d{12}Z\)\n\/Reason </,
      )
    }
  })

  it('signs with a certificate whose issuer name is long', async () => {
    const organization = 'Example '.repeat(500)
    const issuer = await issue({ name: 'Long Root', organization, isCa: true })
    const issued = await issue({ name: 'Long', issuer })
    const content = (await writePkcs12(issued, [issuer], PASSWORD)).toString('base64')
    const added = await caller.call('POST', '/v1/certificates', { name: 'long', content, password: PASSWORD })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    const { isValid } = await verifyPdf(await render({ sign: { certificate: 'long' } }))
    assert.ok(isValid)
  })

  it('adds a time stamp of the server of the operator at the level B-T', async () => {
    const before = Date.now()
    const pdf = await signed({ level: 'B-T' })
    const { isValid, stampedAt } = await verifyPdf(pdf)
    assert.ok(isValid)
    assert.ok(stampedAt && stampedAt.getTime() >= before - 1_000)
    assert.equal(
      stamps.requests.at(-1)?.authorization,
      `Basic ${Buffer.from('user:secret').toString('base64')}`,
    )
  })

  it('makes the signature invalid with any changed byte', async () => {
    const pdf = await signed({ reason: 'Approved' })
    const [, length = NaN, second = NaN] = /\/ByteRange \[0 (\d+) (\d+)/.exec(pdf.toString('latin1')) ?? []
    const positions = [
      20,
      Number(length) - 1,
      Number(second) + 30,
      Math.floor(pdf.length / 2),
      pdf.length - 10,
    ]
    for (const at of positions) {
      if (at >= Number(length) && at < Number(second)) continue
      const changed = Buffer.from(pdf)
      changed[at] = (changed[at] ?? 0) ^ 1
      const verified: Verified | undefined = await verifyPdf(changed).catch(() => undefined)
      assert.notEqual(verified?.isValid, true, `byte ${at}`)
    }
  })

  it('signs the PDF with every other option', async () => {
    const attachments = [{ name: 'data.csv', content: 'YSxi', mimeType: 'text/csv' }]
    const combinations: Record<string, object> = {
      pdfa: { pdfa: '3b' },
      'pdfa-3a': { pdfa: '3a' },
      pdfua: { pdfua: true },
      einvoice: { einvoice: { format: 'facturx', invoice: germanInvoice() }, pdfua: true },
      attachments: { attachments, metadata: { title: 'T', createdAt: '2026-11-20T12:00:00Z' } },
      watermark: { watermark: { text: 'COPY' }, pdfa: '3b' },
      ranges: { pageRanges: '1' },
    }
    for (const [name, options] of Object.entries(combinations)) {
      for (const visible of [undefined, {}]) {
        const pdf = await signed({ level: 'B-T', ...(visible && { visible }) }, options)
        assert.ok((await verifyPdf(pdf)).isValid, name)
      }
    }
  })

  it('shows a visible signature on the chosen sheet', async () => {
    const three = `${PAGE}<p style="break-before:page">Two<p style="break-before:page">Three`
    const id = await caller.upload(three)
    const drawn = async (visible?: object) => {
      const sign = {
        certificate: 'seal',
        reason: 'Approved <b>',
        location: 'Köln',
        ...(visible && { visible }),
      }
      return await Promise.all(
        [1, 3].map(async (sheet) => {
          const response = await fetch(`${platen.url}/v1/pdf/generate`, {
            method: 'POST',
            headers: { 'x-api-key': caller.key, 'content-type': 'application/json', accept: 'image/png' },
            body: JSON.stringify({
              templateId: id,
              data: {},
              options: { sign },
              picture: { sheet, width: 300 },
            }),
          })
          assert.equal(response.status, 200)
          return Buffer.from(await response.arrayBuffer())
        }),
      )
    }
    const [first, last] = await drawn()
    const [shownFirst, shownLast] = await drawn({ sheet: -1, left: 100, top: 100, width: 180, height: 60 })
    assert.deepEqual(shownFirst, first)
    assert.notDeepEqual(shownLast, last)
    const pdf = await signed({ reason: 'Approved', visible: { sheet: 2 } }, {}, { templateId: id })
    const verified = await verifyPdf(pdf)
    assert.ok(verified.isValid)
  })

  it('refuses a box outside of the sheet, a sheet that does not exist, and passwords (400)', async () => {
    const sign = { certificate: 'seal' }
    const visible = (box: object) => ({ sign: { ...sign, visible: box } })
    const problems: [object, RegExp][] = [
      [visible({ sheet: 2 }), /options\.sign\.visible\.sheet is 2, but the PDF has 1 sheet\./],
      [visible({ sheet: -2 }), /options\.sign\.visible\.sheet is -2/],
      [visible({ sheet: 0 }), /options\.sign\.visible\.sheet must not be 0/],
      [visible({ left: 500, width: 200 }), /options\.sign\.visible ends 700 points from the left/],
      [visible({ top: 900 }), /options\.sign\.visible/],
      [{ sign, password: 'a' }, /options\.password cannot be combined with sign/],
      [{ sign, ownerPassword: 'a' }, /options\.ownerPassword cannot be combined with sign/],
      [{ sign: { ...sign, reason: 'a\u0000b' } }, /options\.sign\.reason/],
      [{ sign: { ...sign, level: 'B-LTA' } }, /level/],
      [{ sign: {} }, /certificate/],
    ]
    const before = await caller.credits()
    for (const [options, message] of problems) {
      const { status, body } = await refused(options)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.message, message)
    }
    assert.deepEqual(await caller.credits(), before)
    const dry = { dryRun: true, options: visible({ sheet: 2 }) }
    assert.equal((await caller.generate(templateId, { name: 'Ada' }, dry)).status, 400)
  })

  it('charges nothing without a time stamp, and says so (503)', async () => {
    const before = await caller.credits()
    const reasons: [Behaviour, RegExp][] = [
      ['close', /closed the connection/],
      ['status-500', /the status 500/],
      ['reject', /refused with the status 2/],
      ['huge', /too long/],
      ['garbage', /not valid/],
      ['forged', /not valid/],
      ['other-nonce', /for another request/],
      ['other-imprint', /for another request/],
    ]
    for (const [behaviour, reason] of reasons) {
      stamps.behaviour = behaviour
      const { status, body, headers } = await refused({ sign: { certificate: 'seal', level: 'B-T' } })
      assert.equal(status, 503, behaviour)
      assert.match(body.message, /the time-stamp server gave no time stamp/)
      assert.match(body.error, reason)
      assert.equal(headers.get('retry-after'), '30')
    }
    assert.deepEqual(await caller.credits(), before)
    stamps.behaviour = 'stamp'
    assert.ok((await verifyPdf(await signed({ level: 'B-T' }))).stampedAt)
  })

  it('repeats a job until the time-stamp server answers', async () => {
    stamps.behaviour = 'status-500'
    const requests = stamps.requests.length
    const options = { sign: { certificate: 'seal', level: 'B-T' } }
    const started = await caller.generate(templateId, { name: 'Ada' }, { async: true, options })
    await eventually(() => stamps.requests.length > requests)
    stamps.behaviour = 'stamp'
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', String(started.headers.get('location')))
      assert.notEqual(body.job.status, 'failed')
      return body.job.status === 'completed' && body.job
    })
    const pdf = Buffer.from(await (await fetch(job.pdfUrl)).arrayBuffer())
    assert.ok((await verifyPdf(pdf)).stampedAt)
  })

  it('signs jobs, and test calls with a label', async () => {
    const options = { sign: { certificate: 'seal' } }
    const started = await caller.generate(templateId, { name: 'Ada' }, { async: true, options })
    assert.equal(started.status, 200)
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', String(started.headers.get('location')))
      return body.job.status === 'completed' && body.job
    })
    const pdf = Buffer.from(await (await fetch(job.pdfUrl)).arrayBuffer())
    assert.ok((await verifyPdf(pdf)).isValid)
    const { database } = platen.app.services
    const { key } = await createKey(database, { accountId: caller.accountId, name: 't', isTest: true })
    assert.ok((await verifyPdf(await render(options, {}, key))).isValid)
  })

  it('signs each render of an array once, and keeps its text', async () => {
    const pdf = await signed({}, {}, { data: [{ name: 'Ada' }, { name: 'Grace' }] })
    assert.ok((await verifyPdf(pdf)).isValid)
    assert.deepEqual(await textsOf(pdf), ['Contract Hello Ada', 'Contract Hello Grace'])
  })

  it('is valid for pdfsig, and invalid after a change', { skip: noPdfsig }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-pdfsig-'))
    try {
      const pdf = await signed({ level: 'B-T', reason: 'Approved', visible: {} }, { pdfa: '3b' })
      const file = join(folder, 'signed.pdf')
      await writeFile(file, pdf)
      const report = await pdfsig(file)
      assert.match(report, /Signature is Valid\./)
      assert.match(report, /Total document signed/)
      assert.match(report, /ETSI\.CAdES\.detached/)
      pdf[pdf.length - 20] = (pdf.at(-20) ?? 0) ^ 1
      await writeFile(file, pdf)
      assert.doesNotMatch(await pdfsig(file), /Signature is Valid\./)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
