import { ConfigError, type Variables } from '@platen/renderer/config/variables'

/** Settings for the sale of credits. */
export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Packs: Stripe prices with their credits. */
  readonly packs: readonly { readonly priceId: string; readonly credits: number }[]
}

const STRIPE = {
  STRIPE_SECRET_KEY: { pattern: /^(?:sk|rk)_\w+$/, expected: 'use a secret key of Stripe: sk_… or rk_…' },
  STRIPE_WEBHOOK_SECRET: { pattern: /^whsec_\w+$/, expected: 'use a webhook signing secret: whsec_…' },
} as const

/**
 * Reads the Stripe settings. All three variables or none must be set, because a payment adds credits only with all three.
 * @throws {ConfigError} for a wrong or a missing value.
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
  const values = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PACKS: packs }
  const [[present] = [], [missing] = []] = [
    Object.entries(values).find(([, value]) => value !== undefined),
    Object.entries(values).find(([, value]) => value === undefined),
  ]
  if (present === undefined || missing === undefined) return undefined
  throw new ConfigError(missing, '', `${present} requires it`)
}

const PACKS_MAX = 20

function readPacks(text: string | undefined): StripeConfig['packs'] | undefined {
  if (text === undefined) return undefined
  const expected = `use up to ${PACKS_MAX} prices with their credits: price_abc:1000, price_def:10000`
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
