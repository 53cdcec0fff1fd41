import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

// What the registries call unicast and is not anybody's to reach: Azure's wire server has such an address.
const REFUSED_V4 = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range))
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
// Protocol assignments, 6to4, direct delegation of AS112, documentation.
const REFUSED_V6 = ['2001::/23', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
)
const PRIVATE_RANGES = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Whether `address` is a public unicast address, as which alone a page may reach anything. What is not known
 * to be public is refused, every spelling of an IPv4 address inside an IPv6 one included.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !REFUSED_V4.some((range) => parsed.match(range))
  return parsed.match(PUBLIC_V6) && !REFUSED_V6.some((range) => parsed.match(range))
}

/** Whether `address` is in one of the ranges that are anybody's to use at home: RFC 1918, 4193 and 6598. */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && PRIVATE_RANGES.has(ipaddr.parse(address).range())
}

/** Whether `address` is one of this machine's own, under which the service itself may answer. */
export function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return own.some((entry) => entry.address === address)
}
