import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { listLedger } from '../../packages/server/src/billing/ledger.ts'
import { checkStripe } from '../../packages/server/src/commands/doctor.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { type Caller, type Platen, send, startPlaten } from '../harness.ts'
import { SECRET_KEY, startStripe, type StripeServer } from './stripe.ts'

const RETURN_TO = { paid: 'http://localhost/billing?paid=1', cancelled: 'http://localhost/billing' }

describe('a payment', () => {
  let stripe: StripeServer
  let platen: Platen
  before(async () => {
    stripe = await startStripe()
    platen = await startPlaten(stripe)
    stripe.tellAt(platen.url)
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
    await stripe[Symbol.asyncDispose]()
  })

  const shop = () => {
    assert.ok(platen.app.services.payments)
    return platen.app.services.payments
  }
  const checkout = async (caller: Caller, priceId = 'price_small') => {
    const url = await shop().openCheckout({ priceId, account: caller, returnTo: RETURN_TO })
    const session = stripe.sessions.get(url.split('/').at(-1) ?? '')
    assert.ok(session)
    return session
  }
  const buy = async (caller: Caller, priceId?: string) => {
    const session = await checkout(caller, priceId)
    const intent = stripe.pay(session.id)
    assert.equal(await stripe.tell('checkout.session.completed', session), 200)
    return { session, intent }
  }
  const creditsOf = async (caller: Caller) => (await caller.credits()).credits
  const entriesOf = async ({ accountId }: Caller) => {
    const { rows: entries } = await listLedger(platen.app.services.database, {
      accountId,
      limit: 50,
    })
    return entries.map(({ kind, credits, balance }) => [kind, credits, balance])
  }

  it("starts with a checkout session, as Stripe's library sends it", async () => {
    const caller = await platen.account()
    assert.deepEqual(await shop().listPacks(), [
      { priceId: 'price_small', name: 'Small pack', credits: 1_000, amount: 1_900, currency: 'eur' },
      { priceId: 'price_large', name: 'Large pack', credits: 10_000, amount: 14_900, currency: 'eur' },
    ])
    await checkout(caller, 'price_large')
    const call = stripe.calls.at(-1)
    assert.deepEqual([call?.method, call?.path], ['POST', '/v1/checkout/sessions'])
    assert.equal(call?.headers.authorization, `Bearer ${SECRET_KEY}`)
    assert.match(String(call?.headers['idempotency-key']), /^stripe-node-retry-/)
    assert.deepEqual(call?.form, {
      mode: 'payment',
      'line_items[0][price]': 'price_large',
      'line_items[0][quantity]': '1',
      client_reference_id: caller.userId,
      customer_email: caller.email,
      'metadata[platen_user_id]': caller.userId,
      'metadata[platen_credits]': '10000',
      'payment_intent_data[metadata][platen_user_id]': caller.userId,
      'payment_intent_data[metadata][platen_credits]': '10000',
      'payment_intent_data[description]': '10000 credits',
      success_url: RETURN_TO.paid,
      cancel_url: RETURN_TO.cancelled,
    })
    // Prices are cached for 5 minutes.
    assert.equal(stripe.calls.filter(({ path }) => path.startsWith('/v1/prices')).length, 2)
    const other = shop().openCheckout({ priceId: 'price_other', account: caller, returnTo: RETURN_TO })
    await assert.rejects(other, (error) => error instanceof Refusal && error.kind === 'invalid')
  })

  it('adds its credits once, also when Stripe sends its events repeatedly and concurrently', async () => {
    const caller = await platen.account()
    const { session, intent } = await buy(caller)
    assert.equal(await creditsOf(caller), 1_010)
    const again = Array.from({ length: 8 }, (_, index) =>
      stripe.tell(
        index % 2 === 0 ? 'checkout.session.completed' : 'checkout.session.async_payment_succeeded',
        session,
        index < 4 ? { id: 'evt_same' } : {},
      ),
    )
    assert.deepEqual(new Set(await Promise.all(again)), new Set([200]))
    assert.deepEqual(await entriesOf(caller), [
      ['purchase', 1_000, 1_010],
      ['welcome', 10, 10],
    ])
    const { rows } = await sql<{ receipt: string }>`
      select receipt_url as receipt from payments where payment_id = ${intent.id}`.execute(
      platen.app.services.database,
    )
    assert.equal(rows[0]?.receipt, `https://pay.stripe.com/receipts/${intent.id}`)
  })

  it('adds its credits after a delayed settlement', async () => {
    const caller = await platen.account()
    const session = await checkout(caller)
    const intent = stripe.pay(session.id, false)
    assert.equal(await stripe.tell('checkout.session.completed', session), 200)
    assert.equal(await creditsOf(caller), 10)
    stripe.pay(session.id)
    assert.equal(await stripe.tell('checkout.session.async_payment_succeeded', session), 200)
    assert.equal(await creditsOf(caller), 1_010)
    assert.equal(stripe.intents.get(intent.id)?.status, 'succeeded')
  })

  it('deducts the share of each refund, also when events arrive out of order', async () => {
    const caller = await platen.account()
    const session = await checkout(caller)
    const intent = stripe.pay(session.id)
    stripe.refund(intent, 633)
    // The event of the refund arrives before that of the purchase.
    assert.equal(
      await stripe.tell('charge.refunded', { ...intent.latest_charge, payment_intent: intent.id }),
      200,
    )
    // 633 of 1,900 correspond to 333.16 of 1,000 credits.
    assert.equal(await creditsOf(caller), 10 + 1_000 - 333)
    assert.equal(await stripe.tell('checkout.session.completed', session), 200)
    assert.equal(await creditsOf(caller), 677)
    stripe.refund(intent, 1_267)
    const refund = { id: 're_1', object: 'refund', payment_intent: { id: intent.id } }
    await Promise.all(
      ['refund.created', 'refund.updated', 'charge.refund.updated'].map((type) => stripe.tell(type, refund)),
    )
    assert.equal(await creditsOf(caller), 10)
    assert.deepEqual(await entriesOf(caller), [
      ['refund', -667, 10],
      ['refund', -333, 677],
      ['purchase', 1_000, 1_010],
      ['welcome', 10, 10],
    ])
    // A bank can reject a refund. Then the amount counts as paid again.
    stripe.refund(intent, -1_267)
    assert.equal(await stripe.tell('refund.failed', refund), 200)
    assert.equal(await creditsOf(caller), 677)
  })

  it('loses all credits in a dispute, also below zero, and gets them back when the dispute is won', async () => {
    const caller = await platen.account()
    const { intent } = await buy(caller)
    const templateId = await caller.upload('<p>{{n}}</p>')
    assert.equal(
      (
        await caller.generate(
          templateId,
          Array.from({ length: 11 }, () => ({})),
        )
      ).status,
      200,
    )
    const dispute = { id: 'du_1', payment_intent: intent.id, amount: 1_900, status: 'warning_needs_response' }
    stripe.disputes.push(dispute)
    intent.latest_charge.disputed = true
    assert.equal(await stripe.tell('charge.dispute.created', dispute), 200)
    assert.equal(await creditsOf(caller), 999, 'a question of the bank takes nothing')
    dispute.status = 'needs_response'
    assert.equal(await stripe.tell('charge.dispute.funds_withdrawn', dispute), 200)
    assert.equal(await creditsOf(caller), -1)
    const refused = await caller.generate(templateId, {})
    assert.equal(refused.status, 402)
    assert.equal(refused.body.error, 'INSUFFICIENT_CREDITS')
    assert.match(refused.body.message, /needs 1 credit and -1 are left.*\/billing\.$/)
    dispute.status = 'won'
    for (let times = 0; times < 2; times += 1) {
      assert.equal(await stripe.tell('charge.dispute.closed', dispute), 200)
    }
    assert.equal(await creditsOf(caller), 999)
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })

  it('never deducts more than it added, for refunds and disputes together', async () => {
    const caller = await platen.account()
    const { intent } = await buy(caller)
    stripe.refund(intent, 1_000)
    const dispute = { id: 'du_2', payment_intent: intent.id, amount: 1_900, status: 'lost' }
    stripe.disputes.push(dispute)
    intent.latest_charge.disputed = true
    assert.equal(await stripe.tell('charge.dispute.closed', dispute), 200)
    assert.equal(await creditsOf(caller), 10)
    assert.deepEqual(
      (await entriesOf(caller))
        .slice(0, 2)
        .map(([kind]) => kind)
        .toSorted(),
      ['dispute', 'refund'],
    )
  })

  it('keeps the newest state that was read from Stripe', async () => {
    const caller = await platen.account()
    const { session, intent } = await buy(caller)
    const { rows } = await sql<{ last: number }>`select last_value as last from payment_reads`.execute(
      platen.app.services.database,
    )
    stripe.refund(intent, 1_900)
    await sql`update payments set read_number = ${(rows[0]?.last ?? 0) + 1_000} where payment_id = ${intent.id}`.execute(
      platen.app.services.database,
    )
    assert.equal(await stripe.tell('checkout.session.completed', session), 200)
    assert.equal(await creditsOf(caller), 1_010)
  })

  it('is ignored when it is not for credits, and so are events about other objects', async () => {
    const foreign = { payment_intent: 'pi_foreign' }
    assert.equal(await stripe.tell('charge.refunded', foreign), 200)
    const session = await checkout(await platen.account())
    const intent = stripe.pay(session.id)
    intent.metadata = { platen_user_id: 'local_00000000-0000-4000-8000-000000000000', platen_credits: '1000' }
    assert.equal(await stripe.tell('checkout.session.completed', session), 200, 'the account does not exist')
    intent.metadata = {}
    assert.equal(await stripe.tell('checkout.session.completed', session), 200, 'it was not for credits')
    const before = stripe.calls.length
    assert.equal(await stripe.tell('invoice.paid', { payment_intent: intent.id }), 200)
    assert.equal(await stripe.tell('charge.refunded', { payment_intent: null }), 200)
    assert.equal(stripe.calls.length, before, 'no request is sent to Stripe')
  })

  it('is booked only for events with a valid signature that is at most 5 minutes old', async () => {
    const caller = await platen.account()
    const session = await checkout(caller)
    stripe.pay(session.id)
    const now = Math.floor(Date.now() / 1000)
    const type = 'checkout.session.completed'
    const before = stripe.calls.length
    assert.equal(await stripe.tell(type, session, { secret: 'whsec_other' }), 400)
    assert.equal(await stripe.tell(type, session, { at: now - 301 }), 400)
    assert.equal(await stripe.tell(type, session, { body: (signed) => `${signed} ` }), 400)
    assert.equal(await stripe.tell(type, session, { body: () => '' }), 400)
    assert.equal(await stripe.tell(type, session, { headers: { 'stripe-signature': '' } }), 400)
    assert.equal(await stripe.tell(type, session, { headers: { 'content-type': 'text/plain' } }), 415)
    const unsigned = await send(`${platen.url}/billing/stripe-webhook`, 'POST', {
      type,
      data: { object: session },
    })
    assert.equal(unsigned.status, 400)
    assert.deepEqual(Object.keys(unsigned.body), ['message'])
    const large = await send(`${platen.url}/billing/stripe-webhook`, 'POST', 'x'.repeat(1_100_000))
    assert.equal(large.status, 413)
    assert.equal((await send(`${platen.url}/billing/stripe-webhook`, 'PUT', {})).status, 405)
    assert.equal(stripe.calls.length, before)
    assert.equal(await creditsOf(caller), 10)
    assert.equal(await stripe.tell(type, session, { at: now - 280 }), 200)
    assert.equal(await creditsOf(caller), 1_010)
  })

  it('is booked when Stripe repeats an event after an outage', async () => {
    const caller = await platen.account()
    const session = await checkout(caller)
    stripe.pay(session.id)
    stripe.failWith = { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
    assert.equal(await stripe.tell('checkout.session.completed', session), 503)
    await assert.rejects(
      shop().openCheckout({ priceId: 'price_small', account: caller, returnTo: RETURN_TO }),
      (error) => error instanceof Refusal && error.kind === 'busy',
    )
    // A wrong key is a fault that the operator must fix.
    stripe.failWith = {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid key' } },
    }
    assert.equal(await stripe.tell('checkout.session.completed', session), 500)
    stripe.failWith = undefined
    assert.equal(await creditsOf(caller), 10)
    assert.equal(await stripe.tell('checkout.session.completed', session), 200)
    assert.equal(await creditsOf(caller), 1_010)
  })
})

describe('packs', () => {
  it('are left out while Stripe cannot sell them, and checked again later', async () => {
    await using stripe = await startStripe()
    const wrong = { type: 'recurring', active: true, unit_amount: 1 }
    stripe.prices.set('price_small', { ...stripe.prices.get('price_small'), ...wrong })
    stripe.prices.delete('price_large')
    await using platen = await startPlaten(stripe)
    const { payments } = platen.app.services
    assert.deepEqual(await payments?.listPacks(), [])
  })

  it('are checked by platen doctor', async () => {
    await using stripe = await startStripe()
    const config = readConfig(stripe.environment).stripe
    const { stripeApi: api } = stripe.overrides
    assert.ok(config && api)
    assert.deepEqual(await checkStripe(config, { api }), { detail: '2 credit packs are on sale' })
    stripe.prices.delete('price_large')
    await assert.rejects(checkStripe(config, { api }), /^Error: Stripe cannot sell price_large\.$/)
    const { STRIPE_SECRET_KEY: _, ...others } = stripe.environment
    const wrong = readConfig({ ...others, STRIPE_SECRET_KEY: 'sk_test_wrong' }).stripe
    assert.ok(wrong)
    await assert.rejects(checkStripe(wrong, { api }), /^Error: Stripe rejected the request$/)
  })

  it('are not available without a Stripe key, and neither is the webhook endpoint', async () => {
    await using platen = await startPlaten()
    assert.equal(platen.app.services.payments, undefined)
    // The answer of any unknown address.
    assert.equal((await send(`${platen.url}/billing/stripe-webhook`, 'POST', {})).status, 405)
  })
})
