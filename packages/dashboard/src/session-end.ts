import { meQuery } from './api/me.ts'
import { queryClient } from './api/query-client.ts'
import { removeBackups } from './backups/store.ts'
import { hasUnsavedInput } from './backups/unsaved.ts'
import { paths } from './base/paths.ts'
import { router } from './routes.tsx'
import { forgetAccount } from './session/account.ts'
import { session, type SessionEnd } from './session/session.ts'
import { signInDialog } from './session/sign-in-dialog.ts'

/**
 * Handles the end of the session. When it expires, the page stays as it is and a dialog signs the user in again:
 * unsaved input is not lost.
 */
export function watchSession(): void {
  signInDialog.onLeave(() => void leavePage(paths.signedOut()))
  session.onEnd((end) => void handleEnd(end))
  session.onResume(() => {
    signInDialog.close()
    // Refetch queries that failed while the session was suspended.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  })
}

async function handleEnd(end: SessionEnd): Promise<void> {
  if (end === 'user-changed') return reloadForOtherUser()
  if (end === 'signed-out') forgetAccount()
  const isShown = queryClient.getQueryData(meQuery.queryKey) !== undefined
  if (end === 'signed-out') await removeOwnBackups()
  if (end === 'expired' && isShown) return signInDialog.open()
  if (end === 'signed-out-elsewhere' && isShown && hasUnsavedInput()) return signInDialog.open()
  await leavePage(end === 'expired' ? paths.sessionEnded(currentPath()) : paths.signedOut())
}

/** Navigates to a page for users who are not signed in, and clears all data that was read. */
async function leavePage(path: string): Promise<void> {
  signInDialog.close()
  session.abandon()
  await router.navigate(path, { replace: true })
  // After navigation, so that no page that shows the data is still mounted.
  queryClient.clear()
}

/** Reloads the dashboard for another user. The backups of the previous user stay stored for their account. */
function reloadForOtherUser(): void {
  // Editors ask before the page closes. The page of the previous user must not stay.
  const proceed = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('beforeunload', proceed, { capture: true })
  forgetAccount()
  window.location.assign(paths.overview())
}

async function removeOwnBackups(): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (me) await removeBackups(me.account.userId)
}

function currentPath(): string {
  const { pathname, search } = router.state.location
  return pathname + search
}
