import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'

/** How long keys are good, and how often the provider is asked for them at most. In milliseconds. */
export interface KeyTimes {
  freshMs: number
  /** However many tokens name keys that nobody knows. */
  askEveryMs: number
  /** While there are no keys at all. */
  retryEveryMs: number
  /** A request to the provider is given up after this time. */
  answerLimitMs: number
}

const TIMES: KeyTimes = {
  freshMs: 10 * 60_000,
  askEveryMs: 30_000,
  retryEveryMs: 5_000,
  answerLimitMs: 5_000,
}
// A provider that is away for a day may have withdrawn its keys in the meantime.
const TRUSTED_MS = 24 * 3_600_000

/**
 * The keys that a provider publishes, found by its discovery document. Unlike jose's own remote set it goes on with
 * the keys it has while the provider is away, and lets nobody wait for one that is known to be.
 * @returns what throws a `busy` refusal while there are no keys at all.
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

  // So that whoever starts the service reads of a provider that does not answer, and the first to come need not wait.
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

/** What a provider publishes now. @throws what keeps us from it, in words for an operator. */
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
