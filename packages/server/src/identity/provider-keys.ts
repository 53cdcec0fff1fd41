import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { Refusal } from '@platen/template/refusal'
import type { Log } from '../log.ts'

/** Cache times of the provider's keys, in milliseconds. */
export interface KeyTimes {
  /** Age up to which cached keys are used without a request. */
  freshMs: number
  /** Minimum interval between requests that unknown keys cause. */
  refreshEveryMs: number
  /** Minimum interval between requests while no keys are cached. */
  retryEveryMs: number
  /** Time limit of a request. */
  requestLimitMs: number
}

const TIMES: KeyTimes = {
  freshMs: 10 * 60_000,
  refreshEveryMs: 30_000,
  retryEveryMs: 5_000,
  requestLimitMs: 5_000,
}
// Cached keys that are older are not used, because the provider may have revoked them.
const TRUSTED_MS = 24 * 3_600_000

/**
 * Resolves the keys that a provider publishes, found through its discovery document. Unlike jose's remote key set it
 * uses cached keys while the provider is unavailable, without a wait.
 * @returns a resolver that throws a `busy` refusal while no keys are cached.
 */
export function createProviderKeys(options: {
  issuer: string
  log: Log
  times?: Partial<KeyTimes>
}): JWTVerifyGetKey {
  const { issuer, log } = options
  const { freshMs, refreshEveryMs, retryEveryMs, requestLimitMs } = { ...TIMES, ...options.times }
  let cached: { find: JWTVerifyGetKey; readAt: number } | undefined
  let requestedAt = -Infinity
  let request: Promise<void> | undefined

  const refresh = () => {
    request ??= readProviderKeys(issuer, requestLimitMs)
      .then((keys) => void (cached = { find: createLocalJWKSet(keys), readAt: performance.now() }))
      .catch((error: unknown) =>
        log.error({ err: error }, 'could not read the keys of the identity provider'),
      )
      .finally(() => {
        requestedAt = performance.now()
        request = undefined
      })
    return request
  }
  const mayRefresh = () => performance.now() - requestedAt > (cached ? refreshEveryMs : retryEveryMs)
  const isOlderThan = (ageMs: number) => !cached || performance.now() - cached.readAt > ageMs

  // Read at the start, so that the log shows an unavailable provider and the first sign-in does not wait.
  void refresh()
  return async (header, token) => {
    if (isOlderThan(freshMs) && (request || mayRefresh())) {
      const refreshed = refresh()
      if (isOlderThan(TRUSTED_MS)) await refreshed
    }
    if (!cached || isOlderThan(TRUSTED_MS)) throw providerUnavailable(retryEveryMs)
    try {
      return await cached.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRefresh()) throw error
      await refresh()
      return await cached.find(header, token)
    }
  }
}

/** Reads the provider's published keys. @throws an error with a message for operators. */
export async function readProviderKeys(
  issuer: string,
  answerLimitMs = TIMES.requestLimitMs,
): Promise<JSONWebKeySet> {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await readJson(discovery, answerLimitMs)
  const documentIssuer = 'issuer' in document ? document.issuer : undefined
  if (documentIssuer !== issuer) {
    throw new Error(
      `${discovery} has the issuer ${JSON.stringify(documentIssuer)}. OIDC_ISSUER is ${issuer}. Both must be the same.`,
    )
  }
  const address = 'jwks_uri' in document ? String(document.jwks_uri) : ''
  if (!URL.canParse(address)) throw new Error(`${discovery} has no valid jwks_uri`)
  if (new URL(address).protocol !== 'https:' && new URL(issuer).protocol === 'https:') {
    throw new Error(`${discovery} has a jwks_uri that is not https`)
  }
  const keys = await readJson(address, answerLimitMs)
  if (!('keys' in keys) || !Array.isArray(keys.keys)) throw new Error(`${address} contains no keys`)
  return { keys: keys.keys }
}

async function readJson(url: string, limitMs: number): Promise<object> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'application/json' },
  }).catch((error: unknown) => {
    throw new Error(`${url} did not respond`, { cause: error })
  })
  const value: unknown = await response.json().catch(() => undefined)
  if (response.ok && typeof value === 'object' && value !== null) return value
  throw new Error(`${url} responded with status ${response.status} instead of a JSON object`)
}

function providerUnavailable(retryEveryMs: number): Refusal {
  return new Refusal('busy', 'The identity provider cannot be reached. Please try again.', {
    retryAfter: Math.ceil(retryEveryMs / 1_000),
  })
}
