import { meQuery } from './api/me.ts'
import { queryClient } from './api/query-client.ts'
import { removeDrafts } from './drafts/store.ts'
import { holdsUnsaved } from './drafts/unsaved.ts'
import { paths } from './paths.ts'
import { router } from './routes.tsx'
import { session, type SessionEnd } from './session/session.ts'
import { signInDialog } from './session/sign-in-dialog.ts'

/**
 * Decides what the page does when the session ends. A session that ends by itself leaves the page as it is, with a
 * dialog above it that signs the person in again: nothing that was typed is lost.
 */
export function watchSession(): void {
  session.onEnd((end) => void react(end))
  session.onResume(() => {
    signInDialog.close()
    // Queries that failed while the session was suspended.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  })
}

async function react(end: SessionEnd): Promise<void> {
  if (end === 'changed') return startOver()
  const isShown = queryClient.getQueryData(meQuery.queryKey) !== undefined
  if (end === 'signed-out') await removeOwnDrafts()
  if (end === 'lost' && isShown) return signInDialog.open()
  if (end === 'signed-out-elsewhere' && isShown && holdsUnsaved()) return signInDialog.open()
  await leavePage(end === 'lost' ? paths.signInAgain(currentPath()) : paths.signedOut())
}

/** Leaves for the sign-in page and forgets everything that was read. */
export async function leavePage(path: string): Promise<void> {
  signInDialog.close()
  session.leave()
  await router.navigate(path, { replace: true })
  // After the pages that show it are gone.
  queryClient.clear()
}

/** Loads the dashboard anew for another person. The drafts of the one before stay stored for their account. */
function startOver(): void {
  // Editors ask before the page closes. The page of the person before must not stay.
  const proceed = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('beforeunload', proceed, { capture: true })
  window.location.assign(paths.overview())
}

async function removeOwnDrafts(): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (me) await removeDrafts(me.account.userId)
}

function currentPath(): string {
  const { pathname, search } = router.state.location
  return pathname + search
}
