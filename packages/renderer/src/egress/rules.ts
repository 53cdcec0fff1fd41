import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export const EGRESS_MODES = ['public', 'allowlist', 'none'] as const

/** Hosts that pages may load from. A page must satisfy the operator's rules and its account's. */
export interface EgressRules {
  /** `public`: any host with public addresses; `allowlist`: of these, the hosts in `allow`; `none`: no host. */
  mode: (typeof EGRESS_MODES)[number]
  /** Host names; `*.example.com` for every name below one. The operator may list address ranges too. */
  allow: readonly string[]
  /** Same syntax. Takes precedence over `allow`. */
  deny: readonly string[]
}

/** The rules of an account without rules. */
export const PUBLIC_EGRESS: EgressRules = { mode: 'public', allow: [], deny: [] }

/** Rules in a form that is quick to evaluate. */
export interface CompiledRules {
  mode: EgressRules['mode']
  allow: Hosts
  deny: Hosts
}

interface Hosts {
  hasName(host: string): boolean
  hasAddress(address: string): boolean
  hasRanges: boolean
}

type Range = ReturnType<typeof ipaddr.parseCIDR>

const NAME = /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/
const NAME_LENGTH_MAX = 253

/** Compiles rules for many requests. Entries have the form of `hostEntry` and `rangeEntry`. */
export function compileRules({ mode, allow, deny }: EgressRules): CompiledRules {
  return { mode, allow: readHosts(allow), deny: readHosts(deny) }
}

/** Returns the rules with the hosts of these URLs denied as well. */
export function withDeniedHosts(rules: EgressRules, urls: string[]): EgressRules {
  const hosts = urls.map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
  const entries = hosts
    .map((host) => rangeEntry(host) ?? hostEntry(host))
    .filter((entry) => entry !== undefined)
  return { ...rules, deny: [...rules.deny, ...entries] }
}

/** Returns the normalised form of an entry for a host, or for all names below one; `undefined` when it is neither. */
export function hostEntry(text: string): string | undefined {
  const wildcard = text.startsWith('*.') ? '*.' : ''
  const spelled = text.slice(wildcard.length)
  // A URL parser normalises names like requests do: lower case, and Punycode for other alphabets.
  const host = /[/\\?#@:%[\]]/.test(spelled) ? undefined : URL.parse(`http://${spelled}`)?.hostname
  const name = host?.replace(/\.$/, '')
  const isName = name !== undefined && name.length <= NAME_LENGTH_MAX && NAME.test(name) && isIP(name) === 0
  return isName ? wildcard + name : undefined
}

/** Returns an entry for an address or a range (`10.1.0.0/16`) as a range; `undefined` when it is neither. */
export function rangeEntry(text: string): string | undefined {
  if (isIP(text) !== 0 && !text.includes('%')) return `${text}/${isIP(text) === 4 ? 32 : 128}`
  const [address = '', bits] = text.split('/')
  return isIP(address) !== 0 && !address.includes('%') && bits !== undefined && ipaddr.isValidCIDR(text)
    ? text
    : undefined
}

function readHosts(entries: readonly string[]): Hosts {
  const ranges: Range[] = entries
    .filter((entry) => entry.includes('/'))
    .map((entry) => ipaddr.parseCIDR(entry))
  const names = new Set(entries.filter((entry) => !entry.includes('/')))
  return {
    hasRanges: ranges.length > 0,
    hasName: (host) => names.has(host) || parentsOf(host).some((parent) => names.has(`*.${parent}`)),
    hasAddress(address) {
      const parsed = ipaddr.parse(address)
      return ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
    },
  }
}

/** `a.b.c` → `b.c`, `c`. */
function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}
