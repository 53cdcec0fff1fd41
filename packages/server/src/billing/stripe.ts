import { Stripe } from 'stripe'
import { Refusal } from '@platen/template/refusal'
import type { Log } from '../log.ts'

/** An amount of credits with a price. */
export interface CreditPack {
  /** Stripe's id of the price. */
  priceId: string
  /** The product's name. */
  name: string
  credits: number
  /** In the currency's smallest unit. */
  amount: number
  /** ISO 4217, in lower case. */
  currency: string
}

/** A payment for credits in its current state at Stripe. Amounts are in the currency's smallest unit. */
export interface Payment {
  paymentId: string
  /** Account that receives the credits. */
  userId: string
  credits: number
  amount: number
  currency: string
  /** Amount that was refunded. */
  refunded: number
  /** Amount that the payer's bank has taken back, or withholds until it decides the dispute. */
  disputed: number
  receiptUrl: string | null
  paidAt: Date
}

/** Sells credits through Stripe Checkout. */
export interface Payments {
  /**
   * Returns the packs for sale. Prices are up to 5 minutes old.
   * @throws {Refusal} `busy` when Stripe does not respond.
   */
  listPacks(): Promise<CreditPack[]>
  /**
   * Opens a payment page at Stripe for a pack.
   * @returns its URL.
   * @throws {Refusal} `invalid` when no pack has this price, `busy` when Stripe does not respond.
   */
  openCheckout(order: {
    priceId: string
    account: { userId: string; email: string }
    /** Pages to which Stripe sends the payer after the payment, and when the payer cancels. */
    returnTo: { paid: string; cancelled: string }
  }): Promise<string>
  /**
   * Verifies the signature of an event and parses it.
   * @returns the event's payment; `undefined` when the event does not concern a payment.
   * @throws {Refusal} `invalid` when the signature is not valid or is older than 5 minutes.
   */
  readEvent(body: Buffer, signature: string | undefined): { type: string; paymentId: string | undefined }
  /**
   * Fetches a payment from Stripe.
   * @returns `undefined` when the payment does not exist, is not paid, or is not for credits.
   * @throws {Refusal} `busy` when Stripe does not respond.
   */
  findPayment(paymentId: string): Promise<Payment | undefined>
}

export interface PaymentsOptions {
  secretKey: string
  /** Signing secret of the webhook endpoint. */
  webhookSecret: string
  packs: readonly { priceId: string; credits: number }[]
  log: Log
  /** Address of Stripe's API in tests. */
  api?: { protocol: 'http' | 'https'; host: string; port: number }
}

const LIMIT_MS = 10_000
const RETRIES = 2
const PRICES_KEPT_MS = 5 * 60_000
// Prices that could not be read are requested again soon.
const FAILED_KEPT_MS = 10_000
const SIGNATURE_AGE_SECONDS_MAX = 300
const DISPUTES_MAX = 100
const USER_ID = 'platen_user_id'
const CREDITS = 'platen_credits'

// Events after which the current state of the payment is fetched from Stripe.
const PAYMENT_EVENTS =
  /^(?:checkout\.session\.(?:completed|async_payment_succeeded)|refund\..+|charge\.refund.*|charge\.dispute\..+)$/

/** Creates the Stripe client. It sends no request before its first use. */
export function createPayments(options: PaymentsOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    ...options.api,
    timeout: LIMIT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Platen' },
  })
  let cache: { until: number; packs: Promise<CreditPack[]> } | undefined

  const payments: Payments = {
    async listPacks() {
      if (!cache || performance.now() > cache.until) {
        const packs = readPacks(stripe, options)
        const entry = { until: Infinity, packs }
        cache = entry
        packs.then(
          (loaded) => {
            const isComplete = loaded.length === options.packs.length
            entry.until = performance.now() + (isComplete ? PRICES_KEPT_MS : FAILED_KEPT_MS)
          },
          () => void (entry.until = 0),
        )
      }
      return await cache.packs
    },
    async openCheckout({ priceId, account, returnTo }) {
      const pack = (await payments.listPacks()).find((one) => one.priceId === priceId)
      if (!pack)
        throw new Refusal('invalid', 'This pack is not for sale. Reload the page and choose another.')
      const metadata = { [USER_ID]: account.userId, [CREDITS]: String(pack.credits) }
      const session = await withBusyErrors(
        stripe.checkout.sessions.create({
          mode: 'payment',
          line_items: [{ price: priceId, quantity: 1 }],
          client_reference_id: account.userId,
          customer_email: account.email,
          metadata,
          payment_intent_data: { metadata, description: `${pack.credits} credits` },
          success_url: returnTo.paid,
          cancel_url: returnTo.cancelled,
        }),
      )
      if (!session.url) throw new Error('Stripe created a checkout session without a URL')
      return session.url
    },
    readEvent(body, signature) {
      const event = verifyEvent(stripe, body, signature, options)
      const isAboutPayment = PAYMENT_EVENTS.test(event.type)
      return { type: event.type, paymentId: isAboutPayment ? paymentIdOf(event.data.object) : undefined }
    },
    async findPayment(paymentId) {
      const intent = await findOrUndefined(
        stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
      )
      const charge = intent?.latest_charge
      if (!intent || intent.status !== 'succeeded' || !charge || typeof charge === 'string') return undefined
      const { [USER_ID]: userId, [CREDITS]: credits = '' } = intent.metadata
      if (userId === undefined || !/^[1-9]\d{0,11}$/.test(credits)) return undefined
      return {
        paymentId,
        userId,
        credits: Number(credits),
        amount: intent.amount_received,
        currency: intent.currency,
        refunded: charge.amount_refunded,
        disputed: charge.disputed ? await amountDisputed(stripe, paymentId) : 0,
        receiptUrl: charge.receipt_url,
        paidAt: new Date(charge.created * 1000),
      }
    },
  }
  return payments
}

