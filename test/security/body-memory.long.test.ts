import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { base64, send } from '../harness.ts'
import { startProcess } from '../process.ts'
import { keyOf } from './neighbours.ts'

const BODIES = 100

describe('100 concurrent large bodies of one account', () => {
  it("are answered 200 or 503 while another account's calls succeed", async () => {
    await using service = await startProcess()
    const [attacker, other] = [
      await keyOf(service, 'attacker@example.com'),
      await keyOf(service, 'other@example.com'),
    ]
    const content = base64('x'.repeat(5_000_000))
    const body = JSON.stringify({ content, contentEncoding: 'base64' })
    const check = () => send(`${service.url}/v1/templates/check`, 'POST', body, { 'x-api-key': attacker })
    let isOver = false
    const all = Promise.all(Array.from({ length: BODIES }, check)).finally(() => (isOver = true))
    const others: number[] = []
    while (!isOver) {
      others.push((await send(`${service.url}/v1/credits`, 'GET', undefined, { 'x-api-key': other })).status)
      await delay(20)
    }
    const statuses = (await all).map(({ status }) => status)
    for (const status of statuses) assert.ok(status === 200 || status === 503, String(status))
    assert.ok(others.length > 0)
    assert.deepEqual([...new Set(others)], [200])
  })
})
