import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '../egress/rules.ts'
import { Refusal } from '../errors.ts'

const HOSTS_MAX = 200
const NAME = /^[a-z]/i

/** What helpers of the account's templates take where a template names none, from the next print on. */
export interface Region {
  /** BCP 47: `de-AT`. */
  locale: string
  /** IANA: `Europe/Vienna`. */
  timeZone: string
}

/**
 * Sets the account's locale and time zone, spelled as they are usually spelled.
 * @throws {Refusal} `invalid` for one that is not known here.
 */
export async function setRegion(database: Database, accountId: string, region: Region): Promise<Region> {
  const known = { locale: readLocale(region.locale), timeZone: readTimeZone(region.timeZone) }
  await sql`
    update accounts set locale = ${known.locale}, time_zone = ${known.timeZone}
    where account_id = ${accountId}`.execute(database)
  return known
}

/** Says which hosts an account's templates may load from, from the next print on. */
export async function setEgressRules(
  database: Database,
  accountId: string,
  rules: EgressRules,
): Promise<void> {
  await sql`update accounts set egress = ${JSON.stringify(rules)} where account_id = ${accountId}`.execute(
    database,
  )
}

/** Rules as they are kept, of names as people write them. @throws {Refusal} `invalid`. */
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
    // Not spelled like a locale at all.
  }
  throw new Refusal('invalid', `"${text}" is not a locale such as "en" or "de-AT".`)
}

/**
 * A time zone's usual name, for a name that is known here.
 * @throws {Refusal} `invalid`, also for a difference such as `+02:00`: PostgreSQL counts those the other way round.
 */
export function readTimeZone(text: string): string {
  try {
    if (!NAME.test(text)) throw new RangeError('It is no name')
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch (error) {
    throw new Refusal('invalid', `"${text}" is not a time zone such as "Europe/Vienna".`, { cause: error })
  }
}
