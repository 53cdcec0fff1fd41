import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const sha256 = (source: string) => createHash('sha256').update(source).digest('hex')
const tag = (source: string) => ({ 'if-match': `"${sha256(source)}"` })

describe('drafts of templates', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  let path: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 1000 })
    templateId = await caller.upload('<p>one {{n}}</p>')
    path = `/v1/templates/${templateId}`
  })
  after(() => platen?.[Symbol.asyncDispose]())

  const source = (text: string) => ({ content: base64(text), contentEncoding: 'base64' })
  const saveDraft = (text: string, headers = {}, at = path) =>
    caller.call('PUT', `${at}/draft`, source(text), headers)
  const textOf = async (templateVersion?: number | 'draft', id = templateId) => {
    const { status, body } = await caller.generate(id, { n: 1 }, { templateVersion })
    assert.equal(status, 200, JSON.stringify(body))
    return (await downloadedTexts(body.pdfUrl)).join()
  }
  const numbers = async (at = path) => {
    const { versions } = (await caller.call('GET', `${at}/versions`)).body
    return versions.map(({ number, isCurrent, isDraft }: Record<string, unknown>) =>
      [number, isCurrent && 'current', isDraft && 'draft'].filter((part) => part !== false).join(' '),
    )
  }

  it('uses a draft only in calls that ask for it, until it is published', async () => {
    assert.equal(await textOf('draft'), 'one 1', 'without a draft, it is the published version')
    const saved = await saveDraft('<p>two {{n}}</p>', tag('<p>one {{n}}</p>'))
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual([saved.body.number, saved.body.isDraft, saved.body.isCurrent], [2, true, false])
    assert.equal(saved.headers.get('etag'), `"${sha256('<p>two {{n}}</p>')}"`)
    assert.deepEqual([await textOf(), await textOf('draft'), await textOf(2)], ['one 1', 'two 1', 'two 1'])
    const read = (await caller.call('GET', path)).body.template
    assert.equal(read.content, '<p>one {{n}}</p>')
    const draft = await caller.call('GET', `${path}/draft`)
    assert.deepEqual([draft.body.content, draft.body.number], ['<p>two {{n}}</p>', 2])

    const stale = await caller.call('POST', `${path}/publish`, undefined, tag('<p>one {{n}}</p>'))
    assert.equal(stale.status, 412)
    const published = await caller.call('POST', `${path}/publish`, undefined, tag('<p>two {{n}}</p>'))
    assert.equal(published.status, 200)
    assert.equal(published.body.contentVersion, sha256('<p>two {{n}}</p>'))
    assert.deepEqual([await textOf(), await textOf(1)], ['two 1', 'one 1'])
    assert.deepEqual(await numbers(), ['2 current', '1'])
  })

  it('shows the pinned version of a call in the history of the account', async () => {
    const person = await platen.person({ credits: 5 })
    const created = await person.call('POST', '/dashboard/api/templates', { name: 'x', content: '<p>x</p>' })
    const { key } = (await person.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    const { templateId } = created.body
    for (const templateVersion of [undefined, 1]) {
      const call = { templateId, data: {}, ...(templateVersion && { templateVersion }) }
      const { status } = await send(`${platen.url}/v1/pdf/generate`, 'POST', call, { 'x-api-key': key })
      assert.equal(status, 200)
    }
    const { jobs } = (await person.call('GET', '/dashboard/api/jobs')).body
    assert.deepEqual(
      jobs.map((job: { templateVersion: number | null }) => job.templateVersion),
      [1, null],
    )
  })

  it('has no draft to read, publish or discard before one is saved (404)', async () => {
    for (const [method, route] of [
      ['GET', 'draft'],
      ['DELETE', 'draft'],
      ['POST', 'publish'],
    ] as const) {
      const { status, body } = await caller.call(method, `${path}/${route}`)
      assert.deepEqual([status, body.message], [404, 'This template has no draft.'], `${method} ${route}`)
    }
    const same = await saveDraft('<p>two {{n}}</p>')
    assert.deepEqual([same.body.number, same.body.isDraft, same.body.isCurrent], [2, false, true])
  })

  it('discards a draft and keeps its versions in the history', async () => {
    await saveDraft('<p>three</p>')
    await saveDraft('<p>four</p>')
    assert.deepEqual(await numbers(), ['4 draft', '3', '2 current', '1'])
    const stale = await caller.call('DELETE', `${path}/draft`, undefined, tag('<p>three</p>'))
    assert.equal(stale.status, 412)
    assert.equal((await caller.call('DELETE', `${path}/draft`, undefined, tag('<p>four</p>'))).status, 200)
    assert.deepEqual(await numbers(), ['4', '3', '2 current', '1'])
    assert.equal(await textOf('draft'), 'two 1')
    await saveDraft('<p>five</p>')
    assert.deepEqual((await numbers())[0], '5 draft')
  })

  it('replaces the draft when a version is published directly or restored', async () => {
    assert.equal((await caller.call('PUT', path, source('<p>six</p>'))).status, 200)
    assert.deepEqual((await numbers()).slice(0, 2), ['6 current', '5'])
    await saveDraft('<p>seven</p>')
    assert.equal((await caller.call('POST', `${path}/versions/1/restore`)).status, 200)
    assert.deepEqual((await numbers()).slice(0, 2), ['8 current', '7'])
    assert.equal(await textOf('draft'), 'one 1')
  })

  it('rejects a draft that is not based on the newest one (412), and a source that does not compile (400)', async () => {
    await saveDraft('<p>mine</p>')
    const { status, body } = await saveDraft('<p>theirs</p>', tag('<p>one {{n}}</p>'))
    assert.equal(status, 412)
    assert.match(body.message, /Your changes were not saved/)
    assert.equal((await saveDraft('{{#if')).status, 400)
    assert.equal((await caller.call('GET', `${path}/draft`)).body.content, '<p>mine</p>')
    const repeated = await saveDraft('<p>mine</p>', tag('<p>one {{n}}</p>'))
    assert.equal(repeated.status, 200, 'a repeated save is no conflict')
  })

  it('validates data against the schema of the version', async () => {
    const id = await caller.upload('<p>{{n}}</p>')
    const at = `/v1/templates/${id}`
    await caller.call('PUT', at, source('<p>second {{n}}</p>'))
    await saveDraft('<p>third {{n}}</p>', {}, at)
    assert.equal((await caller.call('PUT', `${at}/schema`, { required: ['m'] })).status, 200)
    const statusOf = async (templateVersion: number | 'draft' | undefined, data: object) =>
      (await caller.generate(id, data, { templateVersion })).status
    assert.equal(await statusOf(1, { n: 1 }), 200, 'an older version keeps its schema')
    assert.equal(await statusOf(undefined, { n: 1 }), 400)
    assert.equal(await statusOf('draft', { n: 1 }), 400, 'a new schema also applies to the draft')
    assert.equal(await statusOf('draft', { m: 1 }), 200)
    await caller.call('POST', `${at}/versions/1/restore`)
    assert.equal(await statusOf(undefined, { n: 1 }), 200, 'a restored version has its schema')
  })

  it('renders a job with the version that its call has pinned, also if another one is published', async () => {
    const id = await caller.upload('<p>first</p>')
    const at = `/v1/templates/${id}`
    await saveDraft('<p>second</p>', {}, at)
    const started = await caller.generate(id, {}, { async: true, templateVersion: 'draft' })
    assert.equal(started.status, 200, JSON.stringify(started.body))
    await caller.call('PUT', at, source('<p>third</p>'))
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', started.headers.get('location') ?? '')
      return body.job.status === 'completed' && body.job
    })
    assert.deepEqual(await downloadedTexts(job.pdfUrl), ['second'])
  })

  it('answers 404 for a version that does not exist, and 400 for a version of another kind', async () => {
    const { credits } = await caller.credits()
    for (const more of [{}, { dryRun: true }, { async: true }]) {
      const { status, body } = await caller.generate(templateId, {}, { ...more, templateVersion: 99 })
      assert.equal(status, 404)
      assert.equal(body.message, 'There is no template with this templateId, or it has no version 99.')
    }
    for (const templateVersion of [0, 1.5, 'newest', '1', null]) {
      const { status, body } = await caller.generate(templateId, {}, { templateVersion })
      assert.equal(status, 400, String(templateVersion))
      assert.match(body.message, /templateVersion/)
    }
    assert.deepEqual(await caller.credits(), { credits, reserved: 0 })
  })

  it('previews and tries a version that is not published', async () => {
    const preview = (body: object) => caller.call('POST', '/v1/templates/preview', body)
    const sheetsOf = async (templateVersion?: number | 'draft') =>
      (await preview({ templateId, templateVersion, picture: false })).body.sheets
    await saveDraft('<p>a</p><p style="break-before: page">b</p>')
    assert.deepEqual([await sheetsOf(), await sheetsOf('draft'), await sheetsOf(1)], [1, 2, 1])
    const tried = await caller.generate(templateId, {}, { dryRun: true, templateVersion: 'draft' })
    assert.equal(tried.body.sheets, 2)
    assert.equal((await preview({ templateId, templateVersion: 99 })).status, 404)
    const { status, body } = await preview({ ...source('<p>x</p>'), templateVersion: 1 })
    assert.deepEqual([status, body.message], [400, 'templateVersion is only allowed with templateId.'])
  })

  it('removes a draft with its template', async () => {
    const id = await caller.upload('<p>first</p>')
    await saveDraft('<p>second</p>', {}, `/v1/templates/${id}`)
    assert.equal((await caller.call('DELETE', `/v1/templates/${id}`)).status, 200)
    const keys = (await Array.fromAsync(platen.app.services.storage.list('users'))).map(({ key }) => key)
    assert.deepEqual(
      keys.filter((key) => key.includes(id)),
      [],
    )
  })
})
