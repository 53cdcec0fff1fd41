import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'

/** Lifetime of keys and minimum interval of requests to the provider, in milliseconds. */
export interface KeyTimes {
  freshMs: number
  /** Minimum interval of requests for unknown keys. */
  askEveryMs: number
  /** While no keys are known. */
  retryEveryMs: number
  /** Time limit of a request to the provider. */
  answerLimitMs: number
}

const TIMES: KeyTimes = {
  freshMs: 10 * 60_000,
  askEveryMs: 30_000,
  retryEveryMs: 5_000,
  answerLimitMs: 5_000,
}
// A provider may have revoked its keys while it was not reachable for a day.
const TRUSTED_MS = 24 * 3_600_000

/**
 * Keys of a provider from its discovery document. Unlike jose's remote key set it keeps using known keys while the
 * provider is not reachable, and a call with a known key never waits.
 *
 * @returns a function that throws a `busy` refusal while no keys are known
 */
export function createProviderKeys(options: {
  issuer: string
  log: Log
  times?: Partial<KeyTimes>
}): JWTVerifyGetKey {
  const { issuer, log } = options
  const { freshMs, askEveryMs, retryEveryMs, answerLimitMs } = { ...TIMES, ...options.times }
  let known: { find: JWTVerifyGetKey; readAt: number } | undefined
  let askedAt = -Infinity
  let asking: Promise<void> | undefined

  const ask = () => {
    asking ??= readProviderKeys(issuer, answerLimitMs)
      .then((keys) => void (known = { find: createLocalJWKSet(keys), readAt: performance.now() }))
      .catch((error: unknown) => log.error({ err: error }, 'the identity provider’s keys could not be read'))
      .finally(() => {
        askedAt = performance.now()
        asking = undefined
      })
    return asking
  }
  const mayAsk = () => performance.now() - askedAt > (known ? askEveryMs : retryEveryMs)
  const isOlderThan = (ageMs: number) => !known || performance.now() - known.readAt > ageMs

  // At start, so that the log reports an unreachable provider, and the first sign-in does not wait.
  void ask()
  return async (header, token) => {
    if (isOlderThan(freshMs) && (asking || mayAsk())) {
      const asked = ask()
      if (isOlderThan(TRUSTED_MS)) await asked
    }
    if (!known || isOlderThan(TRUSTED_MS)) throw providerIsAway(retryEveryMs)
    try {
      return await known.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayAsk()) throw error
      await ask()
      return await known.find(header, token)
    }
  }
}

/**
 * Reads the provider's published keys.
 *
 * @throws an error with the reason for the operator
 */
export async function readProviderKeys(
  issuer: string,
  answerLimitMs = TIMES.answerLimitMs,
): Promise<JSONWebKeySet> {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await readJson(discovery, answerLimitMs)
  const named = 'issuer' in document ? document.issuer : undefined
  if (named !== issuer) {
    throw new Error(`${discovery} names the issuer ${JSON.stringify(named)}, and OIDC_ISSUER ${issuer}`)
  }
  const address = 'jwks_uri' in document ? String(document.jwks_uri) : ''
  if (!URL.canParse(address)) throw new Error(`${discovery} names no jwks_uri`)
  if (new URL(address).protocol !== 'https:' && new URL(issuer).protocol === 'https:') {
    throw new Error(`${discovery} names a jwks_uri that is not https`)
  }
  const keys = await readJson(address, answerLimitMs)
  if (!('keys' in keys) || !Array.isArray(keys.keys)) throw new Error(`${address} holds no keys`)
  return { keys: keys.keys }
}

async function readJson(url: string, limitMs: number): Promise<object> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'application/json' },
  }).catch((error: unknown) => {
    throw new Error(`${url} gave no answer`, { cause: error })
  })
  const value: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && typeof value === 'object' && value !== null) return value
  throw new Error(`${url} was answered ${answer.status}, and not with JSON that we can use`)
}

function providerIsAway(retryEveryMs: number): Refusal {
  return new Refusal('busy', 'The identity provider cannot be reached. Please try again.', {
    retryAfter: Math.ceil(retryEveryMs / 1_000),
  })
}
