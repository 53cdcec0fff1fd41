import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { sql } from 'kysely'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { runThumbnailJob } from '../../packages/server/src/jobs/handlers/thumbnails.ts'
import { setThumbnail, thumbnailKey } from '../../packages/server/src/templates/thumbnails.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { pauseRenderer } from './paused-renderer.ts'

const DAY_MS = 86_400_000
/** Fails without data, because the name of the partial comes from the data. */
const NEEDS_DATA = '{{#*inline "page"}}x{{/inline}}{{> (lookup . "part")}}'
const ENDLESS = '<script>while (true) {}</script>'
/** Longer than a slow machine needs. */
const WAIT_MS = 60_000
const sheet = (colour: string) =>
  `<style>@page { size: 80mm 40mm } html { background: ${colour} }</style>{{name}}`

describe('the thumbnail of a template', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten({
      environment: { THUMBNAILS: 'on' },
      overrides: { thumbnailLimitMs: WAIT_MS },
    })
  })
  after(() => platen[Symbol.asyncDispose]())

  const listed = async (caller: Caller) =>
    (await caller.call('GET', '/v1/templates')).body.templates as {
      templateId: string
      thumbnailUrl: string | null
    }[]
  const urlOf = async (caller: Caller, templateId: string) =>
    (await listed(caller)).find((template) => template.templateId === templateId)?.thumbnailUrl
  const createdUrl = (caller: Caller, templateId: string) =>
    eventually(async () => (await urlOf(caller, templateId)) ?? undefined, WAIT_MS)
  const replace = async (caller: Caller, templateId: string, source: string) => {
    const body = { content: base64(source), contentEncoding: 'base64' }
    assert.equal((await caller.call('PUT', `/v1/templates/${templateId}`, body)).status, 200)
  }
  const colourOf = async (url: string) => {
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    const { width, height, data } = decode(await answer.arrayBuffer())
    assert.ok(width === 400 && Math.abs(height - 200) <= 1, `${width} by ${height}`)
    const [inMark, atEnd] = [
      Array.from(data.slice(3 * (20 * width + 312)).slice(0, 3)),
      Array.from(data.slice(-3)),
    ]
    assert.notDeepEqual(inMark, atEnd, 'the thumbnail has the PREVIEW label')
    return atEnd
  }
  const contentOf = async (templateId: string) => {
    const { rows } = await sql<{ templateId: string; objectKey: string; thumbnailId: string | null }>`
      select template_id as "templateId", object_key as "objectKey", thumbnail_id as "thumbnailId"
      from templates where template_id = ${templateId}`.execute(platen.app.services.database)
    const [row] = rows
    assert.ok(row)
    return row
  }
  /** Returns the state and the retries of the jobs for a template. */
  const jobsOf = async (templateId: string, service = platen) => {
    const { rows } = await sql<{ state: string; retries: number }>`
      select state::text, retry_count as retries from pgboss.job
      where name = 'thumbnail' and data ->> 'templateId' = ${templateId} order by created_on`.execute(
      service.app.services.database,
    )
    return rows
  }
  const completed = (templateId: string) =>
    eventually(async () => {
      const jobs = await jobsOf(templateId)
      return jobs.length > 0 && jobs.every(({ state }) => state === 'completed') && jobs
    }, WAIT_MS)
  const storedThumbnails = async () =>
    (await Array.fromAsync(platen.app.services.storage.list('thumbnails'))).map(({ key }) => key)

  it('is a small PNG of the first sheet without a charge, and opens only with its own signed URL', async () => {
    const caller = await platen.account()
    const templateIds = [await caller.upload(sheet('#ff0000')), await caller.upload(sheet('#00ff00'))]
    const urls = [
      await createdUrl(caller, templateIds[0] ?? ''),
      await createdUrl(caller, templateIds[1] ?? ''),
    ]
    assert.deepEqual(
      [await colourOf(urls[0] ?? ''), await colourOf(urls[1] ?? '')],
      [
        [255, 0, 0],
        [0, 255, 0],
      ],
    )
    const { headers } = await send(urls[0] ?? '', 'GET')
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    const { expires } = Object.fromEntries(new URL(urls[0] ?? '').searchParams)
    assert.ok(Math.abs(Number(expires) - (Date.now() + 5 * DAY_MS) / 1000) < 30)
    assert.deepEqual(
      (await listed(caller)).map(({ templateId }) => templateId),
      templateIds.toReversed(),
    )
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
    const { body } = await caller.call('GET', `/v1/templates/${templateIds[0]}`)
    assert.deepEqual(
      Object.keys(body.template).filter((field) => /thumbnail/i.test(field)),
      [],
    )

    const [templateId = '', url = ''] = [templateIds[0], urls[0]]
    assert.equal((await send(url.replace('thumbnail.png', 'thumbnail.pdf'), 'GET')).status, 403)
    assert.equal((await send(url.replace(/signature=.{4}/, 'signature=AAAA'), 'GET')).status, 403)
    const { pdfUrl } = (await caller.generate(templateId, {})).body
    assert.equal((await send(pdfUrl.replace(/[^/]+\.pdf/, 'thumbnail.png'), 'GET')).status, 403)
  })

  it('is created for each example, also when helpers have no values', async () => {
    const caller = await platen.account()
    const examples = [
      'certificate',
      'e-invoice',
      'e-invoice-fr',
      'invoice',
      'letter',
      'report',
      'shipping-label',
      'ticket',
    ]
    for (const name of examples) {
      await caller.upload(
        await readFile(new URL(`../../examples/${name}/template.hbs`, import.meta.url), 'utf8'),
      )
    }
    await eventually(
      async () => (await listed(caller)).every(({ thumbnailUrl }) => thumbnailUrl !== null),
      WAIT_MS,
    )
    const invoice = await caller.upload('{{qrCode code}}{{formatNumber this}}')
    await createdUrl(caller, invoice)
    assert.equal((await caller.generate(invoice, {})).status, 400, 'data of a call must be valid')
  })

  it('is created with the sample data, and again when the sample data change', async () => {
    const person = await platen.person()
    const content = sheet('{{colour}}')
    const sampleData = '[{ "colour": "#ff0000" }, { "colour": "#0000ff" }]'
    const template = (
      await person.call('POST', '/dashboard/api/templates', { name: 'x', content, sampleData })
    ).body
    const path = `/dashboard/api/templates/${template.templateId}`
    const drawn = async () =>
      await eventually(async () => {
        const { templates } = (await person.call('GET', '/dashboard/api/templates')).body
        return (templates[0].thumbnailUrl as string | null) ?? undefined
      }, WAIT_MS)
    const first = await drawn()
    assert.deepEqual(await colourOf(first), [255, 0, 0], 'it shows the first page')
    const before = await storedThumbnails()
    const change = { sampleData: '{ "colour": "#00ff00" }' }
    assert.equal((await person.call('PUT', path, change, { 'if-match': template.etag })).status, 200)
    assert.deepEqual(await colourOf(await drawn()), [0, 255, 0])
    assert.equal((await send(first, 'GET')).status, 404)
    assert.equal((await storedThumbnails()).length, before.length)
  })

  it('is not replaced by a late job with older sample data', async () => {
    const caller = await platen.account()
    const { services } = platen.app
    const lateServices = { ...services }
    const late = pauseRenderer(lateServices)
    const first = pauseRenderer(services)
    const templateId = await caller.upload(sheet('{{colour}}'))
    const content = await contentOf(templateId)
    const lateJob = runThumbnailJob(lateServices, content, AbortSignal.timeout(WAIT_MS))
    await Promise.all([first.rendered, late.rendered])
    const path = `/v1/templates/${templateId}/sample-data`
    assert.equal((await caller.call('PUT', path, { colour: '#00ff00' })).status, 200)
    first.release()
    assert.deepEqual(await colourOf(await createdUrl(caller, templateId)), [0, 255, 0])
    await completed(templateId)
    late.release()
    await lateJob
    assert.deepEqual(await colourOf(await createdUrl(caller, templateId)), [0, 255, 0])
  })

  it('is not set by a job that waits for the save of another source', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(sheet('#ff0000'))
    await createdUrl(caller, templateId)
    const { objectKey, thumbnailId } = await contentOf(templateId)
    const { database, storage } = platen.app.services
    await storage.remove(thumbnailKey(thumbnailId ?? ''))
    await sql`update template_details set thumbnail_id = null where template_id = ${templateId}`.execute(
      database,
    )
    const saved = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const save = database.transaction().execute(async (transaction) => {
      await sql`
        insert into content_versions (content_id, account_id, number, object_key, file_size, content_version,
          content_type, created_at)
        values (${templateId}, ${caller.accountId}, 2, ${`${objectKey}-2`}, 1, 'x', 'text/x-handlebars', now())`.execute(
        transaction,
      )
      await sql`update contents set version = 2 where content_id = ${templateId}`.execute(transaction)
      locked.resolve()
      await saved.promise
    })
    await locked.promise
    const late = setThumbnail(database, { templateId, objectKey, sampleData: '{}' }, randomUUID())
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%thumbnail_id%'`.execute(
        database,
      )
      return rows.length > 0
    })
    saved.resolve()
    await save
    assert.equal(await late, false)
    assert.equal(await urlOf(caller, templateId), null)
  })

  it('is not created for a template that fails without data, after one attempt', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(NEEDS_DATA)
    const [job] = await completed(templateId)
    assert.equal(job?.retries, 0)
    assert.equal(await urlOf(caller, templateId), null)
    assert.equal((await caller.generate(templateId, { part: 'page' })).status, 200)
  })

  it('is replaced with the content of the template, and the old one is deleted', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(sheet('#ff0000'))
    const old = await createdUrl(caller, templateId)
    const { objectKey, thumbnailId } = await contentOf(templateId)
    const paused = pauseRenderer(platen.app.services)
    await replace(caller, templateId, sheet('#0000ff'))
    assert.equal(await urlOf(caller, templateId), null)
    assert.equal((await send(old, 'GET')).status, 404)
    // A late job for content that was replaced.
    await runThumbnailJob(platen.app.services, { templateId, objectKey }, AbortSignal.timeout(WAIT_MS))
    assert.equal(await urlOf(caller, templateId), null)
    paused.release()
    assert.deepEqual(await colourOf(await createdUrl(caller, templateId)), [0, 0, 255])
    assert.ok(!(await storedThumbnails()).includes(thumbnailKey(thumbnailId ?? '')))
    await replace(caller, templateId, NEEDS_DATA)
    await completed(templateId)
    assert.equal(await urlOf(caller, templateId), null)
  })

  it('of a late job never replaces one of newer content, and is not stored for a deleted template', async () => {
    const caller = await platen.account()
    const { services } = platen.app
    const lateServices = { ...services }
    const late = pauseRenderer(lateServices)
    const first = pauseRenderer(services)
    const [replaced, deleted] = [await caller.upload(sheet('red')), await caller.upload(sheet('red'))]
    const contents = [await contentOf(replaced), await contentOf(deleted)]
    const lateJobs = contents.map((content) =>
      runThumbnailJob(lateServices, content, AbortSignal.timeout(WAIT_MS)),
    )
    await Promise.all([first.rendered, late.rendered])
    await replace(caller, replaced, sheet('#0000ff'))
    assert.equal((await caller.call('DELETE', `/v1/templates/${deleted}`)).status, 200)
    first.release()
    assert.deepEqual(await colourOf(await createdUrl(caller, replaced)), [0, 0, 255])
    for (const templateId of [replaced, deleted]) await completed(templateId)
    late.release()
    await Promise.all(lateJobs)
    assert.deepEqual(await colourOf(await createdUrl(caller, replaced)), [0, 0, 255])
    const { rows } = await sql<{ id: string }>`
      select thumbnail_id as id from templates where thumbnail_id is not null`.execute(services.database)
    assert.deepEqual((await storedThumbnails()).toSorted(), rows.map(({ id }) => thumbnailKey(id)).toSorted())
  })

  it('is deleted with its template, and by the sweep when no template refers to it', async () => {
    const { services } = platen.app
    const caller = await platen.account()
    const templateId = await caller.upload(sheet('red'))
    const url = await createdUrl(caller, templateId)
    const orphan = thumbnailKey('3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b')
    await services.storage.put(orphan, 'x')
    const path = join(platen.config.dataDir, 'objects', orphan)
    const age = new Date(Date.now() - 2 * DAY_MS)
    await utimes(path, age, age)
    await services.storage.put(thumbnailKey('3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0c'), 'x')
    assert.equal((await cleanUp(services, new Date())).thumbnails, 1)
    assert.ok(!(await storedThumbnails()).includes(orphan))
    await cleanUp(services, new Date(Date.now() + 2 * DAY_MS))
    assert.equal((await send(url, 'GET')).status, 200, 'the sweep keeps the thumbnail of a template')
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    assert.equal((await send(url, 'GET')).status, 404)
  })

  it('does not delay calls or thumbnails of other accounts while it renders for a long time', async () => {
    await using single = await startPlaten({
      environment: { THUMBNAILS: 'on', TABS: '1' },
      overrides: { thumbnailLimitMs: 600_000, finishLimitMs: 1 },
    })
    const [caller, other] = [await single.account(), await single.account()]
    const endless = await caller.upload(ENDLESS)
    const stateOf = async () => (await jobsOf(endless, single))[0]?.state
    await eventually(async () => (await stateOf()) === 'active', WAIT_MS)
    const well = await caller.upload('x')
    assert.equal((await caller.generate(well, {})).status, 200)
    await createdUrl(other, await other.upload('x'))
    assert.equal(await stateOf(), 'active', 'it is still running')
    await single.app.drain(0)
  })

  it('is not created for a template that exceeds the time limit, after one attempt', async () => {
    const { settings } = platen.app.services
    const caller = await platen.account()
    settings.thumbnailLimitMs = 1
    const endless = await caller.upload(ENDLESS)
    const [job] = await completed(endless)
    settings.thumbnailLimitMs = WAIT_MS
    assert.equal(job?.retries, 0)
    assert.equal(await urlOf(caller, endless), null)
  })

  it('is not created when THUMBNAILS is off', async () => {
    await using without = await startPlaten()
    const caller = await without.account()
    await caller.upload(sheet('red'))
    const { rows } = await sql`select 1 from pgboss.job where name = 'thumbnail'`.execute(
      without.app.services.database,
    )
    assert.deepEqual([rows.length, (await listed(caller))[0]?.thumbnailUrl], [0, null])
  })
})
