import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { base64, send } from '../harness.ts'
import { startProcess } from '../process.ts'

const BODIES = 100
const RSS_MB_MAX = 1_000

describe('100 large bodies of one account at once', { skip: process.platform !== 'linux' }, () => {
  it('keep the process below 1 GB, and calls of another account are served meanwhile', async () => {
    await using service = await startProcess()
    const keyOf = async (name: string) => {
      const { stdout } = await service.platen(
        'accounts',
        'create',
        '--email',
        `${name}@example.com`,
        '--json',
      )
      const words = ['create-token', '--name', 'x', '--account', JSON.parse(stdout).userId, '--json']
      return String(JSON.parse((await service.platen(...words)).stdout).key)
    }
    const [attacker, other] = [await keyOf('attacker'), await keyOf('other')]
    const rssMb = async () => {
      const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    }
    const content = base64('x'.repeat(5_000_000))
    const body = JSON.stringify({ content, contentEncoding: 'base64' })
    const check = () => send(`${service.url}/v1/templates/check`, 'POST', body, { 'x-api-key': attacker })
    let isOver = false
    const all = Promise.all(Array.from({ length: BODIES }, check)).finally(() => (isOver = true))
    let peakMb = 0
    const others: number[] = []
    while (!isOver) {
      others.push((await send(`${service.url}/v1/credits`, 'GET', undefined, { 'x-api-key': other })).status)
      peakMb = Math.max(peakMb, await rssMb())
      await delay(20)
    }
    const statuses = (await all).map(({ status }) => status)
    assert.deepEqual([...new Set(statuses)].toSorted(), [200, 503])
    assert.ok(others.length > 0)
    assert.deepEqual([...new Set(others)], [200])
    assert.ok(peakMb < RSS_MB_MAX, `${Math.round(peakMb)} MB`)
  })
})
