import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits } from '../../packages/server/src/accounts/credits.ts'
import { adjustCredits } from '../../packages/server/src/accounts/audit-log.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { startStripe, type StripeServer } from './stripe.ts'

const BILLING = '/dashboard/api/billing'

describe('billing', () => {
  let stripe: StripeServer
  let platen: Platen
  before(async () => {
    stripe = await startStripe()
    platen = await startPlaten({
      environment: stripe.environment,
      overrides: stripe.overrides,
    })
    stripe.tellAt(platen.url)
  })
  after(async () => {
    await platen[Symbol.asyncDispose]()
    await stripe[Symbol.asyncDispose]()
  })

  const spend = async ({ accountId }: Person, credits: number) =>
    await addCredits(platen.app.services.database, {
      accountId,
      credits: -credits,
      reference: crypto.randomUUID(),
    })
  const mailsTo = async ({ email }: Person) => {
    const folder = join(platen.config.dataDir, 'outbox')
    const names = await readdir(folder).catch(() => [])
    const mails = await Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')),
    )
    return mails.filter((mail) => mail.includes(`To: ${email}`))
  }
  /** Queues the due notices, as their schedule does, and waits until all are sent. */
  const noticesSent = async () =>
    await eventually(async () => {
      const { database, queue } = platen.app.services
      await queue.send('low-credit-notices', database, [{ data: {} }])
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from accounts where credits <= notice_at)
          + (select count(*) from pgboss.job where name = 'notice' and state < 'completed') as left`.execute(
        platen.app.services.database,
      )
      return rows[0]?.left === 0
    })

  it('opens a checkout page at Stripe for the signed-in user, and returns to the dashboard', async () => {
    const ada = await platen.person()
    assert.deepEqual((await ada.call('GET', BILLING)).body, {
      credits: 10,
      reserved: 0,
      available: 10,
      sellsCredits: true,
      externalUrl: null,
      notice: { below: null },
    })
    const { packs } = (await ada.call('GET', `${BILLING}/packs`)).body
    assert.deepEqual(
      packs.map((pack: { credits: number }) => pack.credits),
      [1_000, 10_000],
    )
    const opened = await ada.call('POST', `${BILLING}/checkouts`, { priceId: packs[0].priceId })
    assert.equal(opened.status, 201)
    const paid = await fetch(opened.body.url, { method: 'POST', redirect: 'manual' })
    assert.equal(paid.headers.get('location'), `${platen.url}/billing?checkout=paid`)
    assert.equal((await ada.call('GET', BILLING)).body.credits, 1_010)
    const { entries, nextCursor } = (await ada.call('GET', `${BILLING}/ledger`)).body
    assert.equal(nextCursor, null)
    const { entryId, createdAt, receiptUrl, ...purchase } = entries[0]
    assert.deepEqual(purchase, {
      kind: 'purchase',
      credits: 1_000,
      balance: 1_010,
      note: '',
      jobId: null,
      amount: 1_900,
      currency: 'eur',
    })
    assert.match(receiptUrl, /^https:\/\/pay\.stripe\.com\//)
    assert.ok(entryId && createdAt)
    for (const body of [{ priceId: 'price_other' }, { priceId: '' }, {}, { priceId: 'x', __proto__: null }]) {
      assert.equal((await ada.call('POST', `${BILLING}/checkouts`, body)).status, 400)
    }
    stripe.failWith = { status: 500, body: { error: { type: 'api_error', message: 'down' } } }
    const failed = await ada.call('POST', `${BILLING}/checkouts`, { priceId: packs[0].priceId })
    stripe.failWith = undefined
    assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '60'])
    assert.match(failed.body.message, /^Stripe does not respond/)
  })

  it('allows 20 checkouts at once, and then limits their rate', async () => {
    const ada = await platen.person()
    const { packs } = (await ada.call('GET', `${BILLING}/packs`)).body
    const order = { priceId: packs[0].priceId }
    const answers = []
    for (let n = 0; n < 21; n += 1) answers.push(await ada.call('POST', `${BILLING}/checkouts`, order))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(
      refused.map(({ status }) => status),
      [429],
    )
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 100)
  })

  it('lists the ledger in pages, each entry once and with its balance, and as CSV', async () => {
    const ada = await platen.person()
    const bob = await platen.person()
    for (let entry = 1; entry <= 120; entry += 1) await spend(ada, entry % 3 === 0 ? 2 : -1)
    await adjustCredits(platen.app.services.database, {
      actor: 'command line',
      userId: ada.userId,
      credits: 5,
      reason: '=1+1, "sorry"',
    })
    const listed = []
    let cursor: string | null = null
    do {
      const path: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const page = (await ada.call('GET', `${BILLING}/ledger${path}`)).body
      assert.ok(page.entries.length <= 50)
      listed.push(...page.entries)
      cursor = page.nextCursor
      // New entries do not shift later pages.
      await spend(ada, 1)
    } while (cursor !== null)
    assert.equal(listed.length, 122)
    assert.equal(new Set(listed.map(({ entryId }) => entryId)).size, 122)
    let balance = 0
    for (const entry of listed.toReversed()) {
      balance += entry.credits
      assert.equal(entry.balance, balance)
    }
    assert.equal((await bob.call('GET', `${BILLING}/ledger`)).body.entries.length, 1)
    const csv = await ada.call('GET', `${BILLING}/ledger.csv`)
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
    const lines = String(csv.body).trimEnd().split('\r\n')
    assert.equal(lines.length, 1 + 122 + 3)
    assert.equal(lines[0], 'entry,time,kind,credits,balance,generation,amount,currency,note')
    assert.match(lines.find((line) => line.includes('sorry')) ?? '', /,added,5,\d+,,,,"'=1\+1, ""sorry"""$/)
    assert.ok(
      lines.some((line) => /,-1,-?\d+,/.test(line)),
      'numbers stay numbers',
    )
    for (const odd of ['x', '1', '1.x', "1.1'", '-1.1']) {
      assert.equal((await ada.call('GET', `${BILLING}/ledger?cursor=${odd}`)).status, 400, odd)
    }
  })

  it('sends a notice when 10 % of the balance is left, once until credits are added', async () => {
    const ada = await platen.person({ credits: 50 })
    assert.equal(await spend(ada, 45), 5)
    await noticesSent()
    const [first, ...others] = await mailsTo(ada)
    assert.equal(others.length, 0)
    assert.match(first ?? '', /^Subject: Your credits are running low: 5 credits left$/m)
    assert.ok(first?.includes(`${platen.url}/billing`))
    assert.ok(first?.includes(`left in the account ${ada.email}`))
    await spend(ada, 5)
    await noticesSent()
    assert.equal((await mailsTo(ada)).length, 1, 'it does not come again as they go on falling')
    await spend(ada, -100)
    await spend(ada, 95)
    await noticesSent()
    assert.equal((await mailsTo(ada)).length, 2)
    await spend(ada, 5)
    await noticesSent()
    assert.equal((await mailsTo(ada)).length, 2)
  })

  it('sends the notice at the chosen balance, or never', async () => {
    const [ada, bob, eve] = [
      await platen.person({ credits: 100 }),
      await platen.person({ credits: 100 }),
      await platen.person({ credits: 20 }),
    ]
    assert.deepEqual((await ada.call('PUT', `${BILLING}/notice`, { below: 60 })).body, { below: 60 })
    assert.deepEqual((await bob.call('PUT', `${BILLING}/notice`, { below: 0 })).body, { below: 0 })
    // A lower balance has not crossed the threshold.
    assert.equal((await eve.call('PUT', `${BILLING}/notice`, { below: 30 })).status, 200)
    await spend(ada, 40)
    await spend(bob, 100)
    await spend(eve, 1)
    await noticesSent()
    assert.equal((await mailsTo(ada)).length, 1)
    assert.deepEqual([(await mailsTo(bob)).length, (await mailsTo(eve)).length], [0, 0])
    assert.deepEqual((await ada.call('PUT', `${BILLING}/notice`, { below: null })).body, { below: null })
    for (const below of [-1, 1.5, '5', 2_000_000_000, undefined]) {
      assert.equal((await ada.call('PUT', `${BILLING}/notice`, { below })).status, 400)
    }
  })
})

describe('billing without Stripe', () => {
  it('reports that no packs are sold, and the billing page of the operator if it has one', async () => {
    await using platen = await startPlaten({ environment: { BILLING_URL: 'https://example.com/credits' } })
    const ada = await platen.person()
    const { sellsCredits, externalUrl } = (await ada.call('GET', BILLING)).body
    assert.deepEqual([sellsCredits, externalUrl], [false, 'https://example.com/credits'])
    assert.equal((await ada.call('GET', `${BILLING}/packs`)).status, 404)
    const refused = await ada.call('POST', `${BILLING}/checkouts`, { priceId: 'price_small' })
    assert.equal(refused.status, 404)
    assert.match(refused.body.message, /Ask its operator to add credits/)
  })
})
