import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually, startPlaten } from '../harness.ts'

/** Far longer than the job takes. */
const JOB_LIMIT_MS = 5_000
/** Together they occupy the tab for far longer than the limit of the job. */
const CALLS = 3
/** Occupies a tab for 10 s without CPU load. */
const BUSY = '<script>window.platen = { ready: new Promise(() => {}) }</script>'

describe('the time limit of a job', () => {
  it('does not include the wait for a tab', async () => {
    await using platen = await startPlaten({
      environment: { TABS: '1' },
      overrides: { asyncLimitMs: JOB_LIMIT_MS },
    })
    const caller = await platen.account()
    const templateId = await caller.upload(BUSY)
    const hangUp = new AbortController()
    const busy = Array.from({ length: CALLS }, () =>
      fetch(`${platen.url}/v1/pdf/generate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': caller.key },
        body: JSON.stringify({ templateId, data: {} }),
        signal: hangUp.signal,
      }).catch(() => undefined),
    )
    await eventually(async () => (await caller.credits()).reserved === CALLS)
    const { headers } = await caller.generate(await caller.upload('<p>job</p>'), {}, { async: true })
    const job = async () => (await caller.call('GET', headers.get('location') ?? '')).body.job
    await eventually(async () => (await job()).status === 'processing')
    await delay(1.2 * JOB_LIMIT_MS)
    assert.equal((await job()).status, 'processing')
    hangUp.abort()
    await Promise.all(busy)
    const { status, message } = await eventually(async () => {
      const current = await job()
      return ['completed', 'failed'].includes(current.status) && current
    })
    assert.deepEqual([status, message], ['completed', null])
  })
})
