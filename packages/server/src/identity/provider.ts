import type { Log } from '../log.ts'
import type { Identity } from './identity.ts'
import { createProviderKeys, type KeyTimes } from './provider-keys.ts'
import { verifyToken } from './tokens.ts'

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/**
 * Creates the identity of an OpenID Connect provider. The dashboard sends users to the provider and receives tokens.
 */
export function createProviderIdentity(options: {
  issuer: string
  clientId: string
  /** Audience of the access token; `undefined` when the dashboard sends the id token. */
  audience: string | undefined
  log: Log
  times?: Partial<KeyTimes>
}): Identity {
  const { issuer, clientId, audience } = options
  const keys = createProviderKeys(options)
  return {
    provider: { kind: 'oidc', issuer, clientId, audience },
    async verify(token) {
      const claims = await verifyToken(token, keys, {
        issuer,
        audience: audience ?? clientId,
        algorithms: ALGORITHMS,
        kind: audience === undefined ? 'id' : 'access',
        authorizedParty: clientId,
      })
      return { ...claims, sessionId: undefined, issuer }
    },
    builtIn: undefined,
  }
}
