import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '@platen/renderer/egress/rules'
import { Refusal } from '@platen/template/refusal'

const HOSTS_MAX = 200
const NAME = /^[a-z]/i

/** Default locale and time zone of the helpers in the account's templates. Changes apply from the next render on. */
export interface Region {
  /** BCP 47: `de-AT`. */
  locale: string
  /** IANA: `Europe/Vienna`. */
  timeZone: string
}

/**
 * Sets the account's locale and time zone.
 * @returns both in their canonical spelling.
 * @throws {Refusal} `invalid` for an unknown locale or time zone.
 */
export async function setRegion(database: Database, accountId: string, region: Region): Promise<Region> {
  const canonical = { locale: parseLocale(region.locale), timeZone: parseTimeZone(region.timeZone) }
  await sql`
    update accounts set locale = ${canonical.locale}, time_zone = ${canonical.timeZone}
    where account_id = ${accountId}`.execute(database)
  return canonical
}

/** Sets whether the request log keeps the bodies of the account's calls. */
export async function setKeepsRequestBodies(
  database: Database,
  accountId: string,
  keepsBodies: boolean,
): Promise<void> {
  await sql`
    update accounts set keeps_request_bodies = ${keepsBodies} where account_id = ${accountId}`.execute(
    database,
  )
}

/** Sets the hosts that an account's templates may load from. Changes apply from the next render on. */
export async function setEgressRules(
  database: Database,
  accountId: string,
  rules: EgressRules,
): Promise<void> {
  await sql`update accounts set egress = ${JSON.stringify(rules)} where account_id = ${accountId}`.execute(
    database,
  )
}

/** Parses and normalizes egress rules. @throws {Refusal} `invalid`. */
export function parseEgressRules(input: {
  mode: string
  allow: readonly string[]
  deny: readonly string[]
}): EgressRules {
  const mode = EGRESS_MODES.find((name) => name === input.mode)
  if (!mode) throw new Refusal('invalid', `\`mode\` must be one of ${EGRESS_MODES.join(', ')}.`)
  if (input.allow.length > 0 && mode !== 'allowlist') {
    throw new Refusal('invalid', '`allow` is only valid with the mode "allowlist".')
  }
  return { mode, allow: parseHosts('allow', input.allow), deny: parseHosts('deny', input.deny) }
}

function parseHosts(field: string, names: readonly string[]): string[] {
  if (names.length > HOSTS_MAX)
    throw new Refusal('invalid', `\`${field}\` may contain at most ${HOSTS_MAX} hosts.`)
  const entries = names.map((name) => {
    const entry = hostEntry(name.trim())
    if (entry !== undefined) return entry
    throw new Refusal(
      'invalid',
      `\`${field}\` must contain host names such as example.com or *.example.com, not "${name}".`,
    )
  })
  return [...new Set(entries)]
}

function parseLocale(text: string): string {
  try {
    const [locale] = Intl.NumberFormat.supportedLocalesOf(text)
    if (locale !== undefined) return locale
  } catch {
    // Not a well-formed language tag.
  }
  throw new Refusal('invalid', `\`locale\` must be a language tag such as "en" or "de-AT", not "${text}".`)
}

/**
 * Returns the canonical name of a time zone.
 * @throws {Refusal} `invalid` for an unknown name, and for an offset such as `+02:00`, because PostgreSQL reads its
 * sign the other way round.
 */
export function parseTimeZone(text: string): string {
  try {
    if (!NAME.test(text)) throw new RangeError('Not a name')
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch (error) {
    throw new Refusal('invalid', `\`timeZone\` must be a name such as "Europe/Vienna", not "${text}".`, {
      cause: error,
    })
  }
}
