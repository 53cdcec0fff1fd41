import { ConfigError, type Variables } from './variables.ts'

/** Settings of the sale of credits. */
export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Stripe's prices and the credits that each buys. */
  readonly packs: readonly { readonly priceId: string; readonly credits: number }[]
}

const STRIPE = {
  STRIPE_SECRET_KEY: { pattern: /^(?:sk|rk)_\w+$/, expected: 'it takes a key of Stripe: sk_… or rk_…' },
  STRIPE_WEBHOOK_SECRET: { pattern: /^whsec_\w+$/, expected: 'it takes a webhook’s secret: whsec_…' },
} as const

/**
 * Reads the settings of Stripe. All three are required together: with one missing, a payment might add no credits.
 *
 * @throws {ConfigError} for an invalid value, and for a missing one
 */
export function readStripe(variables: Variables): StripeConfig | undefined {
  const secret = (name: keyof typeof STRIPE) => {
    const value = variables.text(name)
    if (value === undefined || STRIPE[name].pattern.test(value)) return value
    throw new ConfigError(name, '…', STRIPE[name].expected)
  }
  const secretKey = secret('STRIPE_SECRET_KEY')
  const webhookSecret = secret('STRIPE_WEBHOOK_SECRET')
  const packs = readPacks(variables.text('STRIPE_PACKS'))
  if (secretKey !== undefined && webhookSecret !== undefined && packs !== undefined) {
    return { secretKey, webhookSecret, packs }
  }
  const given = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PACKS: packs }
  const [[present] = [], [missing] = []] = [
    Object.entries(given).find(([, value]) => value !== undefined),
    Object.entries(given).find(([, value]) => value === undefined),
  ]
  if (present === undefined || missing === undefined) return undefined
  throw new ConfigError(missing, '', `${present} does not work without it`)
}

const PACKS_MAX = 20

function readPacks(text: string | undefined): StripeConfig['packs'] | undefined {
  if (text === undefined) return undefined
  const expected = `it takes up to ${PACKS_MAX} prices with their credits: price_abc:1000, price_def:10000`
  const packs = text.split(',').map((part) => {
    const [, priceId, credits] = /^(price_\w+):([1-9]\d{0,8})$/.exec(part.trim()) ?? []
    if (priceId === undefined) throw new ConfigError('STRIPE_PACKS', part.trim(), expected)
    return { priceId, credits: Number(credits) }
  })
  if (packs.length <= PACKS_MAX && new Set(packs.map(({ priceId }) => priceId)).size === packs.length) {
    return packs
  }
  throw new ConfigError('STRIPE_PACKS', text, `${expected}, each once`)
}
