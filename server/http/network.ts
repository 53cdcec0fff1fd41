import ipaddr from 'ipaddr.js'

// Whoever has one IPv6 address has a /64 of them: four groups of eight.
const IPV6_GROUPS = 4

/** What stands for whoever calls from `address`: an IPv4 address, also one written as IPv6, or an IPv6 address's /64. */
export function networkOf(address: string): string {
  // What a proxy wrote into X-Forwarded-For need not be an address.
  if (!ipaddr.isValid(address)) return 'no address'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':').slice(0, IPV6_GROUPS).join(':')
}
