import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isOwnAddress, isPrivateAddress, isPublicAddress } from './addresses.ts'
import { EgressRefusal } from './refusals.ts'
import type { CompiledRules } from './rules.ts'

/** Addresses to which a request may connect. The name is not resolved again. */
export interface Destination {
  addresses: string[]
  port: number
}

/**
 * Returns all addresses of a host name.
 *
 * @throws an Error, or returns an empty array, when the name has no address
 */
export type Resolve = (host: string) => Promise<string[]>

/** Rules of the operator and of an account, and the resolver. A destination must satisfy both rules. */
export interface EgressPolicy {
  operator: CompiledRules
  account: CompiledRules
  resolve: Resolve
}

const PORTS = new Set([80, 443])
const RESOLVE_LIMIT_MS = 3_000
/** For the answer to a DNS query. An unanswered query is repeated once with twice this time. */
const QUERY_LIMIT_MS = 1_000
const QUERIES_MAX = 2
/** Further addresses of a name are not tried. */
const ADDRESSES_MAX = 16
const HOST_LENGTH_MAX = 253
const LABEL = /^[a-z0-9_-]{1,63}$/

/**
 * Resolves the host of a URL with one DNS look-up, and checks it against the rules. A name is rejected if any of its
 * addresses is, so the order of the answer does not matter.
 *
 * @throws {EgressRefusal} with the reason for which the rules block it
 */
export async function resolveDestination(
  url: URL,
  { operator, account, resolve }: EgressPolicy,
): Promise<Destination> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressRefusal('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressRefusal('user-name')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!PORTS.has(port)) throw new EgressRefusal('port')
  const host = hostOf(url)
  for (const rules of [operator, account]) checkName(rules, host)
  const addresses = isIP(host) === 0 ? await within(RESOLVE_LIMIT_MS, resolve(host)) : [host]
  if (addresses.length === 0) throw new EgressRefusal('unresolved')
  for (const address of addresses) checkAddress(operator, address)
  for (const { mode, allow } of [operator, account]) {
    const isListed = allow.hasName(host) || addresses.every((address) => allow.hasAddress(address))
    if (mode === 'allowlist' && !isListed) throw new EgressRefusal('not-allowed')
  }
  return { addresses: addresses.slice(0, ADDRESSES_MAX), port }
}

/**
 * Returns a function that queries name servers for IPv4 and IPv6 addresses. It does not read the machine's hosts file.
 *
 * @param servers addresses with ports; by default the machine's name servers
 * @param queryLimitMs time for the answer to the first query
 */
export function dnsResolver(servers?: readonly string[], queryLimitMs = QUERY_LIMIT_MS): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: queryLimitMs, tries: QUERIES_MAX })
    if (servers) resolver.setServers(servers)
    // A name without addresses of one family is an error of that query.
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return results.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  }
}

/** Queries the machine's name servers. */
export const resolveByDns = dnsResolver()

/** Returns the normalised host of a URL: an address without brackets, or a name without the trailing dot. */
export function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return host
  const isName = host.length <= HOST_LENGTH_MAX && host.split('.').every((label) => LABEL.test(label))
  if (!isName) throw new EgressRefusal('host-name')
  return host
}

/**
 * Checks a name before DNS: a rejected name is not resolved.
 *
 * @throws {EgressRefusal}
 */
function checkName({ mode, allow, deny }: CompiledRules, host: string): void {
  if (mode === 'none') throw new EgressRefusal('network-off')
  if (deny.hasName(host)) throw new EgressRefusal('not-allowed')
  if (mode === 'allowlist' && !allow.hasName(host) && !allow.hasRanges) throw new EgressRefusal('not-allowed')
}

/**
 * Allows public unicast addresses, and private ones that the operator lists. Addresses of this machine are never
 * allowed.
 *
 * @throws {EgressRefusal}
 */
function checkAddress({ mode, allow, deny }: CompiledRules, address: string): void {
  const isListed = () => mode === 'allowlist' && isPrivateAddress(address) && allow.hasAddress(address)
  const isAllowed =
    (isPublicAddress(address) || isListed()) && !isOwnAddress(address) && !deny.hasAddress(address)
  // The same text for every reason, so that it reveals nothing about internal names.
  if (!isAllowed) throw new EgressRefusal('not-public')
}

async function within(limitMs: number, lookup: Promise<string[]>): Promise<string[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(reject, limitMs)
  try {
    return await Promise.race([lookup, promise])
  } catch {
    throw new EgressRefusal('unresolved')
  } finally {
    clearTimeout(limit)
  }
}
