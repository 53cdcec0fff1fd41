import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { eventually, startPlaten } from '../harness.ts'
import { messageIdOf, startMailServer } from '../mail-server.ts'

const OUTAGE_SECONDS = 600
const MAIL_EVERY_MS = 5_000

describe('F09 a long outage of the mail server', () => {
  it('delays its mails only, and each mail is sent once afterwards', async (test) => {
    const port = await findFreePort()
    await using platen = await startPlaten({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    const caller = await platen.account({ credits: 10_000 })
    const templateId = await caller.upload('x')
    const expected: string[] = []
    const callMs: number[] = []
    const begun = performance.now()
    for (let n = 0; performance.now() - begun < OUTAGE_SECONDS * 1_000; n += 1) {
      const sendEmail = [`a${n}@example.com`, `b${n}@example.com`]
      assert.equal((await caller.generate(templateId, {}, { async: true, sendEmail })).status, 200)
      const started = performance.now()
      assert.equal((await caller.generate(templateId, {})).status, 200)
      callMs.push(performance.now() - started)
      expected.push(...sendEmail)
      await delay(MAIL_EVERY_MS)
    }
    await using server = await startMailServer({ port })
    const back = performance.now()
    // Each attempt waits twice as long as the one before, with jitter.
    await eventually(() => server.taken.length === expected.length, 3_000 * OUTAGE_SECONDS + 120_000)
    const lastMs = performance.now() - back
    await eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from deliveries where status <> 'sent'`.execute(platen.app.services.database)
      return rows[0]?.open === 0
    })
    assert.deepEqual(server.taken.flatMap(({ to }) => to).toSorted(), expected.toSorted())
    assert.equal(new Set(server.taken.map(messageIdOf)).size, expected.length)
    test.diagnostic(
      `${expected.length} mails after ${OUTAGE_SECONDS} s, the last ${Math.round(lastMs / 1_000)} s after its end; ` +
        `calls meanwhile took at most ${Math.round(Math.max(...callMs))} ms`,
    )
  })
})
