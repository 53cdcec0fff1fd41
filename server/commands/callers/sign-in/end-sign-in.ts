import { NotFound } from '../../../../sdk/src/errors.ts'
import type { CallerCall } from '../caller.ts'
import type { KeptService } from './credentials.ts'
import { ask } from '../http.ts'
import { dashboardOf, renewSession } from './session.ts'

/** Revokes the key that `platen login` created and ends the session. @throws if one of them fails. */
export async function endSignIn(
  call: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
  { session, tokenId }: KeptService,
): Promise<void> {
  if (!session) return
  const { caller, signal } = call
  const { token, refreshToken } = await renewSession(call, session)
  if (tokenId !== undefined) {
    await dashboardOf(
      caller.url,
      token,
      signal,
    )(`/keys/${tokenId}`, { method: 'DELETE' }).catch((error: unknown) => {
      // The key is already deleted.
      if (!(error instanceof NotFound)) throw error
    })
  }
  const { revocationEndpoint, clientId: client_id } = session
  if (revocationEndpoint === undefined) return
  await ask(revocationEndpoint, { method: 'POST', form: { client_id, token: refreshToken }, signal })
}
