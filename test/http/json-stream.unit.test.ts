import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { streamJsonWithBytes } from '../../packages/server/src/http/bodies/json-stream.ts'

const OBJECT = { sheets: 2, warnings: [{ subject: '"}' }], text: '‘é’' }

describe('a JSON stream with the base64 of bytes', () => {
  it('equals the output of JSON.stringify', async () => {
    for (const size of [0, 1, 2, 3, 192 * 1024 - 1, 192 * 1024, 192 * 1024 + 1, 1_000_000]) {
      const bytes = randomBytes(size)
      const text = (await streamJsonWithBytes(OBJECT, 'pdf', bytes).setEncoding('utf8').toArray()).join('')
      assert.equal(text, JSON.stringify({ ...OBJECT, pdf: bytes.toString('base64') }), `${size} bytes`)
    }
    const [empty] = await streamJsonWithBytes({}, 'pdf', Buffer.alloc(0)).setEncoding('utf8').toArray()
    assert.equal(empty, '{"pdf":"')
  })

  it('does not block the event loop', async () => {
    const stream = streamJsonWithBytes(OBJECT, 'pdf', Buffer.alloc(10_000_000))
    let iterations = 0
    stream.resume()
    while (!stream.readableEnded) {
      await setImmediate()
      iterations += 1
    }
    assert.ok(iterations >= 50, `${iterations} iterations during 51 parts`)
  })
})
