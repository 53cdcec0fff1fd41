import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

// Unicast in the registries, but not public: Azure's wire server has such an address.
const REFUSED_V4 = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range))
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
// Protocol assignments, 6to4, direct delegation of AS112, documentation.
const REFUSED_V6 = ['2001::/23', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
)
const PRIVATE_RANGES = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Returns true if `address` is a public unicast address. Addresses that are not known to be public are rejected, and so
 * is every spelling of a rejected IPv4 address in IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !REFUSED_V4.some((range) => parsed.match(range))
  return parsed.match(PUBLIC_V6) && !REFUSED_V6.some((range) => parsed.match(range))
}

/** Returns true if `address` is in a private range: RFC 1918, 4193 and 6598. */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && PRIVATE_RANGES.has(ipaddr.parse(address).range())
}

/** Returns true if `address` belongs to this machine, so that the service itself may answer on it. */
export function isOwnAddress(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return interfaces.some((entry) => entry.address === address)
}
