import { resolveDestination, type Destination, type Resolve } from '../egress/destinations.ts'
import { EgressRefusal } from '../egress/refusals.ts'
import { PUBLIC_EGRESS, type Rules, readRules } from '../egress/rules.ts'
import { Refusal } from '../errors.ts'

/** Where webhooks may be sent: what the operator's rules say, and how names are looked up. */
export interface WebhookPolicy {
  operator: Rules
  resolve: Resolve
}

// A webhook has no rules of its account's own: those are for templates.
const NO_RULES = readRules(PUBLIC_EGRESS)
const URL_LENGTH_MAX = 2_000

/**
 * Decides about one delivery, by the judge that templates have, with one look-up. What is sent names documents
 * and where they can be fetched, so it goes encrypted, or to a host that the operator has listed.
 * @throws {EgressRefusal}
 */
export async function admitWebhook(url: URL, { operator, resolve }: WebhookPolicy): Promise<Destination> {
  if (url.protocol === 'http:' && operator.mode === 'public') throw new EgressRefusal('not-encrypted')
  return await resolveDestination(url, { operator, account: NO_RULES, resolve })
}

/**
 * Looks at an address before it is kept, as it will be looked at again before each delivery.
 * @returns the address, spelled as it will be used.
 * @throws {Refusal} `invalid`, with the reason as detail.
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
    throw new Refusal('invalid', `This address cannot be a webhook: ${error.told}.`, { detail: error.told })
  }
}
