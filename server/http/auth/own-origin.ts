const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a page of that origin is one of the service's own. The names of this machine count as one. */
export function isOwnOrigin(baseUrl: string, origin: string): boolean {
  const place = placeOf(origin)
  return place !== undefined && place === placeOf(baseUrl)
}

function placeOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, origin } = new URL(url)
  return LOOPBACK.has(hostname) ? `${protocol}//localhost:${port}` : origin
}
