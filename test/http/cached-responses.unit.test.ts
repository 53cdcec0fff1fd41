import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { cacheResponse, memoize, sendCached } from '../../packages/server/src/http/pages/cached-responses.ts'

const TEXT = 'Grüße '.repeat(1_000)

describe('a cached response', () => {
  let app: FastifyInstance
  let loads = 0
  before(async () => {
    const answer = memoize(async () => {
      loads += 1
      return await cacheResponse('text/plain', TEXT)
    })
    app = Fastify()
    app.get('/', async (request, reply) => sendCached(request, reply, await answer()))
    await app.ready()
  })
  after(() => app.close())
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/', headers })

  it('is created once for many simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
    assert.ok(answers.every(({ body }) => body === TEXT))
    assert.equal(loads, 1)
  })

  it('is sent compressed to clients that accept it, and uncompressed to others', async () => {
    for (const [accepted, encoding, read] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
      ['deflate', undefined, (body: Buffer) => body],
      ['identity', undefined, (body: Buffer) => body],
      [undefined, undefined, (body: Buffer) => body],
    ] as const) {
      const answer = await get(accepted === undefined ? {} : { 'accept-encoding': accepted })
      assert.equal(answer.headers['content-encoding'], encoding, accepted)
      assert.equal(read(answer.rawPayload).toString(), TEXT)
      assert.equal(answer.headers['content-length'], String(answer.rawPayload.length))
      assert.equal(answer.headers.vary, 'accept-encoding')
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    }
    const head = await get({ 'accept-encoding': 'br' }, 'HEAD')
    assert.deepEqual([head.body, head.headers['content-encoding']], ['', 'br'])
  })

  it('is not sent again to clients that have it (304)', async () => {
    const tag = String((await get()).headers.etag)
    const strong = tag.replace('W/', '')
    for (const known of [tag, strong, `"other", ${tag}`, `W/"other",${strong} , "more"`]) {
      const answer = await get({ 'if-none-match': known })
      assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', tag], known)
    }
    for (const other of ['"other"', '', 'W/""']) {
      assert.equal((await get({ 'if-none-match': other })).statusCode, 200, other)
    }
  })
})

describe('a cached value', () => {
  it('is loaded again after a failure', async () => {
    let calls = 0
    const value = memoize(async () => {
      calls += 1
      if (calls === 1) throw new Error('no')
      return calls
    })
    await assert.rejects(value(), /no/)
    assert.deepEqual([await value(), await value()], [2, 2])
  })

  it('is loaded again when it has expired', async () => {
    let calls = 0
    const value = memoize(async () => (calls += 1), 0)
    assert.deepEqual([await value(), await value()], [1, 2])
  })
})
