import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { openSocket } from './raw.ts'

/** More than the tabs that one account may use. */
const CALLS = 6
/** A limit that no call reaches. */
const LONG_LIMIT_MS = 600_000
const ENDLESS = '<script>platen.ready = new Promise(() => {})</script>'

// noisy-neighbours.long.test.ts runs attacks that load the machine.
describe('an account beside accounts that never stop calling', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten({ overrides: { syncLimitMs: LONG_LIMIT_MS } })
  })
  after(() => platen[Symbol.asyncDispose]())

  it('is served while one account uses all its tabs and has more calls waiting', async () => {
    await isServedBeside([await platen.account({ credits: CALLS })])
  })

  it('is served while two accounts do', async () => {
    await isServedBeside([await platen.account({ credits: CALLS }), await platen.account({ credits: CALLS })])
  })

  async function isServedBeside(attackers: Caller[]): Promise<void> {
    const sockets: Socket[] = []
    let received = ''
    try {
      for (const attacker of attackers) {
        const templateId = await attacker.upload(ENDLESS)
        for (let n = 0; n < CALLS; n += 1) {
          const socket = await openSocket(platen.url)
          sockets.push(socket)
          socket.on('data', (chunk) => (received += chunk.toString()))
          socket.write(generateRequest(attacker, templateId))
        }
      }
      await eventually(async () => await areReserved(attackers, CALLS), 60_000)
      const victim = await platen.account({ credits: CALLS })
      const templateId = await victim.upload('<p>well')
      for (let n = 0; n < CALLS; n += 1) assert.equal((await victim.generate(templateId, {})).status, 200)
      assert.equal(received, '')
    } finally {
      for (const socket of sockets) socket.destroy()
    }
    await eventually(async () => await areReserved(attackers, 0), 60_000)
  }
})

function generateRequest({ key }: Caller, templateId: string): string {
  const body = JSON.stringify({ templateId, data: {} })
  return [
    'POST /v1/pdf/generate HTTP/1.1',
    'Host: h',
    `x-api-key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

async function areReserved(callers: Caller[], count: number): Promise<boolean> {
  const balances = await Promise.all(callers.map((caller) => caller.credits()))
  return balances.every(({ reserved }) => reserved === count)
}
