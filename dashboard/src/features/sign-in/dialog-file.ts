/** Loads the code of the sign-in dialog. */
export const loadSignInDialog = () => import('./SignInAgain.tsx')

/**
 * Loads the code of the sign-in dialog when the browser is idle. The file may be gone when a session ends, because a
 * newer version of the dashboard has replaced it.
 */
export function preloadSignInDialog(): void {
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  whenIdle(() => void loadSignInDialog().catch(() => {}))
}
