import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openJar } from '../dashboard/cookies.ts'
import { eventually, startPlaten } from '../harness.ts'
import { messageIdOf, refusal, startMailServer } from '../mail-server.ts'

const PERSON = { name: 'Ada', password: 'correct horse battery' }

describe('a sign-in mail', () => {
  it('is sent again after a temporary failure, and not after a permanent one', async () => {
    const failures = new Map([
      ['later@example.com', refusal(451, 'not now')],
      ['never@example.com', refusal(550, 'no such user')],
    ])
    await using mails = await startMailServer({
      onMail({ to: [recipient = ''] }, done) {
        const failure = failures.get(recipient)
        if (recipient.startsWith('later')) failures.delete(recipient)
        done(failure)
      },
    })
    await using platen = await startPlaten({ environment: { SMTP_URL: mails.url } })
    const { database } = platen.app.services
    for (const email of failures.keys()) {
      const { status } = await openJar(platen).post('/sign-up/email', { ...PERSON, email })
      assert.equal(status, 200)
    }
    // A job whose attempts have failed is retried. Its delay does not matter here.
    await eventually(async () => {
      await sql`update pgboss.job set start_after = now() where name = 'sign-in-mail' and state = 'retry'`.execute(
        database,
      )
      const { rows } = await sql`
        select from pgboss.job where name = 'sign-in-mail' and state < 'completed'`.execute(database)
      return rows.length === 0
    })
    const sentTo = (address: string) => mails.taken.filter(({ to }) => to.includes(address))
    assert.equal(sentTo('later@example.com').length, 2)
    assert.equal(new Set(sentTo('later@example.com').map(messageIdOf)).size, 1)
    assert.equal(sentTo('never@example.com').length, 1)
  })
})
