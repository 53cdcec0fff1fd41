/**
 * Returns the lifetime of a token from its issue on, in milliseconds. The lifetime is counted from the receipt of the
 * token, because the clock of the browser may be wrong. Only the service decides if a token is valid.
 */
export function tokenLifetime(token: string): number {
  const { iat, exp } = claimsOf(token)
  const issuedAt = typeof iat === 'number' ? iat * 1_000 : Date.now()
  return Number(exp) * 1_000 - issuedAt
}

/** Returns the subject of a token: the id of its user. */
export function tokenSubject(token: string): string {
  return String(claimsOf(token)['sub'])
}

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}
