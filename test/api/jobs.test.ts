import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { pauseRenderer } from './paused-renderer.ts'
import { downloadedTexts } from '../pdf.ts'

const UNUSED_ID = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'

async function ended(caller: Caller, location: string | null) {
  return await eventually(async () => {
    const { body } = await caller.call('GET', location ?? '')
    return ['completed', 'failed'].includes(body.job.status) && body.job
  }, 60_000)
}

describe('asynchronous generation', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const outbox = async () => {
    const folder = join(platen.config.dataDir, 'outbox')
    const names = await readdir(folder).catch(() => [])
    return await Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')),
    )
  }
  const mailsTo = async (recipient: string) =>
    (await outbox()).filter((mail) => mail.includes(`To: ${recipient}\r\n`))

  it('answers at once with the four fields of the contract and the address of the job', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}</p>', 'Report')
    const answer = await caller.generate(templateId, [{ n: 1 }, { n: 2 }], {
      async: true,
      sendEmail: ['Ada@Example.com', 'Ada@example.COM'],
    })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      success: true,
      message: 'PDF generation started. An e-mail follows when it is ready.',
      async: true,
      pagesGenerated: 2,
    })
    const location = answer.headers.get('location')
    assert.match(location ?? '', /^\/v1\/jobs\/[0-9a-f-]{36}$/)

    const job = await ended(caller, location)
    assert.deepEqual(Object.keys(job).toSorted(), [
      'completedAt',
      'createdAt',
      'expiresIn',
      'isTest',
      'jobId',
      'message',
      'pagesGenerated',
      'pdfUrl',
      'recipients',
      'size',
      'status',
      'templateId',
    ])
    assert.deepEqual(
      [job.status, job.templateId, job.pagesGenerated, job.expiresIn, job.message],
      ['completed', templateId, 2, '5 days', null],
    )
    assert.deepEqual(await downloadedTexts(job.pdfUrl), ['1', '2'])
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })

    const [mail, ...more] = await eventually(async () => {
      const mails = await mailsTo('Ada@example.com')
      return mails.length > 0 && mails
    }, 60_000)
    assert.deepEqual(more, [])
    assert.match(mail ?? '', /Subject: Your PDF is ready: Report\r\n/)
    assert.match(mail ?? '', /Content-Disposition: attachment; filename=Report\.pdf/)
    assert.ok(mail?.replace(/=\r\n/g, '').includes(job.pdfUrl.replaceAll('=', '=3D')))
  })

  it('mails the owner of the account when a call has no recipients', async () => {
    const caller = await platen.account()
    await caller.generate(await caller.upload('x'), {}, { async: true })
    await eventually(async () => (await mailsTo(caller.email)).length === 1, 60_000)
  })

  it('mails the result of a synchronous call with recipients', async () => {
    const caller = await platen.account()
    const { status, body } = await caller.generate(
      await caller.upload('x'),
      {},
      { sendEmail: ['sync@example.com'] },
    )
    assert.deepEqual([status, body.success], [200, true])
    await eventually(async () => (await mailsTo('sync@example.com')).length === 1, 60_000)
  })

  it('reserves credits at the start and releases them when the template fails', async () => {
    const caller = await platen.account({ credits: 3 })
    const answer = await caller.generate(await caller.upload('{{nope 1}}'), [1, 2], { async: true })
    const job = await ended(caller, answer.headers.get('location'))
    assert.deepEqual([job.status, job.pdfUrl, job.size], ['failed', null, null])
    assert.match(job.message, /could not be filled with this data\. there is no helper named "nope"/)
    assert.deepEqual(await caller.credits(), { credits: 3, reserved: 0 })
  })

  it('fails a job at its time limit', async () => {
    const caller = await platen.account()
    const { settings } = platen.app.services
    const defaultMs = settings.asyncLimitMs
    settings.asyncLimitMs = 500
    const answer = await caller.generate(
      await caller.upload('<script>while(true){}</script>'),
      {},
      { async: true },
    )
    const job = await ended(caller, answer.headers.get('location'))
    settings.asyncLimitMs = defaultMs
    assert.match(
      job.message,
      /^The PDF was not ready within 2 minutes, the time limit of a job\. Nothing was charged\./,
    )
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })

  it('fails a job whose template was deleted before it started', async () => {
    const caller = await platen.account()
    const busy = await caller.upload('x')
    const templateId = await caller.upload('x')
    const { services } = platen.app
    const paused = pauseRenderer(services)
    // As many jobs as run at the same time.
    const before = await Promise.all(
      Array.from({ length: services.settings.tabs }, () => caller.generate(busy, {}, { async: true })),
    )
    const answer = await caller.generate(templateId, {}, { async: true })
    assert.equal((await caller.credits()).reserved, before.length + 1)
    await caller.call('DELETE', `/v1/templates/${templateId}`)
    paused.release()
    const job = await ended(caller, answer.headers.get('location'))
    assert.equal(job.status, 'failed')
  })

  it('rejects a call with the same errors as a synchronous call (402, 404)', async () => {
    const [caller, otherAccount] = [await platen.account({ credits: 1 }), await platen.account()]
    const templateId = await caller.upload('x')
    assert.equal((await caller.generate(templateId, [1, 2], { async: true })).status, 402)
    assert.equal((await caller.generate(await otherAccount.upload('x'), {}, { async: true })).status, 404)
    assert.deepEqual(await caller.credits(), { credits: 1, reserved: 0 })
  })

  it('returns a job only to its account (404)', async () => {
    const [caller, otherAccount] = [await platen.account(), await platen.account()]
    const { headers } = await caller.generate(await caller.upload('x'), {}, { async: true })
    const theirs = await otherAccount.call('GET', headers.get('location') ?? '')
    const missing = await otherAccount.call('GET', `/v1/jobs/${UNUSED_ID}`)
    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.body, missing.body)
    assert.equal((await otherAccount.call('GET', '/v1/jobs/x')).status, 404)
    await ended(caller, headers.get('location'))
  })

  it('returns a message when the PDF has expired', async () => {
    const caller = await platen.account()
    const { headers } = await caller.generate(await caller.upload('x'), {}, { async: true })
    const { jobId } = await ended(caller, headers.get('location'))
    await sql`update generations set completed_at = completed_at - interval '5 days 1 second' where generation_id = ${jobId}`.execute(
      platen.app.services.database,
    )
    const { job } = (await caller.call('GET', `/v1/jobs/${jobId}`)).body
    assert.deepEqual(
      [job.status, job.pdfUrl, job.expiresIn, job.message],
      ['completed', null, null, 'The PDF was kept for 5 days.'],
    )
  })
})
