import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { type Answer, type Platen, send, startPlaten } from '../harness.ts'
import { scaled } from '../scale.ts'

const CALLS = scaled({ short: 60, long: 200 })
const BALANCES = [0, 1, 10, CALLS - 1, CALLS, CALLS + 1].slice(0, scaled({ short: 3, long: 6 }))

describe('C02 two services on one database', () => {
  let platen: Platen
  let second: Platen
  before(async () => {
    platen = await startPlaten()
    const environment = { DATABASE_URL: platen.databaseUrl, DATA_DIR: platen.config.dataDir }
    second = await startPlaten({ environment })
  })
  after(async () => {
    await second?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  for (const balance of BALANCES) {
    it(`accept ${Math.min(balance, CALLS)} of ${CALLS} simultaneous calls on ${balance} credits`, async () => {
      const { database } = platen.app.services
      const caller = await platen.account({ credits: balance, plan: 'enterprise' })
      const templateId = await caller.upload('<p>{{n}}</p>')
      const call = async (n: number): Promise<Answer> => {
        const { url } = n % 2 === 0 ? platen : second
        const body = { templateId, data: { n } }
        const answer = await send(`${url}/v1/pdf/generate`, 'POST', body, { 'x-api-key': caller.key })
        // A busy machine rejects some of the calls with the time of the next attempt.
        if (answer.status !== 503) return answer
        await delay(Number(answer.headers.get('retry-after')) * 1_000)
        return await call(n)
      }
      const answers = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)))
      const accepted = Math.min(balance, CALLS)
      const counted = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepEqual([counted(200), counted(402)], [accepted, CALLS - accepted])
      assert.deepEqual(await caller.credits(), { credits: balance - accepted, reserved: 0 })
      const { rows } = await sql<{ charged: number }>`
        select count(*) as charged from credit_entries
        where account_id = ${caller.accountId} and kind = 'generation'`.execute(database)
      assert.deepEqual([rows[0]?.charged, await auditCredits(database)], [accepted, []])
    })
  }
})
