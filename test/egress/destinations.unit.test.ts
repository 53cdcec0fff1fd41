import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it, mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { admit, dnsResolver } from '../../server/egress/destinations.ts'
import { EgressRefusal } from '../../server/egress/refusals.ts'
import { PUBLIC_EGRESS, readRules } from '../../server/egress/rules.ts'

const HEADER_BYTES = 12
const [A, AAAA] = [1, 28]

/** Starts a name server that answers 192.0.2.7 for every name, from the `answered`-th time on that it is asked. */
async function startNameServer(answered: number) {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES)
    const [name, type] = [query.toString('latin1', HEADER_BYTES, end), query.readUInt16BE(end + 1)]
    const question = `${type} ${name}`
    questions.push(question)
    if (questions.filter((earlier) => earlier === question).length < answered) return
    const head = Buffer.from(query.subarray(0, HEADER_BYTES))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(type === A ? 1 : 0, 6)
    head.fill(0, 8)
    // The name by a pointer to the question, the type, the class IN, no time to live, four bytes.
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 7])
    const answer = [head, query.subarray(HEADER_BYTES, end + 5), ...(type === A ? [record] : [])]
    socket.send(Buffer.concat(answer), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

describe('a name', () => {
  it('is looked up for IPv4 and IPv6', async () => {
    await using server = await startNameServer(1)
    assert.deepEqual(await dnsResolver([server.address])('host.test'), ['192.0.2.7'])
    const types = new Set(server.questions.map((question) => Number(question.split(' ')[0])))
    assert.deepEqual(types, new Set([A, AAAA]))
  })

  it('is asked for once more when a packet is lost', async () => {
    await using server = await startNameServer(2)
    assert.deepEqual(await dnsResolver([server.address])('host.test'), ['192.0.2.7'])
  })

  it('is given up after two questions without an answer', async () => {
    await using server = await startNameServer(Infinity)
    const asked = () => server.questions.filter((question) => question.startsWith(`${A} `)).length
    assert.deepEqual(await dnsResolver([server.address], 100)('host.test'), [])
    while (asked() < 2) await setImmediate()
    assert.equal(asked(), 2)
  })

  it('is refused when no answer has come for 3 s', async () => {
    const rules = readRules(PUBLIC_EGRESS)
    // Awaits nothing that needs the event loop, so nothing else in the process sees these timers.
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const url = new URL('http://host.test/')
      const admitting = admit(url, { operator: rules, account: rules, resolve: () => new Promise(() => {}) })
      let isOver = false
      const over = () => void (isOver = true)
      const settled = admitting.then(over, over)
      mock.timers.tick(2_999)
      for (let n = 0; n < 20; n += 1) await Promise.resolve()
      assert.equal(isOver, false)
      mock.timers.tick(1)
      await settled
      await assert.rejects(
        admitting,
        (error) => error instanceof EgressRefusal && error.reason === 'unresolved',
      )
    } finally {
      mock.timers.reset()
    }
  })
})
