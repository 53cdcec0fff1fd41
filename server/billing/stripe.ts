import { Stripe } from 'stripe'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'

/** An amount of credits with a price. */
export interface Pack {
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

/** Current state of a payment at Stripe. Amounts are in the currency's smallest unit. */
export interface Payment {
  paymentId: string
  /** The account that gets the credits. */
  userId: string
  credits: number
  amount: number
  currency: string
  /** Refunded part of the amount. */
  refunded: number
  /** Part that the payer's bank has charged back, or withholds until it decides. */
  disputed: number
  receiptUrl: string | null
  paidAt: Date
}

/** Sells credits through Stripe Checkout. */
export interface Payments {
  /**
   * Returns the packs with their prices, cached for some minutes.
   *
   * @throws {Refusal} `busy` when Stripe does not answer
   */
  packs(): Promise<Pack[]>
  /**
   * Creates a Stripe Checkout page for a pack.
   *
   * @returns its URL
   * @throws {Refusal} `invalid` for a price that is not sold, `busy` when Stripe does not answer
   */
  openCheckout(order: {
    priceId: string
    account: { userId: string; email: string }
    /** URLs to which Stripe redirects after the payment or its cancellation. */
    returnTo: { paid: string; left: string }
  }): Promise<string>
  /**
   * Verifies and parses a webhook event of Stripe.
   *
   * @returns the payment that it concerns; `undefined` when it concerns none
   * @throws {Refusal} `invalid` for a missing or wrong signature, or one that is more than five minutes old
   */
  readEvent(body: Buffer, signature: string | undefined): { type: string; paymentId: string | undefined }
  /**
   * Reads a payment from Stripe.
   *
   * @returns `undefined` when it is not paid, does not exist, or was not for credits
   * @throws {Refusal} `busy` when Stripe does not answer
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
// After a failure, prices are requested again soon.
const FAILED_KEPT_MS = 10_000
const SIGNATURE_AGE_SECONDS_MAX = 300
const DISPUTES_MAX = 100
const USER_ID = 'platen_user_id'
const CREDITS = 'platen_credits'

// Types of events after which a payment is read again.
const ABOUT_PAYMENTS =
  /^(?:checkout\.session\.(?:completed|async_payment_succeeded)|refund\..+|charge\.refund.*|charge\.dispute\..+)$/

/** Creates the shop. It sends no request to Stripe before the first use. */
export function createPayments(options: PaymentsOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    ...options.api,
    timeout: LIMIT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Platen' },
  })
  let known: { until: number; packs: Promise<Pack[]> } | undefined

  const shop: Payments = {
    async packs() {
      if (!known || performance.now() > known.until) {
        const packs = readPacks(stripe, options)
        const kept = { until: Infinity, packs }
        known = kept
        packs.then(
          (found) => {
            const isWhole = found.length === options.packs.length
            kept.until = performance.now() + (isWhole ? PRICES_KEPT_MS : FAILED_KEPT_MS)
          },
          () => void (kept.until = 0),
        )
      }
      return await known.packs
    },
    async openCheckout({ priceId, account, returnTo }) {
      const pack = (await shop.packs()).find((one) => one.priceId === priceId)
      if (!pack) throw new Refusal('invalid', 'This pack is not sold.')
      const metadata = { [USER_ID]: account.userId, [CREDITS]: String(pack.credits) }
      const session = await answered(
        stripe.checkout.sessions.create({
          mode: 'payment',
          line_items: [{ price: priceId, quantity: 1 }],
          client_reference_id: account.userId,
          customer_email: account.email,
          metadata,
          payment_intent_data: { metadata, description: `${pack.credits} credits` },
          success_url: returnTo.paid,
          cancel_url: returnTo.left,
        }),
      )
      if (!session.url) throw new Error('Stripe opened a checkout without an address')
      return session.url
    },
    readEvent(body, signature) {
      const event = verified(stripe, body, signature, options)
      const isAboutPayment = ABOUT_PAYMENTS.test(event.type)
      return { type: event.type, paymentId: isAboutPayment ? paymentIdOf(event.data.object) : undefined }
    },
    async findPayment(paymentId) {
      const intent = await found(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }))
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
  return shop
}

async function readPacks(stripe: Stripe, { packs, log }: PaymentsOptions): Promise<Pack[]> {
  const read = await Promise.all(
    packs.map(async ({ priceId, credits }) => {
      const price = await found(stripe.prices.retrieve(priceId, { expand: ['product'] }))
      const fault = whyNotSold(price)
      if (fault !== undefined || !price) {
        log.error({ priceId }, `STRIPE_PACKS names a price that cannot be sold: ${fault}`)
        return undefined
      }
      const { product, currency, unit_amount: amount } = price
      const name = typeof product === 'string' || product.deleted ? `${credits} credits` : product.name
      return { priceId, name, credits, amount: amount ?? 0, currency }
    }),
  )
  return read.filter((pack) => pack !== undefined)
}

function whyNotSold(price: Stripe.Price | undefined): string | undefined {
  if (!price) return 'Stripe has none with this id'
  if (!price.active) return 'it is archived'
  if (price.type !== 'one_time') return 'it is for a subscription'
  if (!price.unit_amount || price.unit_amount < 1) return 'it has no amount in whole units of its currency'
  return undefined
}

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  { webhookSecret, log }: PaymentsOptions,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, SIGNATURE_AGE_SECONDS_MAX)
  } catch (error) {
    // The sender gets no details.
    log.warn({ err: error }, 'an event is not signed with STRIPE_WEBHOOK_SECRET, or not just now')
    throw new Refusal('invalid', 'This is no event that Stripe has signed for this service just now.', {
      cause: error,
    })
  }
}

/** Returns the payment of a checkout, charge, refund or dispute. */
function paymentIdOf(object: object): string | undefined {
  const intent = 'payment_intent' in object ? object.payment_intent : undefined
  if (typeof intent === 'string') return intent
  const id = typeof intent === 'object' && intent && 'id' in intent ? intent.id : undefined
  return typeof id === 'string' ? id : undefined
}

async function amountDisputed(stripe: Stripe, paymentId: string): Promise<number> {
  const { data } = await answered(stripe.disputes.list({ payment_intent: paymentId, limit: DISPUTES_MAX }))
  return data.filter(({ status }) => hasMoney(status)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns true if the money of a dispute was withdrawn, for now or finally. A warning is only an inquiry. */
function hasMoney(status: string): boolean {
  return status !== 'won' && status !== 'prevented' && !status.startsWith('warning_')
}

/** Returns Stripe's answer. A temporary failure becomes a `Refusal`, any other a fault for the operator. */
async function answered<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    // Wrapped, because Stripe's error carries a status that is not the service's.
    if (!isPassing(error)) throw new Error('Stripe refused what it was asked', { cause: error })
    throw new Refusal('busy', 'Stripe gives no answer at the moment. Please try again in a minute.', {
      retryAfter: 60,
      cause: error,
    })
  }
}

async function found<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answered(request)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing') return undefined
    throw error
  }
}

function isPassing(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
  return (
    error instanceof StripeAPIError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError
  )
}
