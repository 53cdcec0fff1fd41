import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Message,
  MESSAGE_BYTES_MAX,
  readMessages,
} from '../../packages/renderer/src/print/chromium/messages.ts'

const anyId = fc.integer({ min: 1, max: 1e9 })
const anyAnswer = fc.record({ id: anyId, result: fc.record({ value: fc.jsonValue() }) })
const anyEvent = fc.record({
  method: fc.constant('Page.event'),
  params: fc.jsonValue(),
  sessionId: fc.string(),
})
const anyDataAnswer = fc.record({
  id: anyId,
  bytes: fc.uint8Array({ maxLength: 400 }),
  sessionId: fc.string(),
})

describe('messages', () => {
  it('are read as sent, with decoded data, at any chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyAnswer, anyEvent, anyDataAnswer), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
        async (sent, sizes) => {
          const { taken } = await read(cut(Buffer.from(sent.map(written).join('')), sizes))
          assert.deepEqual(
            taken.map(({ message, data }) => withBytes(message, data)),
            sent.map((one) => withBytes(JSON.parse(written(one).slice(0, -1)), undefined)),
          )
        },
      ),
    )
  })

  it('with data in several chunks are decoded chunk by chunk', async () => {
    const bytes = Buffer.alloc(10_000, 'abc')
    const text = Buffer.from(written({ id: 7, bytes, sessionId: 'x' }))
    const { taken } = await read(cut(text, [1_000]))
    assert.deepEqual(taken, [{ message: { id: 7, result: { data: '' }, sessionId: 'x' }, data: bytes }])
  })

  it('that are too long are reported as failed, and the next one is read', async () => {
    const filling = Array.from({ length: MESSAGE_BYTES_MAX / 2 ** 20 + 1 }, () => Buffer.alloc(2 ** 20, 'A'))
    for (const head of ['{"id":7,"result":{"data":"', '{"id":7,"result":{"other":"']) {
      const chunks = [Buffer.from(head), ...filling, Buffer.from('"}}\0{"id":8,"result":1}\0')]
      const { taken, givenUp } = await read(chunks)
      assert.deepEqual(givenUp, [7])
      assert.deepEqual(taken, [{ message: { id: 8, result: 1 }, data: undefined }])
    }
  })

  it('without data of more than 16 MiB are skipped and not parsed', async () => {
    const text = Array.from({ length: 17 }, () => Buffer.alloc(2 ** 20, 'A'))
    const head = '{"method":"Page.javascriptDialogOpening","params":{"message":"'
    const { taken } = await read([Buffer.from(head), ...text, Buffer.from('"}}\0{"method":"next"}\0')])
    assert.deepEqual(taken, [{ message: { method: 'next' }, data: undefined }])
  })
})

/** Returns a message as Chromium writes it. */
function written(sent: object): string {
  if (!('bytes' in sent)) return `${JSON.stringify(sent)}\0`
  const { id, bytes, sessionId } = sent as { id: number; bytes: Uint8Array; sessionId: string }
  return `${JSON.stringify({ id, result: { data: Buffer.from(bytes).toString('base64') }, sessionId })}\0`
}

/** Returns a message with its data as bytes, whether they are decoded or still in base64. */
function withBytes(message: Message, data: Buffer | undefined): unknown {
  const { result } = message
  if (typeof result !== 'object' || result === null || !('data' in result)) return message
  return { ...message, result: data ?? Buffer.from(String(result.data), 'base64') }
}

function cut(whole: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let start = 0, n = 0; start < whole.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1
    chunks.push(whole.subarray(start, start + size))
    start += size
  }
  return chunks
}

async function read(chunks: Buffer[]) {
  const taken: { message: Message; data: Buffer | undefined }[] = []
  const givenUp: number[] = []
  const stream = Readable.from(chunks, { objectMode: true })
  readMessages(
    stream,
    (message, data) => taken.push({ message, data }),
    (id) => givenUp.push(id),
  )
  await finished(stream)
  return { taken, givenUp }
}
