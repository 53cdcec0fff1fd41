import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Caller, eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'

const BROKEN = '<p>{{nope 1}}</p>'

/** Row of a call that has ended. */
interface PastRender {
  endedAt: string
  status?: 'completed' | 'failed'
  isAsync?: boolean
  pages?: number
  templateName?: string
  message?: string
  tookMs?: number
  phases?: object
}

describe('dashboard API: jobs and usage', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  /** Inserts rows as `completeGeneration` and `failGeneration` write them, with times in the past. */
  const insertRender = async (accountId: string, past: PastRender) => {
    const { database } = platen.app.services
    const { status = 'completed', isAsync = false, pages = 1, endedAt, tookMs = 100 } = past
    const id = randomUUID()
    await sql`
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        reserved_until, created_at, completed_at, message, phases)
      values (${id}, ${accountId}, ${randomUUID()}, ${past.templateName ?? 'Invoice'}, ${isAsync}, ${status}, ${pages},
        ${endedAt}, ${endedAt}::timestamptz - ${tookMs} * interval '1 millisecond', ${endedAt}, ${past.message ?? null},
        ${past.phases ? JSON.stringify(past.phases) : null})`.execute(database)
    if (status === 'completed') {
      await sql`
        insert into credit_entries (account_id, kind, credits, reference, created_at)
        values (${accountId}, 'generation', ${-pages}, ${id}, ${endedAt})`.execute(database)
    }
    return id
  }
  const keyOf = async (
    person: Person,
  ): Promise<Pick<Caller, 'call' | 'generate' | 'upload'> & { key: string }> => {
    const { body } = await person.call('POST', '/dashboard/api/keys', { name: 'server' })
    const key = String(body.key)
    const call: Caller['call'] = (method, path, sent, headers) =>
      send(platen.url + path, method, sent, { 'x-api-key': key, ...headers })
    return {
      key,
      call,
      upload: async (source, name = 'Invoice') => {
        const content = Buffer.from(source).toString('base64')
        const template = { name, content, contentEncoding: 'base64' }
        return String((await call('POST', '/v1/templates/upload', template)).body.templateId)
      },
      generate: (templateId, data, more) => call('POST', '/v1/pdf/generate', { templateId, data, ...more }),
    }
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

  it('lists a synchronous call with its key, phases and PDF link', async () => {
    const person = await platen.person()
    const program = await keyOf(person)
    const templateId = await program.upload('<p>{{n}}</p>')
    const answer = await program.generate(templateId, [{ n: 1 }, { n: 2 }])
    assert.equal(answer.status, 200)

    const { body } = await person.call('GET', '/dashboard/api/jobs')
    assert.equal(body.jobs.length, 1)
    const [listed] = body.jobs
    assert.deepEqual(
      [listed.templateId, listed.templateName, listed.templateExists],
      [templateId, 'Invoice', true],
    )
    assert.equal(listed.keyName, 'server')
    assert.equal(listed.status, 'completed')
    assert.equal(listed.mode, 'sync')
    assert.equal(listed.pagesGenerated, 2)
    assert.equal(listed.size, answer.body.size)
    assert.ok(listed.durationMs > 0 && listed.durationMs < 29_000, String(listed.durationMs))

    const { job } = (await person.call('GET', `/dashboard/api/jobs/${listed.jobId}`)).body
    assert.equal(job.pdfUrl, answer.body.pdfUrl)
    assert.equal(new Date(job.expiresAt).getTime() - new Date(job.completedAt).getTime(), 5 * 86_400_000)
    const phases = job.phases.map(({ phase }: { phase: string }) => phase)
    assert.equal(phases.join(' '), 'key body reserve template fill print pack store')
    const spent = job.phases.reduce((sum: number, { ms }: { ms: number }) => sum + ms, 0)
    assert.ok(spent > 0 && spent <= job.durationMs + 100, `${spent} of ${job.durationMs} ms`)
    assert.deepEqual(job.recipients, [])
    assert.equal(job.attempts, 0)
  })

  it('lists a job with its mails, and a failed call with its reason and phases', async () => {
    const person = await platen.person()
    const program = await keyOf(person)
    const templateId = await program.upload('<p>{{n}}<img src="https://nowhere.invalid/x.png"></p>')
    const sent = { async: true, sendEmail: ['grace@example.com'] }
    const { headers } = await program.generate(templateId, { n: 1 }, sent)
    const jobId = headers.get('location')?.split('/').at(-1)
    const mailed = await eventually(async () => {
      const { job } = (await person.call('GET', `/dashboard/api/jobs/${jobId}`)).body
      return job.recipients[0]?.status === 'sent' && job
    })
    assert.equal(mailed.mode, 'async')
    assert.equal(mailed.attempts, 1)
    assert.deepEqual(mailed.recipients, [{ email: 'grace@example.com', status: 'sent' }])
    assert.ok(mailed.warnings.length > 0)
    assert.ok(mailed.phases.some(({ phase }: { phase: string }) => phase === 'print'))

    const broken = await program.upload(BROKEN)
    assert.equal((await program.generate(broken, {})).status, 400)
    const [failed] = (await person.call('GET', '/dashboard/api/jobs?status=failed')).body.jobs
    assert.match(failed.message, /nope/)
    const { job } = (await person.call('GET', `/dashboard/api/jobs/${failed.jobId}`)).body
    const phases = job.phases.map(({ phase }: { phase: string }) => phase)
    assert.equal(phases.at(-1), 'fill')
    assert.equal(job.pdfUrl, null)

    await program.call('DELETE', `/v1/templates/${broken}`)
    const later = (await person.call('GET', `/dashboard/api/jobs/${failed.jobId}`)).body.job
    assert.deepEqual([later.templateId, later.templateName, later.templateExists], [broken, 'Invoice', false])
  })

  it('creates a job without an API key, for one credit per element', async () => {
    const person = await platen.person({ credits: 3 })
    const templateId = await (await keyOf(person)).upload('<p>{{n}}</p>')
    const call = {
      templateId,
      data: [{ n: 1 }, { n: 2 }],
      sendEmail: ['grace@EXAMPLE.com', 'grace@example.com'],
    }
    const created = await person.call('POST', '/dashboard/api/jobs', call)
    assert.equal(created.status, 202, JSON.stringify(created.body))
    const { jobId, ...started } = created.body
    assert.deepEqual(started, {
      success: true,
      message: 'PDF generation started. An e-mail follows when it is ready.',
      async: true,
      pagesGenerated: 2,
    })
    const job = await eventually(async () => {
      const { job } = (await person.call('GET', `/dashboard/api/jobs/${jobId}`)).body
      return job.recipients[0]?.status === 'sent' && job
    })
    assert.deepEqual([job.status, job.mode, job.tokenId, job.pagesGenerated], ['completed', 'async', null, 2])
    assert.deepEqual(
      job.recipients.map(({ email }: { email: string }) => email),
      ['grace@example.com'],
    )
    assert.equal((await fetch(job.pdfUrl)).headers.get('content-type'), 'application/pdf')
    assert.equal((await person.call('GET', '/dashboard/api/billing')).body.available, 1)

    // Without recipients, the account receives the mail.
    const alone = await person.call('POST', '/dashboard/api/jobs', { templateId, data: { n: 3 } })
    const { recipients } = (await person.call('GET', `/dashboard/api/jobs/${alone.body.jobId}`)).body.job
    assert.equal(recipients[0].email, person.email)
    const { jobs } = (await person.call('GET', '/dashboard/api/jobs?tokenId=none')).body
    assert.equal(jobs.length, 2)
  })

  it('rejects invalid jobs with the same errors as the public API (400, 402, 404, 413)', async () => {
    const person = await platen.person({ credits: 2 })
    const program = await keyOf(person)
    const templateId = await program.upload('<p>{{n}}</p>')
    const foreign = await (await keyOf(await platen.person())).upload('<p>private</p>')
    const refused: [number, object][] = [
      [400, { templateId }],
      [400, { templateId, data: 7 }],
      [400, { templateId, data: [] }],
      [400, { templateId, data: [null] }],
      [400, { templateId, data: Array.from({ length: 51 }, () => ({})) }],
      [400, { templateId: 'x', data: {} }],
      [400, { templateId, data: {}, sendEmail: ['nobody'] }],
      [400, { templateId, data: {}, sendEmail: Array.from({ length: 51 }, (_, n) => `n${n}@example.com`) }],
      [402, { templateId, data: [{}, {}, {}] }],
      [404, { templateId: foreign, data: {} }],
      [404, { templateId: randomUUID(), data: {} }],
      [413, { templateId, data: { text: 'x'.repeat(6_815_744) } }],
    ]
    for (const [status, body] of refused) {
      const dashboard = await person.call('POST', '/dashboard/api/jobs', body)
      const api = await program.call('POST', '/v1/pdf/generate', { ...body, async: true })
      const label = JSON.stringify(body).slice(0, 100)
      assert.equal(dashboard.status, status, label)
      assert.deepEqual([dashboard.status, dashboard.body], [api.status, api.body], label)
    }
    const valid = JSON.stringify({ templateId, data: {} })
    const unsigned = await send(`${platen.url}/dashboard/api/jobs`, 'POST', valid, {
      'x-api-key': program.key,
    })
    assert.equal(unsigned.status, 401)
    assert.deepEqual((await person.call('GET', '/dashboard/api/jobs')).body.jobs, [])
    assert.equal((await person.call('GET', '/dashboard/api/billing')).body.available, 2)
  })

  it('returns no link to an expired PDF', async () => {
    const person = await platen.person()
    const id = await insertRender(person.accountId, { endedAt: daysAgo(6) })
    await sql`update generations set file_id = ${randomUUID()} where generation_id = ${id}`.execute(
      platen.app.services.database,
    )
    const { job } = (await person.call('GET', `/dashboard/api/jobs/${id}`)).body
    assert.equal(job.pdfUrl, null)
    assert.ok(new Date(job.expiresAt).getTime() < Date.now())
  })

  it('pages through jobs without gaps or repeats, also when their times are equal', async () => {
    const person = await platen.person()
    const moment = daysAgo(1)
    for (let n = 0; n < 60; n += 1) await insertRender(person.accountId, { endedAt: moment })
    for (let n = 0; n < 55; n += 1) await insertRender(person.accountId, { endedAt: daysAgo(2 + n / 100) })
    const idsOf = (body: { jobs: { jobId: string }[] }) => body.jobs.map(({ jobId }) => jobId)
    const read = async (query: string) => (await person.call('GET', `/dashboard/api/jobs${query}`)).body

    const first = await read('')
    const second = await read(`?cursor=${first.nextCursor}`)
    const third = await read(`?cursor=${second.nextCursor}`)
    assert.equal(third.nextCursor, null)
    const all = [first, second, third].flatMap(idsOf)
    assert.deepEqual([idsOf(first).length, idsOf(second).length, all.length], [50, 50, 115])
    assert.equal(new Set(all).size, 115)
    const { jobs } = await read(`?limit=7&cursor=${first.nextCursor}`)
    assert.deepEqual(idsOf({ jobs }), idsOf(second).slice(0, 7))
  })

  it('filters jobs by status, template, key, mode and day, in the time zone of the request', async () => {
    const person = await platen.person()
    const program = await keyOf(person)
    const templateId = await program.upload('<p>x</p>')
    await program.generate(templateId, {})
    // 23:30 on the 10th in Berlin, the 11th in Kiritimati.
    await insertRender(person.accountId, {
      endedAt: '2026-11-10T22:30:00.100Z',
      status: 'failed',
      message: 'x',
    })
    await insertRender(person.accountId, { endedAt: '2026-11-10T22:40:00Z', isAsync: true })
    const { keys } = (await person.call('GET', '/dashboard/api/keys')).body
    const count = async (query: string) =>
      (await person.call('GET', `/dashboard/api/jobs?${query}`)).body.jobs.length
    assert.equal(await count(''), 3)
    assert.equal(await count('status=failed'), 1)
    assert.equal(await count(`templateId=${templateId}`), 1)
    assert.equal(await count(`tokenId=${keys[0].tokenId}`), 1)
    assert.equal(await count('tokenId=none'), 2)
    assert.equal(await count('mode=async&status=completed'), 1)
    assert.equal(await count('from=2026-11-10&to=2026-11-10&timeZone=Europe/Berlin'), 2)
    assert.equal(await count('from=2026-11-10&to=2026-11-10&timeZone=Pacific/Kiritimati'), 0)
    assert.equal(await count('to=2026-11-11'), 2)
    for (const wrong of [
      'status=lost',
      'templateId=1',
      'tokenId=nobody',
      'from=2026-02-31',
      'from=now',
      'timeZone=Mars/Olympus',
      'timeZone=%2B02:00',
      'state=failed',
      'cursor=1',
      'cursor=99999999999999999_00000000-0000-0000-0000-000000000000',
    ]) {
      const { status, body } = await person.call('GET', `/dashboard/api/jobs?${wrong}`)
      assert.equal(status, 400, wrong)
      assert.equal(typeof body.message, 'string', wrong)
    }
  })

  it('exports jobs as CSV without formulas', async () => {
    const person = await platen.person()
    const long = await insertRender(person.accountId, {
      endedAt: daysAgo(1),
      templateName: '=cmd|" /C calc"!A0',
      status: 'failed',
      message: 'first line\nsecond, with "quotes"',
    })
    await insertRender(person.accountId, { endedAt: daysAgo(2), templateName: '@SUM(1)' })
    await insertRender(person.accountId, { endedAt: daysAgo(2), templateName: '＝1' })
    await insertRender(person.accountId, { endedAt: daysAgo(2), templateName: ' =2' })
    const { status, headers, body } = await person.call('GET', '/dashboard/api/jobs.csv')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="jobs\.csv"$/)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    const text = String(body)
    assert.ok(text.startsWith('id,status,created,completed,template,'))
    assert.ok(text.includes(`${long},failed,`))
    assert.ok(text.includes(`"'=cmd|"" /C calc""!A0"`), text)
    assert.ok(text.includes(`"first line\nsecond, with ""quotes"""`))
    for (const name of ["'@SUM(1)", "'＝1", `" '=2"`]) assert.ok(text.includes(`,${name},`), name)
    const { body: none } = await person.call('GET', '/dashboard/api/jobs.csv?status=pending')
    assert.equal(String(none).trim().split('\r\n').length, 1)
  })

  it('exports all jobs that match, also 2,500', async () => {
    const person = await platen.person()
    await sql`
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        reserved_until, created_at)
      select gen_random_uuid(), ${person.accountId}, gen_random_uuid(), 'x', false, 'failed', 1, now(),
        now() - (n / 3) * interval '1 second'
      from generate_series(1, 2500) as n`.execute(platen.app.services.database)
    const { body } = await person.call('GET', '/dashboard/api/jobs.csv')
    const ids = String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',', 1)[0])
    assert.equal(ids.length, 2_500)
    assert.equal(new Set(ids).size, 2_500)
  })

  it('aggregates usage by day, template, key, failure reason and duration', async () => {
    const person = await platen.person()
    const program = await keyOf(person)
    const templateId = await program.upload('<p>x</p>', 'Letter')
    assert.equal((await program.generate(templateId, [{}, {}, {}])).status, 200)
    assert.equal((await program.generate(await program.upload(BROKEN), {})).status, 400)
    await insertRender(person.accountId, {
      endedAt: daysAgo(3),
      isAsync: true,
      pages: 7,
      phases: { print: 40 },
    })
    await insertRender(person.accountId, { endedAt: daysAgo(3), status: 'failed', message: 'It was lost.' })
    await insertRender(person.accountId, { endedAt: daysAgo(3), status: 'failed', message: 'It was lost.' })
    for (let n = 1; n <= 20; n += 1) {
      await insertRender(person.accountId, { endedAt: daysAgo(5), tookMs: n * 10, phases: { print: n } })
    }
    const { status, body } = await person.call('GET', '/dashboard/api/usage')
    assert.equal(status, 200)
    assert.equal(body.timeZone, 'UTC')
    assert.equal(body.days.length, 30)
    assert.equal(body.days.at(-1).day, new Date().toISOString().slice(0, 10))
    assert.deepEqual(body.days.at(-1), {
      day: body.to,
      pages: 3,
      details: { syncPages: 3, asyncPages: 0, completed: 1, failed: 1 },
    })
    assert.deepEqual(body.days.at(-4).details, { syncPages: 0, asyncPages: 7, completed: 1, failed: 2 })
    assert.equal(body.days.at(-6).pages, 20)
    const letter = body.templates.find((one: { name: string }) => one.name === 'Letter')
    assert.deepEqual(letter, { templateId, name: 'Letter', exists: true, pages: 3, completed: 1, failed: 0 })
    const [without, server] = body.keys
    assert.deepEqual(without, {
      tokenId: null,
      name: null,
      lastFour: null,
      pages: 27,
      completed: 21,
      failed: 2,
    })
    assert.deepEqual(
      [server.name, server.lastFour, server.pages, server.failed],
      ['server', program.key.slice(-4), 3, 1],
    )
    assert.deepEqual(
      body.failures.map(({ message, count }: { message: string; count: number }) => [
        message.slice(0, 12),
        count,
      ])[0],
      ['It was lost.', 2],
    )
    assert.equal(body.failures.length, 2)
    assert.equal(body.durations.async.p50, 100)
    assert.equal(body.durations.sync.count, 21)
    const print = body.durations.phases.find(({ phase }: { phase: string }) => phase === 'print')
    assert.equal(print.count, 22)
    assert.ok(print.p50 >= 10 && print.p50 <= 12 && print.p95 > 19, JSON.stringify(print))
  })

  it('takes the pages of days before the last 30 from the ledger', async () => {
    const person = await platen.person()
    const id = await insertRender(person.accountId, { endedAt: '2026-01-15T23:30:00Z', pages: 4 })
    await sql`delete from generations where generation_id = ${id}`.execute(platen.app.services.database)
    const read = async (query: string) => (await person.call('GET', `/dashboard/api/usage?${query}`)).body
    const days = (await read('from=2026-01-14&to=2026-01-17')).days
    assert.deepEqual(days, [
      { day: '2026-01-14', pages: 0, details: null },
      { day: '2026-01-15', pages: 4, details: null },
      { day: '2026-01-16', pages: 0, details: null },
      { day: '2026-01-17', pages: 0, details: null },
    ])
    const inBerlin = await read('from=2026-01-14&to=2026-01-17&timeZone=Europe/Berlin')
    assert.equal(inBerlin.days[2].pages, 4)
    // The day of the end of daylight saving time has 25 hours, and its last hour belongs to it.
    await insertRender(person.accountId, { endedAt: '2025-10-26T22:30:00Z', pages: 2 })
    const autumn = await read('from=2025-10-26&to=2025-10-27&timeZone=Europe/Berlin')
    assert.deepEqual(
      autumn.days.map(({ pages }: { pages: number }) => pages),
      [2, 0],
    )
    for (const wrong of ['from=2026-01-02&to=2026-01-01', 'from=2024-01-01&to=2026-01-01', 'to=2026-13-01']) {
      assert.equal((await person.call('GET', `/dashboard/api/usage?${wrong}`)).status, 400, wrong)
    }
  })

  it('groups by days in the time zone of the account by default', async () => {
    const person = await platen.person()
    // Noon of the 10th in UTC is the 11th in Kiritimati, which is 14 hours ahead.
    await insertRender(person.accountId, { endedAt: '2026-11-10T12:00:00Z', pages: 5 })
    const read = async () =>
      (await person.call('GET', '/dashboard/api/usage?from=2026-11-10&to=2026-11-11')).body
    const pagesOf = ({ days }: { days: { pages: number }[] }) => days.map(({ pages }) => pages)
    assert.deepEqual(pagesOf(await read()), [5, 0])
    const region = { locale: 'en', timeZone: 'Pacific/Kiritimati' }
    assert.equal((await person.call('PUT', '/dashboard/api/settings/region', region)).status, 200)
    const moved = await read()
    assert.deepEqual([moved.timeZone, pagesOf(moved)], ['Pacific/Kiritimati', [0, 5]])
    const { jobs } = (await person.call('GET', '/dashboard/api/jobs?from=2026-11-11&to=2026-11-11')).body
    assert.equal(jobs.length, 1)
    const week = (await person.call('GET', '/dashboard/api/usage?days=7')).body
    assert.equal(week.days.length, 7)
    // PostgreSQL interprets offsets with the opposite sign, so they are rejected. It must support all accepted names.
    const difference = { locale: 'en', timeZone: '+02:00' }
    assert.equal((await person.call('PUT', '/dashboard/api/settings/region', difference)).status, 400)
    const names = Intl.supportedValuesOf('timeZone')
    const { rows } = await sql`
      select now() at time zone name from unnest(${names}::text[]) as name`.execute(
      platen.app.services.database,
    )
    assert.equal(rows.length, names.length)
  })

  it('hides jobs, usage and keys from other accounts (404)', async () => {
    const [owner, other] = [await platen.person(), await platen.person()]
    const program = await keyOf(owner)
    const templateId = await program.upload('<p>x</p>')
    await program.generate(templateId, {})
    const [job] = (await owner.call('GET', '/dashboard/api/jobs')).body.jobs
    const [key] = (await owner.call('GET', '/dashboard/api/keys')).body.keys

    const ofNothing = await other.call('GET', `/dashboard/api/jobs/${randomUUID()}`)
    assert.equal(ofNothing.status, 404)
    const foreign = await other.call('GET', `/dashboard/api/jobs/${job.jobId}`)
    assert.deepEqual([foreign.status, foreign.body], [404, ofNothing.body])
    for (const query of ['', `templateId=${templateId}`, `tokenId=${key.tokenId}`]) {
      assert.deepEqual((await other.call('GET', `/dashboard/api/jobs?${query}`)).body.jobs, [])
    }
    assert.equal(String((await other.call('GET', '/dashboard/api/jobs.csv')).body).split('\r\n').length, 2)
    const usage = (await other.call('GET', '/dashboard/api/usage')).body
    assert.deepEqual([usage.templates, usage.keys, usage.failures], [[], [], []])
    assert.deepEqual((await other.call('GET', '/dashboard/api/keys')).body.keys, [])
  })
})
