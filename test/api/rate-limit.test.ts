import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { send, startPlaten } from '../harness.ts'

describe('the rate limit', () => {
  it('is shared by all keys of an account and all processes, and sends Retry-After (429)', async () => {
    await using first = await startPlaten({ environment: { RATE_LIMIT_PER_MINUTE: '120' } })
    const databaseUrl = first.databaseUrl
    await using second = await startPlaten({
      environment: { RATE_LIMIT_PER_MINUTE: '120', DATABASE_URL: databaseUrl },
    })
    const caller = await first.account()
    const { key } = await createKey(first.app.services.database, {
      accountId: caller.accountId,
      name: 'second',
      expiresAt: undefined,
    })
    const started = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        send(`${n % 2 ? first.url : second.url}/v1/templates`, 'GET', undefined, {
          'x-api-key': n % 3 ? caller.key : key,
        }),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 200).length
    const refilled = Math.ceil(((Date.now() - started) / 60_000) * 120)
    assert.ok(accepted >= 120 && accepted <= 120 + refilled, `${accepted} were accepted`)
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.message, 'Too many calls. Please wait and try again.')
    const retryAfter = Number(refused?.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= 2, String(retryAfter))
    await delay(retryAfter * 1000)
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    assert.equal((await (await first.account()).call('GET', '/v1/templates')).status, 200)
  })

  it('counts jobs from the dashboard together with the calls of API keys', async () => {
    await using platen = await startPlaten({ environment: { RATE_LIMIT_PER_MINUTE: '120' } })
    const person = await platen.person()
    const { key } = (await person.call('POST', '/dashboard/api/keys', { name: 'server' })).body
    const body = { templateId: randomUUID(), data: {} }
    const started = Date.now()
    // Neither the dashboard nor the key alone exceeds the limit.
    const answers = await Promise.all(
      Array.from({ length: 180 }, (_, n) =>
        n % 2
          ? person.call('POST', '/dashboard/api/jobs', body)
          : send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': String(key) }),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 200 || status === 404).length
    const refilled = Math.ceil(((Date.now() - started) / 60_000) * 120)
    assert.ok(accepted >= 120 && accepted <= 120 + refilled, `${accepted} were accepted`)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, answers.length - accepted)
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
    assert.equal((await person.call('GET', '/dashboard/api/jobs')).status, 200)
  })
})
