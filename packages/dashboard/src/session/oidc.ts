import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { Failure, toConnectionFailure } from '../base/failure.ts'
import { identity } from './identity.ts'
import type { TokenSource } from './token-source.ts'

const CALLBACK = '/sign-in/callback'
const SIGNED_OUT = '/sign-in?signed-out'
const SILENT_LIMIT_SECONDS = 8

// Code flow with PKCE, as a public client. Tokens stay in memory. The state of a redirect is in the session storage.
const manager = createManager()
let lastToken: string | undefined

/** Token source for an OpenID Connect provider. Each page load requests a new token from the provider. */
export const oidc: TokenSource = {
  async renew() {
    const user = await manager.getUser()
    if (!user) return undefined
    const token = tokenOf(user)
    // A second request for the same token means that it has expired.
    if (token !== undefined && token !== lastToken) return (lastToken = token)
    try {
      return (lastToken = tokenOf(await manager.signinSilent()))
    } catch (error) {
      // The provider requires interaction with the user.
      if (error instanceof ErrorResponse || error instanceof ErrorTimeout) return undefined
      throw toConnectionFailure(error)
    }
  },
  async end() {
    if ((await manager.metadataService.getEndSessionEndpoint()) === undefined)
      return await manager.removeUser()
    // Not awaited: the redirect leaves this page.
    void manager.signoutRedirect()
  },
}

/** Redirects to the provider, which leads back to `next`. @throws {Failure} when the provider cannot be reached. */
export async function redirectToProvider(next: string): Promise<void> {
  await manager.signinRedirect({ state: { next } }).catch((error: unknown) => {
    throw new Failure(0, 'The identity provider cannot be reached. Try again.', {
      detail: String(error),
    })
  })
}

/**
 * Completes the sign-in with the parameters that the provider added to `url`.
 * @returns the page that was requested before the sign-in.
 * @throws {Failure} when the sign-in was not started in this tab, and when the provider rejected it.
 */
export async function handleCallback(url: string): Promise<string> {
  try {
    const user = await manager.signinCallback(url)
    // In the hidden frame of a silent renewal: the page removes the frame.
    if (!user) return await new Promise(() => {})
    return nextOf(user.state)
  } catch (error) {
    if (error instanceof ErrorResponse) {
      throw new Failure(
        403,
        `The identity provider rejected the sign-in: ${error.error_description ?? error.error ?? 'no reason given'}.`,
      )
    }
    throw new Failure(
      403,
      'This sign-in was started in another browser or tab, or it has expired. Start again here.',
    )
  }
}

function createManager(): UserManager {
  if (identity.kind !== 'oidc') throw new Error('No OpenID Connect provider is configured')
  const { issuer, clientId, audience } = identity
  const { origin } = window.location
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + CALLBACK,
    post_logout_redirect_uri: origin + SIGNED_OUT,
    scope: 'openid profile email',
    ...(audience !== undefined && audienceParameters(audience)),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: SILENT_LIMIT_SECONDS,
  })
}

// The parameter is `resource` in RFC 8707, which allows URIs only, and `audience` in Auth0 and similar providers.
function audienceParameters(audience: string) {
  return {
    extraQueryParams: { audience },
    ...(URL.canParse(audience) && { resource: audience, extraTokenParams: { resource: audience } }),
  }
}

function tokenOf(user: { id_token?: string | undefined; access_token: string } | null): string | undefined {
  if (!user || identity.kind !== 'oidc') return undefined
  return identity.audience === undefined ? user.id_token : user.access_token
}

function nextOf(state: unknown): string {
  return typeof state === 'object' && state && 'next' in state ? String(state.next) : '/'
}
