import { resolveDestination, type Destination, type Resolve } from '../egress/destinations.ts'
import { EgressRefusal } from '../egress/refusals.ts'
import { PUBLIC_EGRESS, type Rules, readRules } from '../egress/rules.ts'
import { Refusal } from '../errors.ts'

/** Egress policy of webhooks: the operator's rules and name resolution. */
export interface WebhookPolicy {
  operator: Rules
  resolve: Resolve
}

// An account's rules apply to its templates only.
const NO_RULES = readRules(PUBLIC_EGRESS)
const URL_LENGTH_MAX = 2_000

/**
 * Decides about one delivery by the egress policy, with one DNS look-up. Events contain URLs of documents, so they are
 * encrypted, or go to a host that the operator has listed.
 *
 * @throws {EgressRefusal}
 */
export async function admitWebhook(url: URL, { operator, resolve }: WebhookPolicy): Promise<Destination> {
  if (url.protocol === 'http:' && operator.mode === 'public') throw new EgressRefusal('not-encrypted')
  return await resolveDestination(url, { operator, account: NO_RULES, resolve })
}

/**
 * Validates a URL before it is stored. Each delivery validates it again.
 *
 * @returns the normalised URL
 * @throws {Refusal} `invalid`, with the reason as detail
 */
export async function readWebhookUrl(text: string, judges: WebhookPolicy): Promise<string> {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null
  try {
    if (!url) throw new EgressRefusal('unreadable')
    url.hash = ''
    await admitWebhook(url, judges)
    return url.href
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error
    throw new Refusal('invalid', `This address cannot be a webhook: ${error.explanation}.`, {
      detail: error.explanation,
    })
  }
}
