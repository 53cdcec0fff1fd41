import ipaddr from 'ipaddr.js'

// A client with one IPv6 address usually has its whole /64: four of eight groups.
const IPV6_GROUPS = 4

/** Returns the network of an address: the IPv4 address (also of an IPv4-mapped one), or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  // X-Forwarded-For may have any text.
  if (!ipaddr.isValid(address)) return 'no address'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':').slice(0, IPV6_GROUPS).join(':')
}
