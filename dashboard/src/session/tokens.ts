/**
 * For how many ms a token holds from its making on. Who has just been given one counts from then on by their own
 * clock, which may be wrong by any amount; only the service can tell whether a token is good.
 */
export function lifetimeOf(token: string): number {
  const { iat, exp } = claimsOf(token)
  const madeAt = typeof iat === 'number' ? iat * 1_000 : Date.now()
  return Number(exp) * 1_000 - madeAt
}

/** Whom a token speaks for. */
export function subjectOf(token: string): string {
  return String(claimsOf(token)['sub'])
}

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}
