import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { base64, eventually, startPlaten } from '../harness.ts'
import { answersIn, openSocket, readToEnd } from './raw.ts'

const BODY = JSON.stringify({ content: base64('x'.repeat(4_000_000)), contentEncoding: 'base64' })
/** Enough for one such body of one account and one of another. */
const BODY_MEMORY_MB = '16'

// body-memory.long.test.ts sends 100 bodies.
describe('concurrent large bodies of one account', () => {
  it("are rejected above the account's share of memory (503), while another account's large body is read", async () => {
    await using platen = await startPlaten({ environment: { BODY_MEMORY_MB } })
    const [attacker, other] = [await platen.account(), await platen.account()]
    const check = async (by: typeof attacker) => {
      const { status } = await by.call('POST', '/v1/templates/check', BODY)
      return status
    }
    const half = BODY.length / 2
    const sendHalf = async () => {
      const socket = await openSocket(platen.url)
      const ended = readToEnd(socket)
      socket.write(
        `POST /v1/templates/check HTTP/1.1\r\nHost: h\r\nConnection: close\r\nx-api-key: ${attacker.key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, half)}`,
      )
      return { socket, ended }
    }
    let { socket, ended } = await sendHalf()
    await eventually(async () => {
      const status = await check(attacker)
      // The service read the complete body before the incomplete one, which it rejected.
      if (socket.closed) ({ socket, ended } = await sendHalf())
      else return status === 503
    })
    assert.equal(await check(other), 200)
    socket.write(BODY.slice(half))
    assert.equal(answersIn(await ended)[0]?.status, 200)
    await eventually(async () => (await check(attacker)) === 200)
  })
})
