import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually, type Person, type Platen, startPlaten } from '../harness.ts'

describe('tags and archive of templates', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10 })
  })
  after(() => platen[Symbol.asyncDispose]())

  const listed = async (query = '') => (await caller.call('GET', `/v1/templates${query}`)).body.templates
  const idsOf = async (query?: string) =>
    (await listed(query)).map(({ templateId }: { templateId: string }) => templateId)

  it('stores tags, and filters the list by one', async () => {
    const [one, other] = [await caller.upload('x'), await caller.upload('x')]
    const tags = await caller.call('PUT', `/v1/templates/${one}/tags`, { tags: [' bills ', 'a b', 'bills'] })
    assert.deepEqual([tags.status, tags.body.tags], [200, ['bills', 'a b']])
    assert.deepEqual(await idsOf('?tag=bills'), [one])
    assert.deepEqual(await idsOf('?tag=bill'), [])
    const [template] = await listed('?tag=bills')
    assert.deepEqual(template.tags, ['bills', 'a b'])
    const untagged = (await listed()).find(({ templateId }: { templateId: string }) => templateId === other)
    assert.ok(!('tags' in untagged) && !('archivedAt' in untagged), 'the answer of the contract')
    assert.deepEqual((await caller.call('PUT', `/v1/templates/${one}/tags`, { tags: [] })).body.tags, [])
    assert.deepEqual(await idsOf('?tag=bills'), [])
  })

  it('rejects tags that cannot be used (400)', async () => {
    const id = await caller.upload('x')
    for (const tags of [[''], [' '], ['a,b'], ['a\nb'], ['x'.repeat(51)], Array(21).fill('x'), 'x', [1]])
      assert.equal((await caller.call('PUT', `/v1/templates/${id}/tags`, { tags })).status, 400, String(tags))
    assert.equal((await caller.call('GET', '/v1/templates?archived=maybe')).status, 400)
  })

  it('marks an archived template, and rejects calls with it (409) until it is restored', async () => {
    const id = await caller.upload('x')
    const before = await listed()
    for (const _ of [1, 2])
      assert.equal((await caller.call('POST', `/v1/templates/${id}/archive`)).status, 200)
    assert.ok((await idsOf()).includes(id), 'the list of the contract is complete')
    assert.ok(!(await idsOf('?archived=exclude')).includes(id))
    assert.deepEqual(await idsOf('?archived=only'), [id])
    assert.ok((await idsOf('?archived=include')).includes(id))
    assert.ok((await listed('?archived=only'))[0].archivedAt)
    const credits = await caller.credits()
    for (const more of [{}, { async: true }, { dryRun: true }]) {
      const { status, body } = await caller.generate(id, {}, more)
      assert.equal(status, 409, JSON.stringify(more))
      assert.match(body.message, /This template is archived.*Restore it.*unarchive/)
    }
    assert.deepEqual(await caller.credits(), credits)
    assert.equal((await caller.call('GET', `/v1/templates/${id}`)).status, 200)
    assert.equal((await caller.call('POST', `/v1/templates/${id}/unarchive`)).status, 200)
    assert.deepEqual(await listed(), before)
    assert.equal((await caller.generate(id, {})).status, 200)
  })

  it('finishes a job that was accepted before', async () => {
    const id = await caller.upload('x')
    const { headers } = await caller.generate(id, {}, { async: true })
    await caller.call('POST', `/v1/templates/${id}/archive`)
    const job = headers.get('location') ?? ''
    await eventually(async () => (await caller.call('GET', job)).body.job.status === 'completed')
  })

  it('searches tags and filters in the dashboard', async () => {
    const ada: Person = await platen.person({ email: 'ada@example.com', name: 'Ada' })
    const API = '/dashboard/api/templates'
    const create = async (name: string) =>
      (await ada.call('POST', API, { name, content: '<p></p>' })).body.templateId
    const [bill, letter] = [await create('Bill'), await create('Letter')]
    await ada.call('PUT', `${API}/${bill}/tags`, { tags: ['finance', 'de'] })
    await ada.call('POST', `${API}/${letter}/archive`)
    const search = async (query: string) => {
      const { body } = await ada.call('GET', `${API}?${query}`)
      return { names: body.templates.map(({ name }: { name: string }) => name), tags: body.tags }
    }
    assert.deepEqual(await search(''), { names: ['Bill'], tags: ['de', 'finance'] })
    assert.deepEqual((await search('search=FINAN')).names, ['Bill'])
    assert.deepEqual((await search('tag=de')).names, ['Bill'])
    assert.deepEqual((await search('archived=only')).names, ['Letter'])
    const details = (await ada.call('GET', `${API}/${letter}`)).body
    assert.deepEqual([typeof details.archivedAt, details.tags], ['string', []])
    await ada.call('POST', `${API}/${letter}/unarchive`)
    assert.equal((await search('')).names.length, 2)
  })
})
