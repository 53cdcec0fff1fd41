import { resolveDestination, type Destination, type Resolve } from '@platen/renderer/egress/destinations'
import { EgressRefusal } from '@platen/renderer/egress/refusals'
import { PUBLIC_EGRESS, type CompiledRules, compileRules } from '@platen/renderer/egress/rules'
import { Refusal } from '@platen/template/refusal'

/** Rules and DNS resolver that decide to which addresses webhooks may be sent. */
export interface WebhookPolicy {
  operator: CompiledRules
  resolve: Resolve
}

// Egress rules of accounts apply to templates only.
const NO_RULES = compileRules(PUBLIC_EGRESS)
const URL_LENGTH_MAX = 2_000

/**
 * Checks the destination of one delivery by the egress policy, with one DNS query. Events name documents and their
 * URLs, so a delivery needs HTTPS or a host on the operator's allowlist.
 * @throws {EgressRefusal}
 */
export async function resolveWebhookDestination(
  url: URL,
  { operator, resolve }: WebhookPolicy,
): Promise<Destination> {
  if (url.protocol === 'http:' && operator.mode === 'public') throw new EgressRefusal('not-encrypted')
  return await resolveDestination(url, { operator, account: NO_RULES, resolve })
}

/**
 * Checks the address of a webhook before it is stored. Each delivery repeats the check.
 * @returns the normalized address.
 * @throws {Refusal} `invalid`, with the reason as `detail`.
 */
export async function validateWebhookUrl(text: string, policy: WebhookPolicy): Promise<string> {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null
  try {
    if (!url) throw new EgressRefusal('unreadable')
    url.hash = ''
    await resolveWebhookDestination(url, policy)
    return url.href
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error
    throw new Refusal('invalid', `\`url\` cannot be used for a webhook: ${error.explanation}.`, {
      detail: error.explanation,
    })
  }
}
