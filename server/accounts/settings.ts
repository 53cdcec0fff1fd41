import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '../egress/rules.ts'
import { Refusal } from '../errors.ts'

const HOSTS_MAX = 200
const NAME = /^[a-z]/i

/** Defaults for helpers of the account's templates, from the next print on. */
export interface Region {
  /** BCP 47: `de-AT`. */
  locale: string
  /** IANA: `Europe/Vienna`. */
  timeZone: string
}

/**
 * Sets the account's locale and time zone in their canonical spelling.
 *
 * @throws {Refusal} `invalid` for an unknown one
 */
export async function setRegion(database: Database, accountId: string, region: Region): Promise<Region> {
  const known = { locale: readLocale(region.locale), timeZone: readTimeZone(region.timeZone) }
  await sql`
    update accounts set locale = ${known.locale}, time_zone = ${known.timeZone}
    where account_id = ${accountId}`.execute(database)
  return known
}

/** Sets the hosts that an account's templates may load from, from the next print on. */
export async function setEgressRules(
  database: Database,
  accountId: string,
  rules: EgressRules,
): Promise<void> {
  await sql`update accounts set egress = ${JSON.stringify(rules)} where account_id = ${accountId}`.execute(
    database,
  )
}

/**
 * Parses rules from user input.
 *
 * @throws {Refusal} `invalid`
 */
export function readEgressRules(written: {
  mode: string
  allow: readonly string[]
  deny: readonly string[]
}): EgressRules {
  const mode = EGRESS_MODES.find((name) => name === written.mode)
  if (!mode) throw new Refusal('invalid', `mode must be one of ${EGRESS_MODES.join(', ')}.`)
  if (written.allow.length > 0 && mode !== 'allowlist') {
    throw new Refusal('invalid', 'allow is only for the mode "allowlist".')
  }
  return { mode, allow: readHosts('allow', written.allow), deny: readHosts('deny', written.deny) }
}

function readHosts(field: string, names: readonly string[]): string[] {
  if (names.length > HOSTS_MAX) throw new Refusal('invalid', `${field} may hold at most ${HOSTS_MAX} hosts.`)
  const entries = names.map((name) => {
    const entry = hostEntry(name.trim())
    if (entry !== undefined) return entry
    throw new Refusal('invalid', `${field} takes host names, and *.names for all below one, not "${name}".`)
  })
  return [...new Set(entries)]
}

function readLocale(text: string): string {
  try {
    const [locale] = Intl.NumberFormat.supportedLocalesOf(text)
    if (locale !== undefined) return locale
  } catch {
    // Not the syntax of a locale.
  }
  throw new Refusal('invalid', `"${text}" is not a locale such as "en" or "de-AT".`)
}

/**
 * Returns the canonical name of a time zone.
 *
 * @throws {Refusal} `invalid` for an unknown name, and for offsets such as `+02:00`, whose sign PostgreSQL inverts
 */
export function readTimeZone(text: string): string {
  try {
    if (!NAME.test(text)) throw new RangeError('It is no name')
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch (error) {
    throw new Refusal('invalid', `"${text}" is not a time zone such as "Europe/Vienna".`, { cause: error })
  }
}
