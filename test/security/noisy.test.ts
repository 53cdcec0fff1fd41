import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { base64, eventually, send } from '../harness.ts'
import { type ServiceProcess, startProcess } from '../process.ts'
import { ATTACKS } from './attacks.ts'

/** What a call under attack may take, compared with a calm one. */
const RATIO_MAX = 3
/**
 * Or so much more than a calm one: a call goes through some ten processes and takes 20 ms in all, so on two
 * processors that attackers, and other tests, keep busy, waiting for the processor alone multiplies it.
 */
const MORE_MS_MAX = 1_500
/** Beside more attackers than there are processors: without turns it was half a minute. */
const SOON_MS = 10_000
const CALLS = 15
/** So many quick calls one after the other, and what an attack has left behind is cleared away. */
const QUICK_CALLS = 5
const QUICK_RATIO = 2

describe('an account whose neighbours attack', () => {
  let service: ServiceProcess
  let call: () => Promise<number>
  let usual = 0
  const attackers: string[] = []
  before(async () => {
    service = await startProcess({ RATE_LIMIT_PER_MINUTE: '6000' })
    call = await victimOf(service)
    const first: number[] = []
    for (let n = 0; n < CALLS; n += 1) first.push(await call())
    usual = below(0.5, first)
    for (let n = 0; n < 4; n += 1) attackers.push(await keyOf(service, `attacker-${n}@example.com`))
  })
  after(() => service[Symbol.asyncDispose]())

  for (const name of Object.keys(ATTACKS)) {
    it(`notices nothing of ${name} by one account`, (context) =>
      compare(context, [{ name, keys: attackers.slice(0, 1) }]))
  }

  it('goes on, and soon, beside several accounts', async (context) => {
    const names = ['an endless script', 'a heap without end', 'a loop in a template', 'a giant document']
    await compare(
      context,
      names.map((name, n) => ({ name, keys: attackers.slice(n, n + 1) })),
      SOON_MS,
    )
    await compare(context, [{ name: 'an endless script', keys: attackers }], SOON_MS)
  })

  /** Calm calls, and at once after them attacked ones, so that whatever else slows down the machine is in both. */
  async function compare(
    context: TestContext,
    attacks: { name: string; keys: string[] }[],
    moreMs = MORE_MS_MAX,
  ): Promise<void> {
    const calm: number[] = []
    const attacked: number[] = []
    await settled()
    for (let n = 0; n < CALLS; n += 1) calm.push(await call())
    await using _ = await attack(service.url, attacks)
    // An attack that goes on is what is measured, not the start of the program that makes it.
    for (let n = 0; n < QUICK_CALLS; n += 1) await call()
    for (let n = 0; n < CALLS; n += 1) attacked.push(await call())
    const [calmMs, attackedMs] = [below(0.95, calm), below(0.95, attacked)]
    const told = `${attacks.map(({ name }) => name).join()}: p95 ${attackedMs.toFixed()} ms (p50 ${below(0.5, attacked).toFixed()}), calm ${calmMs.toFixed()} ms (p50 ${below(0.5, calm).toFixed()})`
    context.diagnostic(told)
    assert.ok(attackedMs <= Math.max(RATIO_MAX * calmMs, calmMs + moreMs), told)
  }

  async function settled(): Promise<void> {
    let quick = 0
    await eventually(async () => {
      quick = (await call()) < QUICK_RATIO * usual ? quick + 1 : 0
      return quick >= QUICK_CALLS
    })
  }
})

async function attack(url: string, attacks: { name: string; keys: string[] }[]): Promise<AsyncDisposable> {
  const program = fileURLToPath(new URL('attacker.ts', import.meta.url))
  const children = attacks.map(({ name, keys }) => fork(program, [url, name, ...keys]))
  await Promise.all(children.map((child) => once(child, 'message')))
  return {
    async [Symbol.asyncDispose]() {
      const ends = children.map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

async function keyOf(service: ServiceProcess, email: string): Promise<string> {
  const created = await service.platen(
    'accounts',
    'create',
    '--email',
    email,
    '--credits',
    '1000000',
    '--json',
  )
  const { userId } = JSON.parse(created.stdout)
  return JSON.parse(
    (await service.platen('create-token', '--name', 'x', '--account', userId, '--json')).stdout,
  ).key
}

/** @returns an ordinary call, which must succeed and answers its milliseconds. */
async function victimOf(service: ServiceProcess): Promise<() => Promise<number>> {
  const headers = { 'x-api-key': await keyOf(service, 'victim@example.com') }
  const source = '<h1>Invoice</h1><table>{{#each rows}}<tr><td>{{name}}<td>{{price}}{{/each}}</table>'
  const upload = { name: 'x', content: base64(source), contentEncoding: 'base64' }
  const { templateId } = (await send(`${service.url}/v1/templates/upload`, 'POST', upload, headers)).body
  const rows = Array.from({ length: 20 }, (_, n) => ({ name: `Row ${n}`, price: n }))
  return async () => {
    const started = performance.now()
    const answer = await send(
      `${service.url}/v1/pdf/generate`,
      'POST',
      { templateId, data: { rows } },
      headers,
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return performance.now() - started
  }
}

/** What so many of the numbers stay below, as a share of them. */
function below(share: number, numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * share) - 1] ?? NaN
}
