import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isOwnAddress, isPublicAddress } from './addresses.ts'

/** Where a request may be connected to: these very addresses, one of them, and no name any more. */
export interface Destination {
  addresses: string[]
  port: number
}

/** Why a request is not let out, or is ended. It never tells what a name resolves to. */
export type EgressReason =
  | 'unreadable'
  | 'network-off'
  | 'scheme'
  | 'user-name'
  | 'port'
  | 'host-name'
  | 'unresolved'
  | 'not-public'
  | 'upgrade'
  | 'unreachable'
  | 'too-large'
  | 'too-slow'

/** A request that is not let out. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal'
  readonly reason: EgressReason

  constructor(reason: EgressReason) {
    super(`The request is refused: ${reason}`)
    this.reason = reason
  }
}

/** All addresses of a host name. @throws, or answers none, when it has none. */
export type Resolve = (host: string) => Promise<string[]>

const PORTS = new Set([80, 443])
const RESOLVE_LIMIT_MS = 3_000
/** More are not tried, however many a name has. */
const ADDRESSES_MAX = 16
const HOST_LENGTH_MAX = 253
const LABEL = /^[a-z0-9_-]{1,63}$/

/**
 * Decides about one connection, with one look-up. A name is refused if any of its addresses is not public, so
 * that it makes no difference in which order they are answered.
 * @throws {EgressRefusal} with the reason.
 */
export async function admit(url: URL, resolve: Resolve): Promise<Destination> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressRefusal('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressRefusal('user-name')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!PORTS.has(port)) throw new EgressRefusal('port')
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await within(RESOLVE_LIMIT_MS, resolve(host)) : [host]
  if (addresses.length === 0) throw new EgressRefusal('unresolved')
  if (!addresses.every((address) => isPublicAddress(address) && !isOwnAddress(address))) {
    throw new EgressRefusal('not-public')
  }
  return { addresses: addresses.slice(0, ADDRESSES_MAX), port }
}

/** Asks the machine's name servers for IPv4 and IPv6; its own table of hosts is not looked at. */
export const resolveByDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: RESOLVE_LIMIT_MS, tries: 1 })
  // A name without addresses of one family is an error of that look-up.
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
}

/** What WHATWG has normalised: an address without brackets, or a name of plain labels without the last dot. */
function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return host
  const plain = host.length <= HOST_LENGTH_MAX && host.split('.').every((label) => LABEL.test(label))
  if (!plain) throw new EgressRefusal('host-name')
  return host
}

async function within(limitMs: number, looking: Promise<string[]>): Promise<string[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(reject, limitMs)
  try {
    return await Promise.race([looking, promise])
  } catch {
    throw new EgressRefusal('unresolved')
  } finally {
    clearTimeout(limit)
  }
}
