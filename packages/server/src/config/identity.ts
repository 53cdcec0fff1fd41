import { ConfigError, type Variables } from '@platen/renderer/config/variables'

/** Source of user identities: built-in or an OpenID Connect provider. */
export type IdentityConfig =
  | { readonly kind: 'built-in' }
  | {
      readonly kind: 'oidc'
      readonly issuer: string
      readonly clientId: string
      /** Audience of the access token that the dashboard sends; `undefined` when it sends the id token. */
      readonly audience: string | undefined
    }

/** Reads the identity settings. @throws {ConfigError} for a wrong value or an invalid combination. */
export function readIdentity(variables: Variables): IdentityConfig {
  const issuer = variables.url('OIDC_ISSUER', ['https:', 'http:'])
  const clientId = variables.text('OIDC_CLIENT_ID')
  const audience = variables.text('OIDC_AUDIENCE')
  if (issuer === undefined) {
    const extra = clientId === undefined ? 'OIDC_AUDIENCE' : 'OIDC_CLIENT_ID'
    const value = clientId ?? audience
    if (value !== undefined) throw new ConfigError(extra, value, 'it requires OIDC_ISSUER')
    return { kind: 'built-in' }
  }
  const { protocol, hostname, search, hash, username } = new URL(issuer)
  if (protocol !== 'https:' && !LOOPBACK_NAMES.has(hostname)) {
    throw new ConfigError('OIDC_ISSUER', issuer, 'use an https URL, or http on this machine')
  }
  if (search !== '' || hash !== '' || username !== '') {
    throw new ConfigError('OIDC_ISSUER', issuer, 'use the exact issuer of the provider, without ?, # and @')
  }
  if (clientId === undefined) {
    throw new ConfigError('OIDC_CLIENT_ID', '', 'OIDC_ISSUER requires it')
  }
  return { kind: 'oidc', issuer, clientId, audience }
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
