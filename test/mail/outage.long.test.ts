import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../../server/operations/tcp-port.ts'
import { eventually, startPlaten } from '../harness.ts'
import { messageIdOf, startMailServer } from '../mail-server.ts'

const OUTAGE_SECONDS = 600
const MAIL_EVERY_MS = 5_000

describe('F09 a mail server that is down for long', () => {
  it('gets each mail once when it is back, and nothing else waits for it', async (test) => {
    const port = await freePort()
    await using platen = await startPlaten({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    const caller = await platen.account({ credits: 10_000 })
    const templateId = await caller.upload('x')
    const wanted: string[] = []
    const callMs: number[] = []
    const begun = performance.now()
    for (let n = 0; performance.now() - begun < OUTAGE_SECONDS * 1_000; n += 1) {
      const sendEmail = [`a${n}@example.com`, `b${n}@example.com`]
      assert.equal((await caller.generate(templateId, {}, { async: true, sendEmail })).status, 200)
      const asked = performance.now()
      assert.equal((await caller.generate(templateId, {})).status, 200)
      callMs.push(performance.now() - asked)
      wanted.push(...sendEmail)
      await delay(MAIL_EVERY_MS)
    }
    await using server = await startMailServer({ port })
    const back = performance.now()
    // Each try waits twice as long as the one before, and a little more or less.
    await eventually(() => server.taken.length === wanted.length, 3_000 * OUTAGE_SECONDS + 120_000)
    const lastMs = performance.now() - back
    await eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from deliveries where status <> 'sent'`.execute(platen.app.services.database)
      return rows[0]?.open === 0
    })
    assert.deepEqual(server.taken.flatMap(({ to }) => to).toSorted(), wanted.toSorted())
    assert.equal(new Set(server.taken.map(messageIdOf)).size, wanted.length)
    test.diagnostic(
      `${wanted.length} mails after ${OUTAGE_SECONDS} s, the last ${Math.round(lastMs / 1_000)} s after its end; ` +
        `calls meanwhile took at most ${Math.round(Math.max(...callMs))} ms`,
    )
  })
})
