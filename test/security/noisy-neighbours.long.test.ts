import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ServiceProcess, startProcess } from '../process.ts'
import { ATTACKS } from './attacks.ts'
import { attack, keyOf, victimOf } from './neighbours.ts'

/**
 * Without fair scheduling a call waited 30 s and then failed. `npm run bench:neighbours` measures the delay on an idle
 * machine.
 */
const SOON_MS = 10_000
const CALLS = 15
/**
 * The scheduler detects several accounts with endless work only after their first prints, so these alone may take
 * longer.
 */
const FIRST_CALLS = 5

describe('an account beside attacking accounts', () => {
  let service: ServiceProcess
  let call: () => Promise<number>
  const attackers: string[] = []
  before(async () => {
    service = await startProcess({ RATE_LIMIT_PER_MINUTE: '6000' })
    call = await victimOf(service)
    for (let n = 0; n < 4; n += 1) attackers.push(await keyOf(service, `attacker-${n}@example.com`))
  })
  after(() => service[Symbol.asyncDispose]())

  for (const name of Object.keys(ATTACKS)) {
    it(`is served beside ${name} by one account`, () =>
      isServedBeside([{ name, keys: attackers.slice(0, 1) }]))
  }

  it('is served beside several accounts', async () => {
    const names = ['an endless script', 'a heap without end', 'a loop in a template', 'a giant document']
    await isServedBeside(names.map((name, n) => ({ name, keys: attackers.slice(n, n + 1) })))
    await isServedBeside([{ name: 'an endless script', keys: attackers }])
  })

  async function isServedBeside(attacks: { name: string; keys: string[] }[]): Promise<void> {
    await using underAttack = await attack(service.url, attacks)
    for (let n = 0; n < FIRST_CALLS; n += 1) await call()
    const times: number[] = []
    for (let n = 0; n < CALLS; n += 1) times.push(await call())
    assert.ok(Math.max(...times) < SOON_MS, times.map((ms) => ms.toFixed()).join(', '))
    assert.ok(underAttack.goesOn())
  }
})
