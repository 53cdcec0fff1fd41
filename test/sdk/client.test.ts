import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { CLIENT_TYPES, clientTypes } from '../../packages/client/api-types.ts'
import {
  BadRequest,
  Changed,
  Conflict,
  Forbidden,
  InsufficientCredits,
  JobFailed,
  NotFound,
  Platen,
  PlatenError,
  ServerError,
  Unauthorized,
} from '../../packages/client/src/index.ts'
import { PYTHON_TYPES, pythonTypes } from '../../packages/client/python-types.ts'
import { decode } from 'fast-png'
import { sql } from 'kysely'
import { germanInvoice } from '../einvoice/samples.ts'
import { type Caller, type Platen as Service, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { issue, writePkcs12 } from '../signing/pki.ts'
import { verifyPdf } from '../signing/verify.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

const NOBODYS = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'

describe('the client', () => {
  let service: Service
  before(async () => {
    service = await startPlaten({ environment: { CERTIFICATE_KEY: Buffer.alloc(32, 9).toString('base64') } })
  })
  after(async () => {
    assert.deepEqual(await auditCredits(service.app.services.database), [])
    await service[Symbol.asyncDispose]()
  })

  const clientOf = ({ key }: Caller) => new Platen({ apiKey: key, baseUrl: service.url, retries: 0 })
  const caught = async <Kind extends PlatenError>(
    kind: abstract new (...args: never[]) => Kind,
    promise: Promise<unknown>,
  ): Promise<Kind> => {
    const error = await promise.then(
      () => assert.fail('There was no error'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof kind, String(error))
    assert.ok(error instanceof PlatenError && error instanceof Error)
    return error
  }

  it('has up-to-date types of the routes, in both languages', async () => {
    const hint = 'npm run client:api updates them'
    assert.equal(await readFile(CLIENT_TYPES, 'utf8'), await clientTypes(), hint)
    assert.equal(await readFile(PYTHON_TYPES, 'utf8'), await pythonTypes(), hint)
  })

  it('stores, reads, restores and deletes partials and assets', async () => {
    const platen = clientOf(await service.account())
    const first = await platen.partials.put('letterhead', '<h1>Größe {{n}}</h1>')
    await caught(Changed, platen.partials.put('letterhead', 'other', { ifAbsent: true }))
    await platen.partials.put('letterhead', 'other', { ifVersion: first.contentVersion })
    await caught(Changed, platen.partials.put('letterhead', 'late', { ifVersion: first.contentVersion }))
    assert.equal((await platen.partials.get('letterhead')).content, 'other')
    const restored = await platen.partials.restore('letterhead', 1)
    assert.deepEqual(await platen.partials.list(), [restored])
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const asset = await platen.assets.put('logo.svg', svg)
    assert.equal(asset.contentType, 'image/svg+xml')
    const other = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9"/>')
    await caught(Changed, platen.assets.put('logo.svg', other, { ifAbsent: true }))
    await caught(Changed, platen.assets.put('logo.svg', other, { ifVersion: first.contentVersion }))
    assert.deepEqual(await platen.assets.list(), [asset])
    assert.deepEqual(await platen.assets.get('logo.svg'), svg)

    const content = '{{> letterhead}}<img src="{{asset "logo.svg"}}">'
    const { templateId } = await platen.templates.upload({ name: 'x', content })
    const pdf = await platen.pdf.generate({ templateId, data: { n: 7 } })
    assert.equal((await textsOf(await pdf.download())).join(), 'Größe 7')
    assert.equal(pdf.warnings, 0)

    assert.match((await caught(BadRequest, platen.partials.put('a', '{{#if'))).detail ?? '', /Parse error/)
    await caught(BadRequest, platen.assets.put('a', new TextEncoder().encode('a')))
    await platen.partials.remove('letterhead')
    await platen.assets.remove('logo.svg')
    await caught(NotFound, platen.partials.get('letterhead'))
    await caught(NotFound, platen.assets.get('logo.svg'))
    await caught(NotFound, platen.assets.remove('logo.svg'))
  })

  it('saves, renders, publishes and discards drafts of templates', async () => {
    const { templates, pdf } = clientOf(await service.account({ credits: 10 }))
    const first = await templates.upload({ name: 'x', content: '<p>one</p>' })
    const { templateId } = first
    await caught(NotFound, templates.drafts.get(templateId))
    const saved = await templates.drafts.save(templateId, '<p>a</p><p style="break-before: page">b</p>', {
      ifVersion: first.contentVersion,
    })
    assert.deepEqual([saved.number, saved.isDraft], [2, true])
    const sheets = async (templateVersion?: number | 'draft') =>
      (await pdf.generate({ templateId, templateVersion, data: {} })).sheets
    assert.deepEqual([await sheets(), await sheets('draft'), await sheets(2)], [1, 2, 2])
    const preview = await templates.preview({ templateId, templateVersion: 'draft', picture: false })
    assert.equal(preview.sheets, 2)
    assert.equal((await templates.drafts.get(templateId)).contentVersion, saved.contentVersion)
    await caught(Changed, templates.drafts.save(templateId, 'x', { ifVersion: first.contentVersion }))
    await caught(Changed, templates.drafts.publish(templateId, { ifVersion: first.contentVersion }))
    await caught(Changed, templates.drafts.discard(templateId, { ifVersion: first.contentVersion }))
    const published = await templates.drafts.publish(templateId, { ifVersion: saved.contentVersion })
    assert.equal(published.contentVersion, saved.contentVersion)
    assert.equal(await sheets(), 2)
    await templates.drafts.save(templateId, 'x')
    await templates.drafts.discard(templateId)
    await caught(NotFound, templates.drafts.publish(templateId))
  })

  it('creates, checks and reads e-invoices', async () => {
    const { einvoices, pdf, templates } = clientOf(await service.account({ credits: 1 }))
    const invoice = germanInvoice()
    const created = await einvoices.create({ format: 'xrechnung-ubl', invoice })
    assert.deepEqual([created.format, created.profile, created.warnings], ['xrechnung-ubl', null, []])
    assert.equal((await einvoices.validate({ content: created.xml })).valid, true)
    const asPeppol = await einvoices.validate({ content: created.xml, format: 'peppol-bis-3' })
    assert.deepEqual([asPeppol.valid, asPeppol.format], [false, 'peppol-bis-3'])
    const { number: _, ...incomplete } = invoice
    const checked = await einvoices.validate({ format: 'facturx', profile: 'EXTENDED', invoice: incomplete })
    assert.deepEqual(
      checked.violations.map(({ rule, path }) => [rule, path]),
      [['BR-02', 'invoice.number']],
    )
    const error = await caught(BadRequest, einvoices.create({ format: 'facturx', invoice: incomplete }))
    assert.deepEqual([error.problems[0]?.rule, error.problems[0]?.term], ['BR-02', 'BT-1'])
    const { templateId } = await templates.upload({ name: 'Invoice', content: '<p>{{einvoice.number}}</p>' })
    const options = { einvoice: { format: 'facturx' as const, invoice } }
    const file = await pdf.generate({ templateId, data: {}, options })
    const extracted = await einvoices.extract(await file.download())
    assert.deepEqual([extracted.format, extracted.syntax], ['facturx', 'cii'])
    await caught(BadRequest, einvoices.extract('<html/>'))
  })

  it('adds, lists, uses and deletes certificates', async () => {
    const { certificates, pdf, templates } = clientOf(await service.account({ credits: 1 }))
    const content = await writePkcs12(await issue({ name: 'Ada Seal' }), [], 'secret-1')
    const seal = { name: 'seal', content, password: 'secret-1' }
    const added = await certificates.add(seal)
    assert.equal(added.signer, 'Ada Seal')
    assert.deepEqual(await certificates.list(), [added])
    await caught(BadRequest, certificates.add({ ...seal, password: 'wrong' }))
    const { templateId } = await templates.upload({ name: 'Contract', content: '<p>x</p>' })
    const options = { sign: { certificate: 'seal', reason: 'Approved', visible: {} } }
    const file = await pdf.generate({ templateId, data: {}, options })
    assert.ok((await verifyPdf(Buffer.from(await file.download()))).isValid)
    await certificates.remove('seal')
    await caught(NotFound, certificates.remove('seal'))
  })

  it('lists, reads and restores versions of templates, partials and assets', async () => {
    const { templates, partials, assets } = clientOf(await service.account())
    const [one, two] = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<svg xmlns="http://www.w3.org/2000/svg" id="x"/>',
    ]
    const bytesOf = (text: string) => new TextEncoder().encode(text)
    const { templateId } = await templates.upload({ name: 'x', content: one })
    const kinds = [
      {
        id: templateId,
        versions: templates,
        put: (content: string) => templates.replace(templateId, { content }),
        contentOf: async (number: number) => (await templates.version(templateId, number)).content,
      },
      {
        id: 'p',
        versions: partials,
        put: (content: string) => partials.put('p', content),
        contentOf: async (number: number) => (await partials.version('p', number)).content,
      },
      {
        id: 'a.svg',
        versions: assets,
        put: (content: string) => assets.put('a.svg', bytesOf(content)),
        contentOf: async (number: number) => new TextDecoder().decode(await assets.version('a.svg', number)),
      },
    ]
    for (const { id, versions, put, contentOf } of kinds) {
      const first = await put(one)
      const second = await put(two)
      assert.deepEqual([await contentOf(1), await contentOf(2)], [one, two])
      await caught(Changed, versions.restore(id, 1, { ifVersion: 'f'.repeat(64) }))
      const restored = await versions.restore(id, 1, { ifVersion: second.contentVersion })
      assert.equal(restored.contentVersion, first.contentVersion)
      const listed = await versions.versions(id)
      assert.deepEqual(
        listed.map(({ number, restored, isCurrent }) => [number, restored, isCurrent]),
        [
          [3, 1, true],
          [2, null, false],
          [1, null, false],
        ],
      )
      await caught(NotFound, versions.version(id, 4))
      for (const number of [0, 1.5, Number.NaN]) await caught(BadRequest, versions.version(id, number))
    }
  })

  it('uploads, lists, reads, replaces and deletes templates with non-Latin text', async () => {
    const platen = clientOf(await service.account())
    const content = `<p>Grüße, 日本語, 🎉 {{name}}</p>${'é'.repeat(100_000)}`
    const uploaded = await platen.templates.upload({ name: 'Übung', content, description: 'one' })
    assert.equal(uploaded.fileSize, Buffer.byteLength(content))
    const { templateId } = uploaded
    assert.deepEqual(await platen.templates.list(), [{ ...uploaded, thumbnailUrl: null }])
    assert.deepEqual(await platen.templates.get(templateId), { ...uploaded, content })
    const replaced = await platen.templates.replace(templateId, { content: '<p>new</p>', name: 'New' })
    assert.deepEqual([replaced.templateId, replaced.name, replaced.description], [templateId, 'New', 'one'])
    const { contentVersion: ifVersion } = uploaded
    await caught(Changed, platen.templates.replace(templateId, { content: '<p>late</p>', ifVersion }))
    await platen.templates.replace(templateId, { content: '<p>3</p>', ifVersion: replaced.contentVersion })
    assert.equal(await platen.templates.remove(templateId), undefined)
    assert.deepEqual(await platen.templates.list(), [])
    await caught(NotFound, platen.templates.remove(templateId))
  })

  it('renders PDFs, and downloads or streams them', async () => {
    const caller = await service.account()
    const platen = clientOf(caller)
    const { templateId } = await platen.templates.upload({
      name: 'x',
      content: '<p>{{n}}</p><script>throw new Error("oh")</script>',
    })
    const pdf = await platen.pdf.generate({ templateId, data: [{ n: 'one' }, { n: 'two' }] })
    const { pdfUrl, size, pagesGenerated, expiresIn, sheets, warnings } = pdf
    assert.deepEqual([pagesGenerated, expiresIn, sheets], [2, '5 days', 2])
    assert.ok(pdfUrl.startsWith(`${service.url}/files/`) && warnings > 0)
    const bytes = await pdf.download()
    assert.equal(bytes.length, size)
    assert.deepEqual(await textsOf(bytes), ['one', 'two'])
    const pieces = await Array.fromAsync(pdf.stream())
    assert.deepEqual(Buffer.concat(pieces), Buffer.from(bytes))
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })

  it('returns PDF bytes, a picture of a sheet, and a dry run', async () => {
    const caller = await service.account({ credits: 3 })
    const platen = clientOf(caller)
    const { templateId } = await platen.templates.upload({
      name: 'x',
      content: '<html lang="en"><p>{{n}}</p>',
    })
    const request = { templateId, data: [{ n: 'one' }, { n: 'two' }] }
    const { warnings, ...would } = await platen.pdf.dryRun(request)
    assert.deepEqual(
      [warnings, would.sheets, would.cost, would.credits, would.coversCost],
      [[], 2, 2, 3, true],
    )
    const named = { idempotencyKey: 'both' }
    const pdf = await platen.pdf.generateBytes(request, named)
    assert.deepEqual(await textsOf(pdf.bytes), ['one', 'two'])
    assert.deepEqual([pdf.sheets, pdf.pagesGenerated, pdf.warnings], [2, 2, 0])
    assert.deepEqual(Buffer.from(await (await fetch(pdf.pdfUrl)).arrayBuffer()), Buffer.from(pdf.bytes))
    const picture = await platen.pdf.generatePicture(request, { ...named, sheet: 2, width: 100 })
    assert.equal(Buffer.from(picture.bytes.subarray(1, 4)).toString(), 'PNG')
    assert.deepEqual([picture.sheets, picture.pdfUrl], [2, pdf.pdfUrl])
    assert.equal(pdf.scale, 1)
    // PDF that was rendered before the service recorded the scale.
    await sql`update generations set scale = null where account_id = ${caller.accountId}`.execute(
      service.app.services.database,
    )
    assert.equal((await platen.pdf.generateBytes(request, named)).scale, null)
    assert.equal((await platen.pdf.generate(request, named)).scale, null)
    assert.deepEqual(await caller.credits(), { credits: 1, reserved: 0 })
    const other = new Platen({
      apiKey: caller.key,
      baseUrl: service.url,
      fetch: async () => Response.json({ success: true }),
    })
    await assert.rejects(other.pdf.generateBytes(request), /without the requested file/)
  })

  it('stores schema and sample data, and reports data that do not match', async () => {
    const platen = clientOf(await service.account())
    const { templateId } = await platen.templates.upload({ name: 'x', content: '<p>{{n}}</p>' })
    const { schema, sampleData } = platen.templates
    assert.deepEqual(await schema.get(templateId), {})
    assert.equal(await schema.set(templateId, { required: ['n'] }), undefined)
    assert.deepEqual(await schema.get(templateId), { required: ['n'] })
    const unfit = await caught(BadRequest, platen.pdf.generate({ templateId, data: [{}] }))
    assert.ok(unfit instanceof BadRequest)
    assert.deepEqual(
      [unfit.detail, unfit.problems],
      ['/0/n is missing', [{ path: '/0/n', message: 'is missing' }]],
    )
    const wrong = await caught(BadRequest, schema.set(templateId, { type: 'x' }))
    assert.match(wrong.detail ?? '', /^\/type must/)
    assert.deepEqual(wrong instanceof BadRequest && wrong.problems, [])
    await schema.remove(templateId)
    await sampleData.set(templateId, [{ n: 1 }])
    assert.deepEqual(await sampleData.get(templateId), [{ n: 1 }])
    await sampleData.remove(templateId)
    assert.deepEqual(await sampleData.get(templateId), {})
  })

  it('filters templates by tag, and archives and restores them', async () => {
    const platen = clientOf(await service.account())
    const { templateId } = await platen.templates.upload({ name: 'x', content: '<p></p>' })
    assert.deepEqual(await platen.templates.setTags(templateId, [' a ', 'b', 'a']), ['a', 'b'])
    assert.deepEqual((await platen.templates.list({ tag: 'b' }))[0]?.tags, ['a', 'b'])
    assert.deepEqual(await platen.templates.list({ tag: 'c' }), [])
    await platen.templates.archive(templateId)
    assert.deepEqual(await platen.templates.list({ archived: 'exclude' }), [])
    assert.equal((await platen.templates.list()).length, 1)
    const [archived] = await platen.templates.list({ archived: 'only' })
    assert.equal(typeof archived?.archivedAt, 'string')
    await caught(Conflict, platen.pdf.generate({ templateId, data: {} }))
    await platen.templates.unarchive(templateId)
    assert.equal((await platen.templates.list({ archived: 'include' }))[0]?.archivedAt, undefined)
  })

  it('stores data sets, and previews with one', async () => {
    const { templates } = clientOf(await service.account())
    const { templateId } = await templates.upload({ name: 'x', content: '<p>{{n}}</p>' })
    const { dataSets } = templates
    await dataSets.set(templateId, 'one', { n: 1 }, { ifAbsent: true })
    const [listed] = await dataSets.list(templateId)
    assert.deepEqual(await dataSets.get(templateId, 'one'), { n: 1 })
    await dataSets.set(templateId, 'one', { n: 2 }, { ifVersion: listed?.version })
    await caught(Changed, dataSets.set(templateId, 'one', { n: 3 }, { ifVersion: listed?.version }))
    await dataSets.rename(templateId, 'one', 'two')
    assert.equal((await templates.preview({ templateId, dataSet: 'two', picture: false })).sheets, 1)
    await caught(NotFound, templates.preview({ templateId, dataSet: 'one' }))
    await dataSets.remove(templateId, 'two')
    assert.deepEqual(await dataSets.list(templateId), [])
  })

  it('starts jobs, waits for them, and reads them again', async () => {
    const caller = await service.account()
    const platen = clientOf(caller)
    const { templateId } = await platen.templates.upload({ name: 'x', content: '<p>{{n}}</p>' })
    const sendEmail = ['ada@example.com']
    const job = await platen.pdf.generateAsync({ templateId, data: { n: 'later' }, sendEmail })
    assert.match(job.message, /started/)
    const finished = await job.wait({ pollMs: 20 })
    assert.deepEqual([finished.jobId, finished.status, finished.pagesGenerated], [job.id, 'completed', 1])
    assert.deepEqual(await textsOf(await finished.download()), ['later'])
    const again = await platen.jobs.wait(job.id)
    assert.deepEqual(await textsOf(Buffer.concat(await Array.fromAsync(again.stream()))), ['later'])
    const { recipients, templateId: ofJob } = await platen.jobs.get(job.id)
    assert.deepEqual([recipients[0]?.email, ofJob], ['ada@example.com', templateId])
  })

  it('previews templates, and reports the position of errors', async () => {
    const platen = clientOf(await service.account())
    const { templates } = platen
    const content = '<p>Grüße, {{name}}</p>'
    const shown = await templates.preview({ content, data: [{ name: 'Ada' }, { name: 'Bob' }], sheet: 2 })
    assert.deepEqual([shown.sheets, shown.scale, shown.picture?.sheet], [2, 1, 2])
    const { width, height } = decode(shown.picture?.png ?? new Uint8Array())
    assert.ok(width === 1_000 && Math.abs(height - 1_414) <= 1, `${width} × ${height}`)
    const { templateId } = await templates.upload({ name: 'x', content })
    assert.equal((await templates.preview({ templateId, picture: false })).picture, undefined)
    assert.equal(await templates.check(content), undefined)
    const broken = await caught(BadRequest, templates.check('<p>\n{{#if x}}'))
    assert.equal(broken.position?.line, 2)
    await caught(NotFound, templates.preview({ templateId: NOBODYS }))
    assert.equal((await caught(BadRequest, templates.preview({ content: '{{nope 1}}' }))).position?.column, 0)
  })

  it('lists jobs by page, and reads credits and usage', async () => {
    const caller = await service.account({ credits: 5 })
    const platen = clientOf(caller)
    assert.deepEqual(await platen.jobs.list(), { jobs: [], nextCursor: null })
    const { templateId } = await platen.templates.upload({ name: 'x', content: 'x' })
    const jobs = [
      await platen.pdf.generateAsync({ templateId, data: {} }),
      await platen.pdf.generateAsync({ templateId, data: [{}, {}] }),
    ]
    for (const job of jobs) await job.wait({ pollMs: 20 })
    const newest = await platen.jobs.list({ limit: 1, templateId, status: 'completed' })
    assert.deepEqual(
      newest.jobs.map(({ jobId }) => jobId),
      [jobs[1]?.id],
    )
    const oldest = await platen.jobs.list({ limit: 1, cursor: newest.nextCursor ?? '' })
    assert.deepEqual([oldest.jobs[0]?.jobId, oldest.nextCursor], [jobs[0]?.id, null])
    const billingUrl = `${service.url}/billing`
    assert.deepEqual(await platen.credits(), { credits: 2, reserved: 0, available: 2, billingUrl })
    const usage = await platen.usage({ days: 1, timeZone: 'UTC' })
    assert.deepEqual([usage.days.length, usage.pages, usage.completed, usage.failed], [1, 3, 2, 0])
    await caught(BadRequest, platen.usage({ timeZone: 'Nowhere' }))
  })

  it('reports why a job failed, and stops waiting when its signal is aborted', async () => {
    const caller = await service.account()
    const platen = clientOf(caller)
    const broken = await caller.upload('{{#each n}}{{{nothing.at.all this}}}{{/each}}')
    const job = await platen.pdf.generateAsync({ templateId: broken, data: { n: [1] } })
    const failed = await caught(JobFailed, job.wait({ pollMs: 20 }))
    assert.deepEqual([failed.job.jobId, failed.job.status], [job.id, 'failed'])
    assert.equal(failed.message, failed.job.message)
    const templateId = await caller.upload(
      '<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 1_000))</script>',
    )
    const slow = await platen.pdf.generateAsync({ templateId, data: {} })
    const reason = new Error('enough')
    const stopping = new AbortController()
    const waiting = slow.wait({ pollMs: 60_000, signal: stopping.signal })
    stopping.abort(reason)
    await assert.rejects(waiting, (error) => error === reason)
    assert.equal((await slow.wait({ pollMs: 50 })).status, 'completed')
  })

  it('throws a class for each status, with the message of the service', async () => {
    const caller = await service.account({ credits: 1 })
    const platen = clientOf(caller)
    const { templates, pdf } = platen
    const invalid = await caught(BadRequest, templates.upload({ name: 'x', content: '{{#if}' }))
    assert.match(invalid.message, /not a valid Handlebars template|invalid Handlebars/i)
    assert.match(invalid.detail ?? '', /Parse error|Expecting/)
    assert.equal(invalid.status, 400)
    assert.match(invalid.requestId ?? '', /^[0-9a-f-]{36}$/)
    const wrong = new Platen({ apiKey: `tlfy_${'x'.repeat(43)}`, baseUrl: service.url })
    assert.equal((await caught(Unauthorized, wrong.templates.list())).status, 401)
    const templateId = await caller.upload('<p></p>')
    const poor = await caught(InsufficientCredits, pdf.generate({ templateId, data: [{}, {}] }))
    assert.deepEqual(
      [poor.status, poor.detail, poor.billingUrl],
      [402, 'INSUFFICIENT_CREDITS', `${service.url}/billing`],
    )
    assert.equal((await caught(NotFound, platen.jobs.get(NOBODYS))).status, 404)
    const suspended = await service.account()
    await sql`update accounts set suspended_at = now() where account_id = ${suspended.accountId}`.execute(
      service.app.services.database,
    )
    assert.equal((await caught(Forbidden, clientOf(suspended).templates.list())).status, 403)
    const large = { name: 'x', content: 'x'.repeat(6_000_000) }
    assert.equal((await caught(PlatenError, templates.upload(large))).status, 413)
  })

  it('refuses ids and names that would change the path, before anything is sent', async () => {
    const sent: string[] = []
    const fetch = async (url: string) => {
      sent.push(url)
      return Response.json({})
    }
    const { templates, partials, assets, jobs } = new Platen({ apiKey: 'x', baseUrl: 'http://x', fetch })
    const methods: [string, (text: string) => Promise<unknown>][] = [
      ['templateId', (id) => templates.get(id)],
      ['templateId', (id) => templates.replace(id, { content: 'x' })],
      ['templateId', (id) => templates.remove(id)],
      ...[templates.schema, templates.sampleData].flatMap((part): typeof methods => [
        ['templateId', (id) => part.get(id)],
        ['templateId', (id) => part.set(id, {})],
        ['templateId', (id) => part.remove(id)],
      ]),
      ['templateId', (id) => templates.dataSets.list(id)],
      ...(['templateId', 'name'] as const).flatMap((field): typeof methods => {
        const { dataSets } = templates
        const of = (text: string): [string, string] => (field === 'name' ? ['id', text] : [text, 'name'])
        return [
          [field, (text) => dataSets.get(...of(text))],
          [field, (text) => dataSets.set(...of(text), {})],
          [field, (text) => dataSets.rename(...of(text), 'new')],
          [field, (text) => dataSets.remove(...of(text))],
        ]
      }),
      ['name', (name) => partials.get(name)],
      ['name', (name) => partials.put(name, 'x')],
      ...[templates, partials, assets].flatMap((kind): typeof methods => {
        const field = kind === templates ? 'templateId' : 'name'
        return [
          [field, (id) => kind.versions(id)],
          [field, (id) => kind.version(id, 1)],
          [field, (id) => kind.restore(id, 1)],
        ]
      }),
      ['name', (name) => partials.remove(name)],
      ['name', (name) => assets.get(name)],
      ['name', (name) => assets.put(name, new Uint8Array())],
      ['name', (name) => assets.remove(name)],
      ['jobId', (id) => jobs.get(id)],
      ['jobId', (id) => jobs.wait(id)],
    ]
    const odd = ['', '.', '..', '/', 'a/b', '../openapi.json', '..\\x', 'a\nb', 'a\u0000', '\ud800']
    for (const [field, method] of methods) {
      for (const text of odd) {
        const { message, status } = await caught(BadRequest, method(text))
        assert.ok(message.startsWith(`${field} must be a string without slashes`), message)
        assert.ok(message.endsWith(`Received: ${JSON.stringify(text)}.`), message)
        assert.equal(status, undefined)
      }
      // As a program without types may call it.
      await caught(BadRequest, Reflect.apply(method, undefined, [undefined]))
    }
    assert.deepEqual(sent, [])
    for (const text of ['...', 'a..b', '%2e%2e', 'ä?#& ']) await assets.get(text).catch(() => {})
    assert.deepEqual(
      sent.map((url) => new URL(url).pathname),
      ['/v1/assets/...', '/v1/assets/a..b', '/v1/assets/%252e%252e', '/v1/assets/%C3%A4%3F%23%26%20'],
    )
  })

  it('refuses invalid keys and addresses, and never prints a key', async () => {
    const baseUrl = service.url
    for (const apiKey of ['', 'tlfy_x\n', 'tlfy_ä', ' tlfy_x']) {
      assert.throws(
        () => new Platen({ apiKey, baseUrl }),
        (error: Error) => error instanceof TypeError && !error.message.includes('tlfy_x'),
      )
    }
    for (const wrong of ['', 'localhost:3000', 'ftp://x', 'https://a:b@c', 'https://x/?y']) {
      assert.throws(() => new Platen({ apiKey: 'tlfy_x', baseUrl: wrong }), TypeError, wrong)
    }
    const { inspect } = await import('node:util')
    const platen = new Platen({ apiKey: 'tlfy_secret', baseUrl })
    assert.ok(!(inspect(platen, { depth: 9, showHidden: true }) + JSON.stringify(platen)).includes('secret'))
  })

  it('reads the key and the address from the environment', async () => {
    const caller = await service.account()
    assert.throws(() => Platen.fromEnvironment(), /PLATEN_API_KEY is not set/)
    process.env['PLATEN_API_KEY'] = caller.key
    process.env['PLATEN_URL'] = `${service.url}/`
    try {
      assert.deepEqual(await Platen.fromEnvironment().templates.list(), [])
    } finally {
      delete process.env['PLATEN_API_KEY']
      delete process.env['PLATEN_URL']
    }
  })

  it('sends its key to the service only', async () => {
    const caller = await service.account()
    await using proxy = await startFaultyProxy(service.url)
    const elsewhere = proxy.route()
    const moved = proxy.route({ status: 307, headers: { location: `${elsewhere.url}/v1/templates` } })
    const platen = new Platen({ apiKey: caller.key, baseUrl: moved.url })
    const error = await caught(PlatenError, platen.templates.list())
    assert.deepEqual([error.status, elsewhere.requests.length], [307, 0])
    const urls: string[] = []
    const watching = new Platen({
      apiKey: caller.key,
      baseUrl: service.url,
      fetch: (url, init) => {
        if (!new Headers(init?.headers).has('x-api-key')) urls.push(url)
        return fetch(url, init)
      },
    })
    const pdf = await watching.pdf.generate({ templateId: await caller.upload('<p></p>'), data: {} })
    await pdf.download()
    assert.deepEqual(urls, [pdf.pdfUrl])
  })

  it('parses answers with parseJson', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p></p>')
    await clientOf(caller).templates.sampleData.set(templateId, { n: 1.5 })
    const platen = new Platen({
      apiKey: caller.key,
      baseUrl: service.url,
      parseJson: (text) =>
        JSON.parse(text, (_key, value) => (typeof value === 'number' ? String(value) : value)),
    })
    assert.deepEqual(await platen.templates.sampleData.get(templateId), { n: '1.5' })
  })

  it('reports an answer that is not JSON', async () => {
    const caller = await service.account()
    await using proxy = await startFaultyProxy(service.url)
    const way = proxy.route(
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' },
      404,
      500,
    )
    const platen = new Platen({ apiKey: caller.key, baseUrl: way.url, retries: 0 })
    assert.match((await caught(PlatenError, platen.templates.list())).message, /without JSON\. Check baseUrl/)
    assert.equal((await caught(NotFound, platen.templates.list())).message, 'The service answered 404.')
    assert.equal((await caught(ServerError, platen.templates.list())).status, 500)
  })
})
