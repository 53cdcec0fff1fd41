const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns true when an origin is the origin of the service. All names of this machine (loopback) are equal. */
export function isOwnOrigin(baseUrl: string, origin: string): boolean {
  const normalized = normalizedOrigin(origin)
  return normalized !== undefined && normalized === normalizedOrigin(baseUrl)
}

function normalizedOrigin(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, origin } = new URL(url)
  return LOOPBACK.has(hostname) ? `${protocol}//localhost:${port}` : origin
}
