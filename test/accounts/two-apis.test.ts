import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { auditCredits } from '../../server/accounts/credits.ts'
import type { Answer } from '../harness.ts'
import { type Replicas, startReplicas } from '../replicas.ts'
import type { ServiceProcess } from '../process.ts'

const CALLS = 200
/** What the account has; those that are hundreds of renderings by `CREDITS_AT_ONCE=0,1,10,199,200,201`. */
const BALANCES = (process.env['CREDITS_AT_ONCE'] ?? '0,1,10,30').split(',').map(Number)

describe('C02 two processes', () => {
  let replicas: Replicas
  let apis: ServiceProcess[]
  before(async () => {
    replicas = await startReplicas({ ROLE: 'api', THUMBNAILS: 'off' })
    apis = [await replicas.start({}), await replicas.start({})]
  })
  after(() => replicas[Symbol.asyncDispose]())

  for (const balance of BALANCES) {
    it(`let ${Math.min(balance, CALLS)} of ${CALLS} calls at once through on ${balance} credits`, async () => {
      const caller = await replicas.account(balance)
      const templateId = await caller.upload(apis[0]?.url ?? '', '<p>{{n}}</p>')
      const call = async (n: number): Promise<Answer> => {
        const body = { templateId, data: { n } }
        const answer = await caller.call(apis[n % apis.length]?.url ?? '', 'POST', '/v1/pdf/generate', body)
        // A machine that others keep busy has no room for so many; it says when to come back.
        if (answer.status !== 503) return answer
        await delay(Number(answer.headers.get('retry-after')) * 1_000)
        return await call(n)
      }
      const answers = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)))
      const made = Math.min(balance, CALLS)
      const counted = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepEqual([counted(200), counted(402)], [made, CALLS - made])
      assert.deepEqual(await caller.credits(), { credits: balance - made, reserved: 0 })
      const { rows } = await sql<{ charged: number }>`
        select count(*) as charged from credit_entries
        where account_id = ${caller.accountId} and kind = 'generation'`.execute(replicas.database)
      assert.deepEqual([rows[0]?.charged, await auditCredits(replicas.database)], [made, []])
    })
  }
})
