import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { base64, send } from '../harness.ts'
import type { ServiceProcess } from '../process.ts'

/** Running attacks. */
export interface UnderAttack extends AsyncDisposable {
  /** Returns true if every attacker still runs. */
  goesOn(): boolean
}

/** Starts processes that attack a service, each with the name of its attack and the API keys of its accounts. */
export async function attack(url: string, attacks: { name: string; keys: string[] }[]): Promise<UnderAttack> {
  const program = fileURLToPath(new URL('attacker.ts', import.meta.url))
  const children = attacks.map(({ name, keys }) => fork(program, [url, name, ...keys]))
  await Promise.all(children.map((child) => once(child, 'message')))
  return {
    goesOn: () => children.every((child) => child.exitCode === null && child.signalCode === null),
    async [Symbol.asyncDispose]() {
      const ends = children.map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

/** Returns the key of a new account with enough credits for any test. */
export async function keyOf(service: ServiceProcess, email: string): Promise<string> {
  const run = async (...args: string[]) => JSON.parse((await service.platen(...args, '--json')).stdout)
  const { userId } = await run('accounts', 'create', '--email', email, '--credits', '1000000')
  return (await run('create-token', '--name', 'x', '--account', userId)).key
}

/**
 * Sends an ordinary call of a new account, which must succeed.
 *
 * @returns its duration in milliseconds
 */
export async function victimOf(service: ServiceProcess): Promise<() => Promise<number>> {
  const headers = { 'x-api-key': await keyOf(service, 'victim@example.com') }
  const source = '<h1>Invoice</h1><table>{{#each rows}}<tr><td>{{name}}<td>{{price}}{{/each}}</table>'
  const upload = { name: 'x', content: base64(source), contentEncoding: 'base64' }
  const { templateId } = (await send(`${service.url}/v1/templates/upload`, 'POST', upload, headers)).body
  const rows = Array.from({ length: 20 }, (_, n) => ({ name: `Row ${n}`, price: n }))
  const body = { templateId, data: { rows } }
  return async () => {
    const started = performance.now()
    const answer = await send(`${service.url}/v1/pdf/generate`, 'POST', body, headers)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return performance.now() - started
  }
}
