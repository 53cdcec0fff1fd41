// A program of its own, so that its work does not slow down the measurement: calls without pause until it is killed.
// Arguments: the service's address, the name of an attack, and the API keys of the attacking accounts.

import { setPriority } from 'node:os'
import { base64, send } from '../harness.ts'
import { ATTACKS, type Attack } from './attacks.ts'

const CALLS_AT_ONCE = 6

// Real attackers have their own machines. Here they would take processor time from the service.
setPriority(10)

const [url = '', name = '', ...keys] = process.argv.slice(2)
const attack = ATTACKS[name]
if (!attack) throw new Error(`There is no attack named ${name}`)

const callers = await Promise.all(keys.map((key) => callerOf(attack, key)))
for (const call of callers) {
  for (let one = 0; one < (attack.atOnce ?? CALLS_AT_ONCE); one += 1) void repeat(call)
}
process.send?.('attacking')

async function callerOf(attack: Attack, key: string): Promise<() => Promise<unknown>> {
  if ('paths' in attack) {
    let sent = 0
    return () => send(url + attack.paths[sent++ % attack.paths.length], 'GET')
  }
  const headers = { 'x-api-key': key }
  const upload = `${url}/v1/templates/upload`
  if ('body' in attack) return () => send(upload, 'POST', attack.body, headers)
  const source = { name: 'x', content: base64(attack.source), contentEncoding: 'base64' }
  const { templateId } = (await send(upload, 'POST', source, headers)).body
  const body = JSON.stringify({ templateId, data: attack.data ?? {} })
  return () => send(`${url}/v1/pdf/generate`, 'POST', body, headers)
}

async function repeat(call: () => Promise<unknown>): Promise<never> {
  for (;;) await call().catch(() => {})
}
