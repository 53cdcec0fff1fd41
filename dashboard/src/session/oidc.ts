import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { Failure, failureToReach } from '../api/failure.ts'
import { identity } from './identity.ts'
import type { TokenSource } from './session.ts'

const CALLBACK = '/sign-in/callback'
const SIGNED_OUT = '/sign-in?signed-out'
const SILENT_LIMIT_SECONDS = 8

// Code flow with PKCE, as a public client. Tokens stay in memory; what a redirect has to find again, in the tab.
const manager = createManager()
let given: string | undefined

/** Tokens from the OpenID Connect provider, for as long as this page lives. A new page asks the provider again. */
export const oidc: TokenSource = {
  async renew() {
    const user = await manager.getUser()
    if (!user) return undefined
    const token = tokenOf(user)
    // Whoever asks a second time has found it too old.
    if (token !== undefined && token !== given) return (given = token)
    try {
      return (given = tokenOf(await manager.signinSilent()))
    } catch (error) {
      // The provider wants to see the person.
      if (error instanceof ErrorResponse || error instanceof ErrorTimeout) return undefined
      throw failureToReach(error)
    }
  },
  async end() {
    if ((await manager.metadataService.getEndSessionEndpoint()) === undefined)
      return await manager.removeUser()
    // It ends with another page, so it is not to be waited for.
    void manager.signoutRedirect()
  },
}

/** Leaves for the provider, to come back to `next`. @throws {Failure} where it cannot be reached. */
export async function goToProvider(next: string): Promise<void> {
  await manager.signinRedirect({ state: { next } }).catch((error: unknown) => {
    throw new Failure(0, 'The sign-in service cannot be reached. Please try again.', {
      detail: String(error),
    })
  })
}

/**
 * Takes up what the provider sent along in `url`.
 * @returns the page that was asked for before.
 * @throws {Failure} for what was not begun in this tab, and what the provider refused.
 */
export async function comeBack(url: string): Promise<string> {
  try {
    const user = await manager.signinCallback(url)
    // A hidden frame, which has told its page and is removed by it.
    if (!user) return await new Promise(() => {})
    return nextOf(user.state)
  } catch (error) {
    if (error instanceof ErrorResponse) {
      throw new Failure(403, `The sign-in service said: ${error.error_description ?? error.error ?? 'no'}.`)
    }
    throw new Failure(403, 'This was not begun here, or too long ago. Please try again.')
  }
}

function createManager(): UserManager {
  if (identity.kind !== 'oidc') throw new Error('There is no provider')
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

// RFC 8707 calls it `resource` and takes addresses only; Auth0 and those like it, `audience`.
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
