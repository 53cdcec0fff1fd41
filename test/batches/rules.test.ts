import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { cancelOldPauses } from '../../packages/server/src/batches/batches.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { contentsOf, downloadedTexts, textsOf } from '../pdf.ts'
import { batchWith, downloadedZip, postBatch } from './batch.ts'

const NAME = '<p>{{name}}</p>'
const STRICT = '<p>{{name}}</p>{{#if broken}}{{nope 1}}{{/if}}'
const DAY_MS = 24 * 3_600_000
const UNUSED_ID = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'

function csvOf(count: number): string {
  return ['name', ...Array.from({ length: count }, (_, index) => `Name ${index + 1}`)].join('\n')
}

describe('rules of batches', () => {
  let platen: Platen
  before(
    async () => void (platen = await startPlaten({ environment: { MAILS_PER_DAY: '3', BATCH_ROWS: '120' } })),
  )
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const failedRows = async (caller: Caller, batchId: string) =>
    String((await caller.call('GET', `/v1/batches/${batchId}/failed-rows`)).body)

  it('lists failed rows as CSV that no spreadsheet program runs, and renders all others', async () => {
    const caller = await platen.account({ credits: 100 })
    const templateId = await caller.upload(STRICT)
    const csv = 'name,broken,total\nAda,,1\n=1+1,yes,2\nBo,,x\nCy,,3\nToo,,4,5\n"Di, ""D""",yes,6\n'
    const mapping = JSON.stringify({ total: { path: 'sum.total', type: 'number' } })
    const { body } = await postBatch(caller, { templateId, mapping }, csv)
    const batch = await batchWith(caller, body.batch.batchId)
    assert.deepEqual(
      [batch.status, batch.rowsCompleted, batch.rowsFailed, batch.cost],
      ['completed', 2, 4, 2],
    )
    assert.deepEqual(await downloadedTexts(batch.results[0].url), ['Ada', 'Cy'])
    const lines = (await failedRows(caller, batch.batchId)).split('\r\n')
    assert.equal(lines[0], 'name,broken,total,error')
    assert.match(lines[1] ?? '', /^'=1\+1,yes,2,.*nope/)
    assert.equal(lines[2], 'Bo,,x,"The column ""total"" must be a number such as 1234.5."')
    assert.equal(lines[3], 'Too,,4,"The row has 4 cells, but there are 3 columns."')
    assert.match(lines[4] ?? '', /^"Di, ""D""",yes,6,/)
    assert.deepEqual(await caller.credits(), { credits: 98, reserved: 0 })
  })

  it('fails rows with characters that PostgreSQL does not store', async () => {
    const caller = await platen.account({ credits: 10 })
    const templateId = await caller.upload(NAME)
    const { status, body } = await postBatch(caller, { templateId }, 'name,x\nAda,1\nB\0o,2\nCy,3,\0\n')
    assert.equal(status, 202, JSON.stringify(body))
    const batch = await batchWith(caller, body.batch.batchId)
    assert.deepEqual([batch.rowsCompleted, batch.rowsFailed], [1, 2])
    const lines = (await failedRows(caller, batch.batchId)).split('\r\n')
    assert.deepEqual(lines.slice(1, 3), [
      'B\u{FFFD}o,2,"The column ""name"" has a character that cannot be stored."',
      'Cy,3,"The column ""3"" has a character that cannot be stored."',
    ])
    const rejected = await postBatch(caller, { templateId }, 'na\0me\nAda\n')
    assert.deepEqual(
      [rejected.status, rejected.body.message],
      [400, 'The name of the column "na me" has a character that cannot be stored. Rename it.'],
    )
    const lone = await postBatch(caller, { templateId }, '{"name":"\\ud800"}\n{"name":\0}\n', {
      'content-type': 'application/jsonl',
    })
    assert.equal(lone.status, 202, JSON.stringify(lone.body))
  })

  it('pauses when the credits run out, and continues after the purchase of credits', async () => {
    const caller = await platen.account({ credits: 70 })
    const templateId = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, csvOf(100))
    const { batchId } = body.batch
    const paused = await batchWith(caller, batchId)
    assert.deepEqual([paused.status, paused.rowsCompleted, paused.rowsWaiting], ['paused', 70, 30])
    assert.match(paused.message, /^No credits are left\. Purchase credits at http/)
    assert.deepEqual([paused.results, paused.endedAt], [[], null])
    const { accountId } = caller
    await addCredits(platen.app.services.database, { accountId, credits: 31, reference: randomUUID() })
    const resumed = await caller.call('POST', `/v1/batches/${batchId}/resume`)
    assert.equal(resumed.status, 200, JSON.stringify(resumed.body))
    const batch = await batchWith(caller, batchId)
    assert.deepEqual([batch.status, batch.rowsCompleted, batch.message], ['completed', 100, null])
    const files = await downloadedZip(batch.results[0].url)
    assert.deepEqual(
      files.map(({ name }) => name),
      Array.from({ length: 100 }, (_, index) => `${index + 1}.pdf`),
    )
    assert.deepEqual(await caller.credits(), { credits: 1, reserved: 0 })
    const again = await caller.call('POST', `/v1/batches/${batchId}/resume`)
    assert.deepEqual(
      [again.status, again.body.message],
      [
        409,
        'This batch has the status "completed". Only a paused batch can be resumed, or one that has ended without the PDF of its completed rows.',
      ],
    )
  })

  it('answers 402 when no credit is left at the start', async () => {
    const caller = await platen.account({ credits: 0 })
    const templateId = await caller.upload(NAME)
    const answer = await postBatch(caller, { templateId }, csvOf(2))
    assert.deepEqual([answer.status, answer.body.error], [402, 'INSUFFICIENT_CREDITS'])
    assert.deepEqual((await caller.call('GET', '/v1/batches')).body.batches, [])
  })

  it('keeps the documents of a cancelled batch that are charged', async () => {
    const caller = await platen.account({ credits: 60 })
    const templateId = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId }, csvOf(110))
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const answer = await caller.call('POST', `/v1/batches/${batchId}/cancel`)
    assert.deepEqual([answer.status, answer.body.batch.status], [200, 'cancelled'])
    const batch = await eventually(async () => {
      const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
      return batch.results.length > 0 && batch
    })
    assert.equal((await downloadedTexts(batch.results[0].url)).length, 60)
    assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
    const again = await caller.call('POST', `/v1/batches/${batchId}/cancel`)
    assert.equal(again.status, 409)
  })

  it('mails each row to its recipient, within the limit of mails per day', async () => {
    const caller = await platen.account({ credits: 60 })
    const templateId = await caller.upload(NAME)
    const csv =
      'name,mail\nAda,ada@example.com\nBo,nobody\nCy,cy@example.com\nDi,di@example.com\nEd,ed@example.com\n'
    const query = { templateId, output: 'mail', recipient: 'mail', fileName: 'for {name}' }
    const { body } = await postBatch(caller, query, csv)
    const batch = await batchWith(caller, body.batch.batchId)
    assert.deepEqual([batch.status, batch.rowsCompleted, batch.rowsFailed], ['paused', 3, 1])
    assert.match(batch.message, /^Today's 3 mails are sent\./)
    assert.deepEqual(batch.results, [])
    const jobs = await eventually(async () => {
      const { body } = await caller.call('GET', `/v1/jobs?batchId=${batch.batchId}`)
      const sent = body.jobs.filter(
        (job: { recipients: { status: string }[] }) => job.recipients[0]?.status === 'sent',
      )
      return sent.length === 3 && body.jobs
    })
    assert.deepEqual(
      jobs.map((job: { recipients: { email: string }[] }) => job.recipients[0]?.email).toSorted(),
      ['ada@example.com', 'cy@example.com', 'di@example.com'],
    )
    assert.match(jobs[0].pdfUrl, /for%20\w+\.pdf/)
    assert.match(
      await failedRows(caller, batch.batchId),
      /"?The recipient ""nobody"" is not an e-mail address\./,
    )
    assert.deepEqual((await caller.call('GET', '/v1/jobs')).body.jobs, [])
    // The next day.
    await sql`update accounts set mails_on = mails_on - 1 where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    await caller.call('POST', `/v1/batches/${batch.batchId}/resume`)
    const ended = await batchWith(caller, batch.batchId)
    assert.deepEqual([ended.status, ended.rowsCompleted], ['completed', 4])
  })

  it('with a test key, it is free, labels all documents, and mails only the address of the account', async () => {
    const live = await platen.account({ credits: 0 })
    const { database } = platen.app.services
    const { key } = await createKey(database, {
      accountId: live.accountId,
      name: 't',
      expiresAt: undefined,
      isTest: true,
    })
    const test = {
      call: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        await send(platen.url + path, method, body, { 'x-api-key': key, ...headers }),
    }
    const templateId = await live.upload(NAME)
    for (const output of ['pdf', 'zip']) {
      const { body } = await postBatch(test, { templateId, output }, csvOf(3))
      const batch = await batchWith(live, body.batch.batchId)
      assert.deepEqual([batch.status, batch.isTest, batch.cost], ['completed', true, 0])
      const { url } = batch.results[0]
      const pdfs =
        output === 'zip'
          ? (await downloadedZip(url)).map(({ bytes }) => bytes)
          : [Buffer.from(await (await fetch(url)).arrayBuffer())]
      for (const pdf of pdfs) assert.ok(contentsOf(pdf).includes('/PlatenLabel Do'), output)
      assert.equal((await Promise.all(pdfs.map(textsOf))).flat().length, 3)
      const { jobs } = (await live.call('GET', `/v1/jobs?batchId=${batch.batchId}`)).body
      assert.equal(
        jobs.filter(({ pdfUrl }: { pdfUrl: string | null }) => pdfUrl !== null).length,
        output === 'zip' ? 3 : 0,
      )
    }
    // A live batch, which waits for credits.
    await addCredits(database, { accountId: live.accountId, credits: 1, reference: randomUUID() })
    const waiting = (await postBatch(live, { templateId }, csvOf(2))).body.batch.batchId
    await batchWith(live, waiting, ['paused'])
    for (const action of ['resume', 'cancel']) {
      const { status, body } = await test.call('POST', `/v1/batches/${waiting}/${action}`)
      assert.deepEqual(
        [status, body.message.slice(0, 52)],
        [409, 'A test key can change only batches of test keys. Use'],
      )
    }
    const csv = `name,mail\nAda,${live.email}\nBo,bo@example.org\n`
    const { body } = await postBatch(test, { templateId, output: 'mail', recipient: 'mail' }, csv)
    const batch = await batchWith(live, body.batch.batchId)
    assert.deepEqual([batch.rowsCompleted, batch.rowsFailed], [1, 1])
    assert.match(
      await failedRows(live, batch.batchId),
      /A test key can send mail only to the address of the account/,
    )
  })

  it('checks a file without starting anything', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(NAME)
    const lines = ['{"name":"Ada","mail":"ada@example.com"}', '[1]', '{"name":', ''].join('\n')
    const query = { templateId, output: 'mail', recipient: 'mail', dryRun: 'true', fileName: '{name}-{row}' }
    const answer = await postBatch(caller, query, lines, { 'content-type': 'application/jsonl' })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual([answer.body.columns, answer.body.rows, answer.body.rowsFailed], [['data'], 3, 2])
    assert.deepEqual(answer.body.firstRows[0], {
      number: 1,
      cells: [lines.split('\n')[0]],
      data: { name: 'Ada', mail: 'ada@example.com' },
      recipient: 'ada@example.com',
      fileName: 'Ada-1.pdf',
      error: null,
    })
    assert.deepEqual(answer.body.firstFailedRows, [
      { number: 2, error: 'The line is not a JSON object.' },
      { number: 3, error: 'The line is not valid JSON.' },
    ])
    assert.deepEqual((await caller.call('GET', '/v1/batches')).body, { batches: [], nextCursor: null })
  })

  it('a repeated call with the same Idempotency-Key starts one batch', async () => {
    const caller = await platen.account({ credits: 5 })
    const templateId = await caller.upload(NAME)
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => postBatch(caller, { templateId }, csvOf(1), headers)),
    )
    const ids = new Set(answers.map(({ body }) => body.batch.batchId))
    assert.deepEqual([ids.size, answers.map(({ status }) => status)], [1, [202, 202, 202]])
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 2)
    const other = await postBatch(caller, { templateId }, csvOf(2), headers)
    assert.equal(other.status, 409)
    await batchWith(caller, [...ids][0])
    assert.deepEqual(await caller.credits(), { credits: 4, reserved: 0 })
  })

  it('rejects calls and files that are not valid (400)', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(NAME)
    const messageFor = async (
      query: Record<string, string>,
      file: string | Uint8Array,
      type = 'text/csv',
    ) => {
      const { status, body } = await postBatch(caller, { templateId, ...query }, file, {
        'content-type': type,
      })
      assert.equal(status, 400, JSON.stringify(body))
      return body.message
    }
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    assert.match(
      await messageFor({}, 'name\n', 'text/plain'),
      /^Content-Type must be the format of the file: text\/csv/,
    )
    assert.match(await messageFor({}, csvOf(121)), /more than 120 rows/)
    assert.match(await messageFor({}, 'name\n'), /no rows/)
    assert.match(await messageFor({}, 'a,a\n1,2\n'), /two columns with the name "a"/)
    assert.match(await messageFor({}, 'a,a.b\n1,2\n'), /conflicts/)
    assert.match(await messageFor({}, 'a..b\n1\n'), /The column "a\.\.b" is not a path/)
    assert.match(await messageFor({}, '"a\n1\n'), /not valid CSV/)
    assert.match(
      await messageFor({}, `a\n${'x'.repeat(300_000)}\n`),
      /^Line \d has more than 256 KB, or a quote in it is not closed/,
    )
    assert.match(await messageFor({}, Buffer.from('a\n\xff\n', 'latin1')), /not UTF-8/)
    assert.match(await messageFor({}, 'PK', xlsx), /The XLSX file cannot be read/)
    assert.match(
      await messageFor({ mapping: '{"b":"c"}' }, 'a\n1\n'),
      /mapping has the column "b", which the file does not have. Its columns are "a"/,
    )
    assert.match(await messageFor({ mapping: '{"a":1}' }, 'a\n1\n'), /mapping must be a JSON object/)
    assert.match(await messageFor({ mapping: '{' }, 'a\n1\n'), /mapping is not valid JSON/)
    assert.match(
      await messageFor({ mapping: '{}' }, '{}', 'application/jsonl'),
      /mapping is only for CSV and XLSX/,
    )
    assert.match(await messageFor({ output: 'mail' }, 'a\n1\n'), /recipient is missing/)
    assert.match(await messageFor({ recipient: 'a' }, 'a\n1\n'), /recipient is only for the output mail/)
    assert.match(
      await messageFor({ fileName: 'x' }, 'a\n1\n'),
      /fileName is only for the outputs zip and mail/,
    )
    assert.match(
      await messageFor({ output: 'zip', fileName: '{b}' }, 'a\n1\n'),
      /fileName has the column "b"/,
    )
    const unknown = await postBatch(caller, { templateId: UNUSED_ID }, csvOf(1))
    assert.equal(unknown.status, 404)
    assert.equal((await caller.call('POST', `/v1/templates/${templateId}/archive`)).status, 200)
    for (const dryRun of ['true', 'false']) {
      const archived = await postBatch(caller, { templateId, dryRun }, csvOf(1))
      assert.deepEqual(
        [archived.status, archived.body.message.slice(0, 26)],
        [409, 'This template is archived,'],
      )
    }
  })

  it('fails when its template is deleted, and uses the version of the start until then', async () => {
    const caller = await platen.account({ credits: 60 })
    const templateId = await caller.upload('<p>old {{name}}</p>')
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, csvOf(110))
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const { accountId } = caller
    const content = Buffer.from('<p>new {{name}}</p>').toString('base64')
    const put = await caller.call('PUT', `/v1/templates/${templateId}`, {
      content,
      contentEncoding: 'base64',
    })
    assert.equal(put.status, 200)
    await addCredits(platen.app.services.database, { accountId, credits: 10, reference: randomUUID() })
    await caller.call('POST', `/v1/batches/${batchId}/resume`)
    await eventually(async () => (await batchWith(caller, batchId, ['paused'])).rowsCompleted === 70)
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    await addCredits(platen.app.services.database, { accountId, credits: 10, reference: randomUUID() })
    await caller.call('POST', `/v1/batches/${batchId}/resume`)
    const batch = await batchWith(caller, batchId, ['failed'])
    assert.match(batch.message, /^The template, or its version at the start of the batch, was deleted/)
    const files = await downloadedZip(batch.results[0].url)
    assert.equal(files.length, 70)
    assert.deepEqual(await textsOf(files[69]?.bytes ?? Buffer.alloc(0)), ['old Name 70'])
  })

  it('does not hold up other calls and jobs of its account', async () => {
    const caller = await platen.account({ credits: 200 })
    const slow = await caller.upload(
      `<p>{{name}}</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, 1_000)) }</script>`,
    )
    const quick = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId: slow }, csvOf(60))
    const { batchId } = body.batch
    const stateOf = async () => (await caller.call('GET', `/v1/batches/${batchId}`)).body.batch
    await eventually(async () => (await stateOf()).status === 'running')
    assert.equal((await caller.generate(quick, { name: 'now' })).status, 200)
    const { headers } = await caller.generate(quick, { name: 'soon' }, { async: true })
    await eventually(async () => {
      const { job } = (await caller.call('GET', headers.get('location') ?? '')).body
      return job.status === 'completed'
    })
    const { status, rowsWaiting } = await stateOf()
    assert.deepEqual([status, rowsWaiting > 0], ['running', true])
    await caller.call('POST', `/v1/batches/${batchId}/cancel`)
  })

  it('an account has at most 10 batches that have not ended (429)', async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload(NAME)
    const { database } = platen.app.services
    const { body } = await postBatch(caller, { templateId }, csvOf(2))
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    await sql`
      insert into batches (account_id, template_id, template_name, template_version, is_test, request_hash, name, output,
        columns, status, rows)
      select account_id, template_id, template_name, template_version, is_test, request_hash, name, output, columns,
        status, rows
      from batches cross join generate_series(2, 10) where batch_id = ${batchId}`.execute(database)
    await addCredits(database, { accountId: caller.accountId, credits: 1, reference: randomUUID() })
    const answer = await postBatch(caller, { templateId }, csvOf(2))
    assert.equal(answer.status, 429)
    assert.match(answer.body.message, /^The account has 10 batches that have not ended/)
    const { batches, nextCursor } = (await caller.call('GET', '/v1/batches?limit=4')).body
    assert.equal(batches.length, 4)
    const rest = (await caller.call('GET', `/v1/batches?limit=10&cursor=${nextCursor}`)).body
    assert.deepEqual([rest.batches.length, rest.nextCursor], [6, null])
  })

  it('a batch that is paused for 30 days is cancelled, and its PDFs are merged', async () => {
    const caller = await platen.account({ credits: 2 })
    const templateId = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId }, csvOf(3))
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const { database, queue } = platen.app.services
    assert.equal(await cancelOldPauses({ database, queue }, new Date(Date.now() + 29 * DAY_MS), 10), 0)
    await sql`update batches set paused_at = now() - interval '31 days' where batch_id = ${batchId}`.execute(
      database,
    )
    assert.equal(await cancelOldPauses({ database, queue }, new Date(), 10), 1)
    const batch = await eventually(async () => {
      const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
      return batch.results.length > 0 && batch
    })
    assert.deepEqual([batch.status, batch.message], ['cancelled', 'The batch was paused for 30 days.'])
    assert.equal((await downloadedTexts(batch.results[0].url)).length, 2)
  })

  it('the sweep removes ended batches after 30 days, and keeps the objects that a batch needs', async () => {
    const caller = await platen.account({ credits: 2 })
    const templateId = await caller.upload(NAME)
    const { database } = platen.app.services
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, csvOf(3))
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const later = (days: number) => new Date(Date.now() + days * DAY_MS)
    await cleanUp(platen.app.services, later(8))
    // The renders of a batch are kept with it.
    await cleanUp(platen.app.services, later(31))
    await addCredits(database, { accountId: caller.accountId, credits: 1, reference: randomUUID() })
    await caller.call('POST', `/v1/batches/${batchId}/resume`)
    const batch = await batchWith(caller, batchId, ['completed'])
    assert.equal((await downloadedZip(batch.results[0].url)).length, 3)
    await cleanUp(platen.app.services, later(31))
    assert.equal((await caller.call('GET', `/v1/batches/${batchId}`)).status, 404)
    assert.equal((await fetch(batch.results[0].url)).status, 404)
  })
})
