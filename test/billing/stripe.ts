import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { Overrides } from '../../packages/server/src/app.ts'

export const SECRET_KEY = 'sk_test_platen'
export const WEBHOOK_SECRET = 'whsec_platen'

/** Simulated Stripe: the parts of the API that the service uses, the checkout page and the events. */
export interface StripeServer extends AsyncDisposable {
  url: string
  /** Environment variables and the override that connect a service to this server. */
  environment: NodeJS.ProcessEnv
  overrides: Overrides
  /** Received requests. */
  calls: { method: string; path: string; form: Record<string, string>; headers: IncomingMessage['headers'] }[]
  prices: Map<string, object>
  sessions: Map<string, Session>
  intents: Map<string, Intent>
  disputes: { id: string; payment_intent: string; amount: number; status: string }[]
  /** Address of the service that receives the events. */
  tellAt(serviceUrl: string): void
  /** Pays a checkout session. @param settled `false` for a payment method with delayed settlement. */
  pay(sessionId: string, settled?: boolean): Intent
  /** Refunds a part of a payment. */
  refund(intent: Intent, amount: number): void
  /** Sends a signed event. */
  tell(type: string, object: object, sent?: Sent): Promise<number>
  /** Response to every request, while set. */
  failWith: { status: number; body: object } | undefined
}

interface Session {
  id: string
  object: 'checkout.session'
  url: string
  amount_total: number
  currency: string
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  form: Record<string, string>
}

interface Intent {
  id: string
  object: 'payment_intent'
  status: string
  amount_received: number
  currency: string
  metadata: Record<string, string>
  latest_charge: {
    id: string
    created: number
    amount_refunded: number
    disputed: boolean
    receipt_url: string
  }
}

/** Deviations of an event from a genuine one. */
interface Sent {
  secret?: string
  /** Unix time in seconds. */
  at?: number
  /** Applied after the event is signed. */
  body?: (signed: string) => string
  headers?: Record<string, string>
  id?: string
}

/** Starts the server on a free port. */
export async function startStripe(): Promise<StripeServer> {
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    })
  })
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const { port } = address
  let serviceUrl = ''

  const stripe: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    environment: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PACKS: 'price_small:1000, price_large:10000',
    },
    overrides: { stripeApi: { protocol: 'http', host: '127.0.0.1', port } },
    calls: [],
    prices: new Map([
      ['price_small', priceOf('price_small', 1_900, 'Small pack')],
      ['price_large', priceOf('price_large', 14_900, 'Large pack')],
    ]),
    sessions: new Map(),
    intents: new Map(),
    disputes: [],
    failWith: undefined,
    tellAt: (url) => void (serviceUrl = url),
    pay(sessionId, settled = true) {
      const session = stripe.sessions.get(sessionId)
      assert.ok(session)
      const id = session.payment_intent ?? `pi_${randomBytes(8).toString('hex')}`
      const intent: Intent = {
        id,
        object: 'payment_intent',
        status: settled ? 'succeeded' : 'processing',
        amount_received: settled ? session.amount_total : 0,
        currency: session.currency,
        metadata: nested(session.form, 'payment_intent_data[metadata]'),
        latest_charge: {
          id: `ch_${id}`,
          created: Math.floor(Date.now() / 1000),
          amount_refunded: 0,
          disputed: false,
          receipt_url: `https://pay.stripe.com/receipts/${id}`,
        },
      }
      stripe.intents.set(id, intent)
      session.payment_intent = id
      session.payment_status = settled ? 'paid' : 'unpaid'
      return intent
    },
    refund(intent, amount) {
      intent.latest_charge.amount_refunded += amount
    },
    async tell(type, object, sent = {}) {
      const event = {
        id: sent.id ?? `evt_${randomBytes(8).toString('hex')}`,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: Math.floor(Date.now() / 1000),
        type,
        data: { object },
      }
      const payload = JSON.stringify(event)
      const signature = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({
        payload,
        secret: sent.secret ?? WEBHOOK_SECRET,
        ...(sent.at !== undefined && { timestamp: sent.at }),
      })
      const response = await fetch(`${serviceUrl}/billing/stripe-webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          ...sent.headers,
        },
        body: sent.body ? sent.body(payload) : payload,
      })
      await response.arrayBuffer()
      return response.status
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return stripe

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', stripe.url)
    const body = new URLSearchParams(await text(request))
    if (pathname.startsWith('/pay/')) return await page(request, response, pathname.slice('/pay/'.length))
    const form = Object.fromEntries([...searchParams, ...body])
    stripe.calls.push({ method: request.method ?? '', path: pathname, form, headers: request.headers })
    const { status, body: payload } =
      stripe.failWith ??
      (request.headers.authorization === `Bearer ${SECRET_KEY}`
        ? replyTo(`${request.method} ${pathname}`, form)
        : failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
    response.end(JSON.stringify(payload))
  }

  function replyTo(call: string, form: Record<string, string>): { status: number; body: object } {
    const [, kind = '', id = ''] = /^GET \/v1\/(prices|payment_intents)\/(\w+)$/.exec(call) ?? []
    const object = kind === 'prices' ? stripe.prices.get(id) : stripe.intents.get(id)
    if (object) return { status: 200, body: object }
    if (call === 'POST /v1/checkout/sessions') return { status: 200, body: openSession(form) }
    if (call === 'GET /v1/disputes') {
      const data = stripe.disputes.filter((dispute) => dispute.payment_intent === form['payment_intent'])
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/disputes' } }
    }
    return failure(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `There is no ${call}`,
    })
  }

  function openSession(form: Record<string, string>): Session {
    const price = stripe.prices.get(form['line_items[0][price]'] ?? '')
    assert.ok(price && 'unit_amount' in price && 'currency' in price)
    const id = `cs_test_${randomBytes(8).toString('hex')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `${stripe.url}/pay/${id}`,
      amount_total: Number(price.unit_amount),
      currency: String(price.currency),
      payment_intent: null,
      payment_status: 'unpaid',
      form,
    }
    stripe.sessions.set(id, session)
    return session
  }

  /** Checkout page with one button, which sends the event and returns to the service. */
  async function page(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const session = stripe.sessions.get(id)
    if (!session) return void response.writeHead(404).end()
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(
        `<!doctype html><html lang="en"><title>Checkout</title><h1>Pay ${session.amount_total} ${session.currency}</h1>
<form method="post"><button>Pay</button></form><a href="${session.form['cancel_url']}">Back</a></html>`,
      )
    }
    stripe.pay(id)
    await stripe.tell('checkout.session.completed', session)
    response.writeHead(303, { location: session.form['success_url'] ?? '' }).end()
  }
}

function failure(status: number, error: object): { status: number; body: object } {
  return { status, body: { error } }
}

function priceOf(id: string, amount: number, name: string): object {
  const product = { id: `prod_${id}`, object: 'product', name, active: true }
  return {
    id,
    object: 'price',
    active: true,
    type: 'one_time',
    unit_amount: amount,
    currency: 'eur',
    product,
  }
}

function nested(form: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  )
}
