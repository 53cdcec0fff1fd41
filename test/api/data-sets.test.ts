import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DATA_SETS_MAX } from '../../packages/template/src/template-limits.ts'
import { type Caller, type Person, type Platen, startPlaten } from '../harness.ts'

describe('data sets of a template', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())

  const pathOf = (templateId: string, name = '') =>
    `/v1/templates/${templateId}/data-sets${name && `/${name}`}`
  const namesOf = async (templateId: string) =>
    (await caller.call('GET', pathOf(templateId))).body.dataSets.map(({ name }: { name: string }) => name)

  it('creates, lists, reads, renames and deletes them', async () => {
    const templateId = await caller.upload('{{n}}')
    assert.deepEqual(await namesOf(templateId), [])
    for (const name of ['long', 'empty']) {
      const { status, body } = await caller.call('PUT', pathOf(templateId, name), { n: 12345678901234 })
      assert.deepEqual([status, body.name, body.templateId], [200, name, templateId])
    }
    const [first] = (await caller.call('GET', pathOf(templateId))).body.dataSets
    assert.deepEqual([first.name, first.size], ['long', '{\n  "n": 12345678901234\n}'.length])
    const read = await caller.call('GET', pathOf(templateId, 'long'))
    assert.equal(read.headers.get('etag'), `"${first.version}"`)
    assert.deepEqual(read.body, { n: 12345678901234 })
    const renamed = await caller.call('PATCH', pathOf(templateId, 'long'), { name: 'two-sheets' })
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'two-sheets'])
    assert.deepEqual(await namesOf(templateId), ['two-sheets', 'empty'])
    assert.equal((await caller.call('DELETE', pathOf(templateId, 'empty'))).status, 200)
    assert.deepEqual(await namesOf(templateId), ['two-sheets'])
  })

  it('does not change the sample data or the versions of the template', async () => {
    const templateId = await caller.upload('{{n}}')
    await caller.call('PUT', `/v1/templates/${templateId}/sample-data`, { n: 1 })
    await caller.call('PUT', pathOf(templateId, 'other'), { n: 2 })
    assert.deepEqual((await caller.call('GET', `/v1/templates/${templateId}/sample-data`)).body, { n: 1 })
    assert.equal((await caller.call('GET', `/v1/templates/${templateId}/versions`)).body.versions.length, 1)
  })

  it('detects a change since the data set was read (412)', async () => {
    const templateId = await caller.upload('x')
    const path = pathOf(templateId, 'one')
    const isNew = { 'if-none-match': '*' }
    assert.equal((await caller.call('PUT', path, { n: 1 }, isNew)).status, 200)
    assert.equal((await caller.call('PUT', path, { n: 1 }, isNew)).status, 200, 'a repeated call')
    assert.equal((await caller.call('PUT', path, { n: 2 }, isNew)).status, 412)
    const etag = (await caller.call('GET', path)).headers.get('etag') ?? ''
    assert.equal((await caller.call('PUT', path, { n: 2 }, { 'if-match': etag })).status, 200)
    const { status, body } = await caller.call('PUT', path, { n: 3 }, { 'if-match': etag })
    assert.deepEqual(
      [status, body.message],
      [412, 'The data set was changed after you read it. Your changes were not saved.'],
    )
    assert.deepEqual((await caller.call('GET', path)).body, { n: 2 })
  })

  it('rejects names and data that cannot be used, and unknown data sets', async () => {
    const templateId = await caller.upload('x')
    await caller.call('PUT', pathOf(templateId, 'one'), {})
    for (const name of ['-x', 'a%20b', 'a.json', '..%2Fx', 'x'.repeat(65)])
      assert.equal((await caller.call('PUT', pathOf(templateId, name), {})).status, 400, name)
    assert.match((await caller.call('PUT', pathOf(templateId, 'ONE'), {})).body.message, /two data sets/)
    await caller.call('PUT', pathOf(templateId, 'two'), {})
    assert.equal((await caller.call('PATCH', pathOf(templateId, 'two'), { name: 'one' })).status, 400)
    assert.equal((await caller.call('PATCH', pathOf(templateId, 'two'), { name: 'a b' })).status, 400)
    assert.equal((await caller.call('PUT', pathOf(templateId, 'two'), [null])).status, 400)
    const large = await caller.call('PUT', pathOf(templateId, 'two'), { a: 'x'.repeat(300_000) })
    assert.match(large.body.message, /The data set "two" is larger than 262,144 bytes/)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'three' } : undefined
      const { status, body: answer } = await caller.call(method, pathOf(templateId, 'none'), body)
      assert.deepEqual([status, /no data set/.test(answer.message)], [404, true], method)
    }
  })

  it('limits their number and their total size (429)', async () => {
    const templateId = await caller.upload('x')
    for (let number = 0; number < DATA_SETS_MAX; number += 1)
      assert.equal((await caller.call('PUT', pathOf(templateId, `set-${number}`), { number })).status, 200)
    const more = await caller.call('PUT', pathOf(templateId, 'more'), {})
    assert.deepEqual([more.status, /The limit is 20/.test(more.body.message)], [429, true])
    for (let number = 0; number < 4; number += 1)
      await caller.call('PUT', pathOf(templateId, `set-${number}`), { a: 'x'.repeat(262_000) })
    const large = await caller.call('PUT', pathOf(templateId, 'set-5'), { a: 'x'.repeat(262_000) })
    assert.deepEqual([large.status, /1,048,576 bytes/.test(large.body.message)], [429, true])
  })

  it('previews a template with a data set', async () => {
    const templateId = await caller.upload(
      '{{#each rows}}<section style="break-after: page">{{this}}</section>{{/each}}',
    )
    await caller.call('PUT', pathOf(templateId, 'three'), { rows: [1, 2, 3] })
    const preview = (body: object) =>
      caller.call('POST', '/v1/templates/preview', { picture: false, ...body })
    assert.equal((await preview({ templateId, dataSet: 'three' })).body.sheets, 3)
    assert.equal((await preview({ templateId })).body.sheets, 1)
    assert.equal((await preview({ templateId, dataSet: 'none' })).status, 404)
    for (const body of [
      { templateId, dataSet: 'three', data: {} },
      { content: 'eA==', contentEncoding: 'base64', dataSet: 'three' },
    ])
      assert.match((await preview(body)).body.message, /dataSet is only allowed with templateId/)
  })

  describe('in the dashboard', () => {
    let ada: Person
    const API = '/dashboard/api/templates'
    before(async () => {
      ada = await platen.person({ email: 'ada@example.com', name: 'Ada' })
    })

    const create = async () =>
      (await ada.call('POST', API, { name: 'Test', content: '<p>{{n}}</p>', sampleData: '{}' })).body

    it('saves them and PDF options with the other texts of a template, under one ETag', async () => {
      const { templateId, etag, dataSets, pdfOptions } = await create()
      assert.deepEqual([dataSets, pdfOptions], [[], ''])
      const changes = {
        dataSets: [{ name: 'big', data: '{ "n": 12345678901234567890 }' }],
        pdfOptions: '{ "pdfa": "3b" }',
      }
      const path = `${API}/${templateId}`
      const saved = await ada.call('PUT', path, changes, { 'if-match': etag })
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
      assert.notEqual(saved.body.etag, etag)
      assert.deepEqual({ ...saved.body, ...changes }, saved.body, 'texts keep their formatting')
      assert.equal(saved.body.draft, null)
      const stale = await ada.call('PUT', path, { dataSets: [] }, { 'if-match': etag })
      assert.equal(stale.status, 412)
      const copy = (await ada.call('POST', `${path}/duplicate`, undefined)).body
      assert.deepEqual([copy.dataSets, copy.pdfOptions], [changes.dataSets, changes.pdfOptions])
      const removed = { dataSets: [], pdfOptions: '' }
      const { body } = await ada.call('PUT', path, removed, { 'if-match': saved.body.etag })
      assert.deepEqual([body.dataSets, body.pdfOptions], [[], ''])
    })

    it('rejects invalid data sets and options that only calls may have (400)', async () => {
      const { templateId, etag } = await create()
      const save = async (changes: object) =>
        (await ada.call('PUT', `${API}/${templateId}`, changes, { 'if-match': etag })).body.message
      assert.match(await save({ dataSets: [{ name: 'a', data: '{' }] }), /data set "a" is not valid JSON/)
      assert.match(
        await save({
          dataSets: [
            { name: 'a', data: '{}' },
            { name: 'A', data: '{}' },
          ],
        }),
        /two data sets/,
      )
      assert.match(await save({ pdfOptions: '[]' }), /pdfOptions must be a JSON object/)
      assert.match(await save({ pdfOptions: '{' }), /pdfOptions is not valid JSON/)
      for (const name of ['password', 'ownerPassword', 'permissions', 'sign'])
        assert.match(
          await save({ pdfOptions: JSON.stringify({ [name]: {} }) }),
          new RegExp(`pdfOptions.${name} is only allowed in calls`),
        )
    })

    it('applies PDF options in previews', async () => {
      const content = '<html lang="en"><title>T</title><p>{{einvoice.number}}text</p></html>'
      const preview = (options: object) =>
        ada.call('POST', '/dashboard/api/preview', { content, data: {}, options })
      const plain = (await preview({})).body.pdf
      const archived = (await preview({ pdfa: '3b', metadata: { title: 'Archive' } })).body
      assert.match(Buffer.from(archived.pdf, 'base64').toString('latin1'), /pdfaid/)
      assert.doesNotMatch(Buffer.from(plain, 'base64').toString('latin1'), /pdfaid/)
      const wrong = await preview({ pageRanges: 'x' })
      assert.deepEqual([wrong.status, /options.pageRanges/.test(wrong.body.message)], [400, true])
      assert.equal((await preview({ password: 'secret' })).status, 400)
      assert.equal((await preview({ pdfz: true })).status, 400)
    })
  })
})
