import { NotFound } from '@platen/client/errors'
import type { CallerCall } from '../caller.ts'
import type { StoredService } from './credentials.ts'
import { sendRequest } from '../http.ts'
import { dashboardClient, renewSession } from './session.ts'

/** Revokes the key that `platen login` created and ends the session. @throws if one of them fails. */
export async function endSignIn(
  call: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
  { session, tokenId, account }: StoredService,
): Promise<void> {
  if (!session) return
  const { caller, signal } = call
  const { token, refreshToken } = await renewSession(call, session)
  try {
    if (tokenId === undefined) return
    const callDashboard = dashboardClient({ url: caller.url, token, account: account?.userId }, signal)
    await callDashboard(`/keys/${tokenId}`, { method: 'DELETE' }).catch((error: unknown) => {
      // The key is already deleted.
      if (!(error instanceof NotFound)) throw error
    })
  } finally {
    // Also when the key cannot be deleted, for example after the user was removed from the account.
    await endSession(session, refreshToken, signal)
  }
}

/** Ends a session at its service, if the service can end sessions. */
export async function endSession(
  { revocationEndpoint, clientId: client_id }: { revocationEndpoint?: string | undefined; clientId: string },
  refreshToken: string,
  signal: AbortSignal,
): Promise<void> {
  if (revocationEndpoint === undefined) return
  await sendRequest(revocationEndpoint, { method: 'POST', form: { client_id, token: refreshToken }, signal })
}
