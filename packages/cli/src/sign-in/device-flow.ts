import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionFailed, errorOf, Timeout } from '@platen/client/errors'
import { CallerError } from '../caller.ts'
import { sendRequest } from '../http.ts'
import { type SignInService, stringFieldsOf } from './sign-in-service.ts'

/** Instructions for the user: address and code. */
export interface Instructions {
  userCode: string
  /** An http or https address. */
  verificationUri: string
  expiresInSeconds: number
}

/** Tokens of a session. */
export interface Tokens {
  /** Token for the dashboard API. */
  token: string
  /** `undefined` if the provider issues none. */
  refreshToken: string | undefined
}

const INTERVAL_SECONDS = 5
const INTERVAL_SECONDS_MAX = 60
const LIFETIME_SECONDS_MAX = 1_800

/**
 * Signs a user in with the device flow (RFC 8628).
 * @param instruct is called once, with the address and the code.
 * @throws {CallerError} if the user denies the sign-in or the code expires.
 */
export async function signInByDevice(
  service: SignInService,
  options: {
    deviceName: string
    signal: AbortSignal
    instruct: (instructions: Instructions) => Promise<void>
  },
): Promise<Tokens> {
  const { signal, instruct } = options
  const { clientId: client_id, parameters, deviceEndpoint } = service
  const form = { client_id, ...parameters, device_name: options.deviceName }
  const { response, body } = await sendRequest(deviceEndpoint, { method: 'POST', form, signal })
  if (!response.ok)
    throw response.status === 429
      ? errorOf(response, body)
      : signInError(stringFieldsOf(body), 'The sign-in service')
  const { device_code, user_code: userCode, verification_uri: verificationUri } = stringFieldsOf(body)
  if (device_code === undefined || userCode === undefined || !isWebAddress(verificationUri)) {
    throw signInError({}, 'The sign-in service')
  }
  const expiresInSeconds = Math.min(numberOr(body['expires_in'], LIFETIME_SECONDS_MAX), LIFETIME_SECONDS_MAX)
  await instruct({ userCode, verificationUri, expiresInSeconds })
  const intervalSeconds = numberOr(body['interval'], INTERVAL_SECONDS)
  const until = performance.now() + expiresInSeconds * 1_000
  return await poll(service, { device_code, intervalSeconds, until, signal })
}

/** Renews the token of a session. @returns `undefined` if the session has ended. */
export async function renew(
  service: Pick<SignInService, 'tokenEndpoint' | 'clientId' | 'kind' | 'parameters'>,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens | undefined> {
  const { tokenEndpoint, clientId, parameters } = service
  const form = {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...parameters,
  }
  const { response, body } = await sendRequest(tokenEndpoint, { method: 'POST', form, signal })
  if (response.ok) {
    const tokens = tokensIn(body, service.kind)
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
  }
  if (stringFieldsOf(body)['error'] === 'invalid_grant') return undefined
  throw errorOf(response, body)
}

async function poll(
  { tokenEndpoint, clientId, kind, parameters }: SignInService,
  options: { device_code: string; intervalSeconds: number; until: number; signal: AbortSignal },
): Promise<Tokens> {
  const { device_code, until, signal } = options
  let { intervalSeconds } = options
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code,
    ...parameters,
  }
  while (performance.now() < until) {
    await delay(intervalSeconds * 1_000, undefined, { signal })
    const polled = await sendRequest(tokenEndpoint, { method: 'POST', form, signal }).catch(
      (error: unknown) => {
        // Keeps polling, because the network may fail while the user goes to a browser.
        if (error instanceof ConnectionFailed || error instanceof Timeout) return undefined
        throw error
      },
    )
    if (polled?.response.ok) return tokensIn(polled.body, kind)
    const problem = stringFieldsOf(polled?.body)
    const isTransient = !polled || polled.response.status >= 500 || polled.response.status === 429
    if (problem['error'] === 'slow_down') intervalSeconds += INTERVAL_SECONDS
    else if (isTransient) intervalSeconds = Math.min(intervalSeconds * 2, INTERVAL_SECONDS_MAX)
    else if (problem['error'] !== 'authorization_pending') throw signInError(problem, 'The sign-in')
  }
  throw signInError({ error: 'expired_token' }, 'The sign-in')
}

function tokensIn(body: unknown, kind: SignInService['kind']): Tokens {
  const { id_token, access_token, refresh_token: refreshToken } = stringFieldsOf(body)
  const token = kind === 'id' ? id_token : access_token
  if (token !== undefined) return { token, refreshToken }
  throw new CallerError('The sign-in service returned no token.', {
    next: 'Contact the operator of the service.',
  })
}

function signInError(problem: Record<string, string | undefined>, subject: string): CallerError {
  const { error, error_description: description } = problem
  if (error === 'access_denied') {
    return new CallerError('The sign-in was denied in the browser.', {
      next: 'Run platen login to try again.',
    })
  }
  if (error === 'expired_token' || error === 'invalid_grant') {
    return new CallerError('The code expired before it was entered.', {
      next: 'Run platen login to get a new code.',
    })
  }
  const reason = description ?? error
  return new CallerError(`${subject} failed${reason === undefined ? '' : `: ${reason}`}.`, {
    next: 'Contact the operator of the service, or use an API key: platen login --api-key',
  })
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback
}

function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}
