import { Stripe } from 'stripe'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'

/** Credits at a price. */
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

/** What was paid for credits, as Stripe has it at the moment. Amounts are in the currency's smallest unit. */
export interface Payment {
  paymentId: string
  /** Whose credits they are. */
  userId: string
  credits: number
  amount: number
  currency: string
  /** How much of it was given back. */
  refunded: number
  /** How much of it the payer's bank has taken back, or holds until it has decided. */
  disputed: number
  receiptUrl: string | null
  paidAt: Date
}

/** Sells credits through Stripe Checkout. */
export interface Payments {
  /** What can be bought, with prices of the last minutes. @throws {Refusal} `busy` while Stripe gives no answer. */
  packs(): Promise<Pack[]>
  /**
   * Opens a page of Stripe's on which a pack is paid.
   * @returns its address.
   * @throws {Refusal} `invalid` for a price that is not sold, `busy` while Stripe gives no answer.
   */
  openCheckout(order: {
    priceId: string
    account: { userId: string; email: string }
    /** Where Stripe sends the payer, afterwards and when nothing was bought. */
    returnTo: { paid: string; left: string }
  }): Promise<string>
  /**
   * Reads what Stripe tells, if it is Stripe who does.
   * @returns the payment that it is about; undefined when it is about none.
   * @throws {Refusal} `invalid` for what is not signed, or was signed more than five minutes ago.
   */
  readEvent(body: Buffer, signature: string | undefined): { type: string; paymentId: string | undefined }
  /**
   * Asks Stripe for a payment.
   * @returns undefined for one that is not paid, is not there, or was not for credits.
   * @throws {Refusal} `busy` while Stripe gives no answer.
   */
  findPayment(paymentId: string): Promise<Payment | undefined>
}

export interface PaymentsOptions {
  secretKey: string
  /** Of the webhook's endpoint. */
  webhookSecret: string
  packs: readonly { priceId: string; credits: number }[]
  log: Log
  /** For tests: where Stripe's API stands otherwise. */
  api?: { protocol: 'http' | 'https'; host: string; port: number }
}

const LIMIT_MS = 10_000
const RETRIES = 2
const PRICES_KEPT_MS = 5 * 60_000
// Prices that could not be read are asked for again soon.
const FAILED_KEPT_MS = 10_000
const SIGNATURE_AGE_SECONDS_MAX = 300
const DISPUTES_MAX = 100
const USER_ID = 'platen_user_id'
const CREDITS = 'platen_credits'

// Something about a payment has become otherwise: what it is now, Stripe is asked.
const ABOUT_PAYMENTS =
  /^(?:checkout\.session\.(?:completed|async_payment_succeeded)|refund\..+|charge\.refund.*|charge\.dispute\..+)$/

/** Makes the shop; nothing is asked of Stripe before it is needed. */
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
    // Nothing of what was wrong is for whoever has sent it.
    log.warn({ err: error }, 'an event is not signed with STRIPE_WEBHOOK_SECRET, or not just now')
    throw new Refusal('invalid', 'This is no event that Stripe has signed for this service just now.', {
      cause: error,
    })
  }
}

/** What checkouts, charges, refunds and disputes have in common: the payment that they belong to. */
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

/** Whether the money of a dispute is gone, for now or for good. A warning is a question only. */
function hasMoney(status: string): boolean {
  return status !== 'won' && status !== 'prevented' && !status.startsWith('warning_')
}

/** Stripe's answer; what passes by itself is a refusal, what an operator has to see to is a fault. */
async function answered<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    // Not as it is: it carries a status, which is none of ours.
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
