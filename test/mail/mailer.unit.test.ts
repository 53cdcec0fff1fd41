import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { createMailer, DeliveryError } from '../../packages/server/src/mail/mailer.ts'
import { composePdfFailed } from '../../packages/server/src/mail/pdf-failed.ts'
import { composePdfReady } from '../../packages/server/src/mail/pdf-ready.ts'

const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024
const READY = {
  templateName: 'Invoice <img src=//evil.example> & more',
  pages: 2,
  pdfUrl: 'https://pdf.example/files/1/Invoice.pdf?expires=1&signature=x',
  expiresAt: new Date('2026-11-26T16:00:00.000Z'),
  attached: true,
}

describe('the mail with a PDF', () => {
  it('attaches the PDF up to 7 MB, and always has the link and its expiry time', async () => {
    using mailer = createMailer({ from: 'a@b.example', transport: { kind: 'outbox', folder: tmpdir() } })
    const pdf = (size: number) => ({ stream: Readable.from([Buffer.alloc(size)]), size })
    const attached = await mailer.attachment('x.pdf', pdf(ATTACHMENT_BYTES_MAX))
    assert.equal(attached?.content.length, ATTACHMENT_BYTES_MAX)
    const tooLarge = pdf(ATTACHMENT_BYTES_MAX + 1)
    assert.equal(await mailer.attachment('x.pdf', tooLarge), undefined)
    assert.ok(tooLarge.stream.destroyed)
    for (const isAttached of [true, false]) {
      const { subject, text, html } = composePdfReady({ ...READY, attached: isAttached })
      assert.equal(subject, 'Your PDF is ready: Invoice img src evil.example more')
      assert.match(text, /^https:\/\/pdf\.example\/files\/1\/Invoice\.pdf\?expires=1&signature=x$/m)
      assert.match(text, /works until 2026-11-26 16:00 UTC/)
      assert.match(html, /href="https:\/\/pdf\.example\/files\/1\/Invoice\.pdf\?expires=1&#38;signature=x"/)
      assert.match(html, /works until 2026-11-26 16:00 UTC/)
      assert.doesNotMatch(html, /<img|src=/)
      assert.deepEqual([/attached/.test(text), /is attached/.test(html)], [isAttached, isAttached])
    }
  })
})

describe('the mail about a failed job', () => {
  it('names the PDF and the reason, as plain text of limited length', () => {
    const message = `<script>alert(1)</script>\r\nBcc: x@example.com ${'long '.repeat(200)}`
    const { subject, text, html } = composePdfFailed({
      templateName: READY.templateName,
      pages: 1,
      jobId: '4d072116-9169-4d3e-9475-0395812dc500',
      message,
    })
    assert.equal(subject, 'Your PDF could not be created: Invoice img src evil.example more')
    assert.match(text, /\n<script>alert\(1\)<\/script> Bcc: x@example\.com long .*…\n/)
    assert.ok(text.length < 800)
    assert.match(html, /&#60;script&#62;alert/)
    assert.doesNotMatch(html, /<script|<img/)
    assert.match(text, /No credits were charged\. Job id: 4d072116-9169-4d3e-9475-0395812dc500\./)
  })

  it('says once that nothing was charged', () => {
    const message = 'All attempts failed. Nothing was charged. Send the call again.'
    const { text, html } = composePdfFailed({ templateName: 'x', pages: 1, jobId: '1', message })
    assert.match(text, /^All attempts failed\. Send the call again\.$/m)
    for (const body of [text, html]) assert.equal(body.match(/charged/g)?.length, 1)
  })
})

describe('the outbox', () => {
  const mail = { subjectId: '1', recipient: 'x@example.com', subject: 's', text: 't', html: 'h' }
  const signal = new AbortController().signal

  it('writes one file per mail, also after several attempts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-outbox-'))
    try {
      using mailer = createMailer({ from: 'a@b.example', transport: { kind: 'outbox', folder } })
      for (const recipient of ['x@example.com', 'x@example.com', 'y@example.com']) {
        await mailer.send({ ...mail, recipient, attachment: undefined }, signal)
      }
      const names = await readdir(folder)
      assert.equal(names.length, 2)
      for (const name of names) {
        assert.match(name, /^1\.[0-9a-f]{16}\.eml$/)
        assert.match(await readFile(join(folder, name), 'utf8'), /^To: [xy]@example\.com\r$/m)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('reports a fault, not a refusal, when it cannot be written to', async () => {
    using mailer = createMailer({ from: 'a@b.example', transport: { kind: 'outbox', folder: '/dev/null/x' } })
    const sending = mailer.send({ ...mail, attachment: undefined }, signal)
    await assert.rejects(sending, (error) => !(error instanceof DeliveryError))
  })
})
