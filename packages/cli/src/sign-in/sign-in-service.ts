import { NotFound } from '@platen/client/errors'
import { CallerError } from '../caller.ts'
import type { StoredSession } from './credentials.ts'
import { fetchJson } from '../http.ts'

/** Identity provider of a service and its endpoints for the device flow. */
export interface SignInService {
  clientId: string
  deviceEndpoint: string
  tokenEndpoint: string
  /** `undefined` if the provider does not support revocation. */
  revocationEndpoint: string | undefined
  kind: StoredSession['kind']
  /** Additional parameters of each request. */
  parameters: Record<string, string>
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Discovers the identity provider: the service itself or an OpenID provider. @throws {CallerError} if it does not
 * support the device flow.
 */
export async function findSignInService(url: string, signal: AbortSignal): Promise<SignInService> {
  const { identity } = await fetchJson(`${url}/dashboard/config.json`, { signal }).catch((error: unknown) => {
    throw error instanceof NotFound ? noService(url) : error
  })
  const { kind, issuer, clientId, audience } = stringFieldsOf(identity)
  if (kind === 'built-in') {
    const endpoint = (name: string) => `${url}/dashboard/auth/device/${name}`
    return {
      clientId: 'platen',
      deviceEndpoint: endpoint('code'),
      tokenEndpoint: endpoint('token'),
      revocationEndpoint: endpoint('revoke'),
      kind: 'access',
      parameters: {},
    }
  }
  if (kind !== 'oidc' || issuer === undefined || clientId === undefined) {
    throw noService(url)
  }
  return { clientId, ...audienceFields(audience), ...(await discover(url, issuer, signal)) }
}

function noService(url: string): CallerError {
  return new CallerError(`${url} did not return its sign-in settings.`, {
    next: 'Check that this is the address of a Platen service, and that the service is as new as this tool.',
  })
}

async function discover(url: string, issuer: string, signal: AbortSignal) {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const {
    issuer: publishedIssuer,
    device_authorization_endpoint: deviceEndpoint,
    token_endpoint: tokenEndpoint,
    revocation_endpoint: revocationEndpoint,
  } = stringFieldsOf(await fetchJson(discovery, { signal }))
  if (publishedIssuer === issuer && deviceEndpoint === undefined) {
    throw new CallerError(`${issuer}, the identity provider of ${url}, does not support device codes.`, {
      next: `Create an API key at ${url}/api-keys and store it: platen login --api-key`,
    })
  }
  const isValid =
    publishedIssuer === issuer &&
    isSafe(deviceEndpoint) &&
    isSafe(tokenEndpoint) &&
    (revocationEndpoint === undefined || isSafe(revocationEndpoint))
  if (!isValid) {
    throw new CallerError(`The OpenID Connect configuration of ${issuer} is not valid.`, {
      next: 'Contact the operator of the service.',
    })
  }
  return { deviceEndpoint, tokenEndpoint, revocationEndpoint }
}

/** Returns the same scope and audience as the dashboard requests. */
function audienceFields(audience: string | undefined): Pick<SignInService, 'kind' | 'parameters'> {
  const scope = 'openid profile email offline_access'
  if (audience === undefined) return { kind: 'id', parameters: { scope } }
  // RFC 8707 defines `resource`, for addresses only. Auth0 and similar providers use `audience`.
  return {
    kind: 'access',
    parameters: { scope, audience, ...(URL.canParse(audience) && { resource: audience }) },
  }
}

function isSafe(endpoint: string | undefined): endpoint is string {
  if (endpoint === undefined || !URL.canParse(endpoint)) return false
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** Returns the string fields of an object. */
export function stringFieldsOf(value: unknown): Record<string, string | undefined> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