async function readPacks(stripe: Stripe, { packs, log }: PaymentsOptions): Promise<CreditPack[]> {
  const read = await Promise.all(
    packs.map(async ({ priceId, credits }) => {
      const price = await findOrUndefined(stripe.prices.retrieve(priceId, { expand: ['product'] }))
      const reason = reasonNotSold(price)
      if (reason !== undefined || !price) {
        log.error({ priceId }, `STRIPE_PACKS names a price that cannot be sold: ${reason}`)
        return undefined
      }
      const { product, currency, unit_amount: amount } = price
      const name = typeof product === 'string' || product.deleted ? `${credits} credits` : product.name
      return { priceId, name, credits, amount: amount ?? 0, currency }
    }),
  )
  return read.filter((pack) => pack !== undefined)
}

function reasonNotSold(price: Stripe.Price | undefined): string | undefined {
  if (!price) return 'Stripe has no price with this id'
  if (!price.active) return 'it is archived'
  if (price.type !== 'one_time') return 'it is for a subscription'
  if (!price.unit_amount || price.unit_amount < 1) return 'it has no amount in whole units of its currency'
  return undefined
}

function verifyEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  { webhookSecret, log }: PaymentsOptions,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, SIGNATURE_AGE_SECONDS_MAX)
  } catch (error) {
    // The sender of the event gets no details of the failed check.
    log.warn(
      { err: error },
      'rejected an event: its signature does not match STRIPE_WEBHOOK_SECRET or is older than 5 minutes',
    )
    throw new Refusal('invalid', 'The signature of this event is not valid or is older than 5 minutes.', {
      cause: error,
    })
  }
}

/** Returns the payment of a checkout session, charge, refund or dispute. */
function paymentIdOf(object: object): string | undefined {
  const intent = 'payment_intent' in object ? object.payment_intent : undefined
  if (typeof intent === 'string') return intent
  const id = typeof intent === 'object' && intent && 'id' in intent ? intent.id : undefined
  return typeof id === 'string' ? id : undefined
}

async function amountDisputed(stripe: Stripe, paymentId: string): Promise<number> {
  const { data } = await withBusyErrors(
    stripe.disputes.list({ payment_intent: paymentId, limit: DISPUTES_MAX }),
  )
  return data.filter(({ status }) => withholdsMoney(status)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns whether a dispute withholds money, for now or for good. A warning (inquiry) does not. */
function withholdsMoney(status: string): boolean {
  return status !== 'won' && status !== 'prevented' && !status.startsWith('warning_')
}

/**
 * Awaits a request to Stripe. Temporary failures become a `busy` refusal. Other failures are faults that the operator
 * must fix.
 */
async function withBusyErrors<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    // Wrapped, because the HTTP server would use the status of Stripe's error for its own answer.
    if (!isTemporary(error)) throw new Error('Stripe rejected the request', { cause: error })
    throw new Refusal('busy', 'Stripe does not respond at the moment. Please try again in a minute.', {
      retryAfter: 60,
      cause: error,
    })
  }
}

async function findOrUndefined<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await withBusyErrors(request)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing') return undefined
    throw error
  }
}

function isTemporary(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
  return (
    error instanceof StripeAPIError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError
  )
}
