/** Loads the code of the sign-in dialog. */
export const loadSignInDialog = () => import('./SignInDialog.tsx')

/**
 * Loads the code of the sign-in dialog when the browser is idle. When a session ends, the file may not exist any more,
 * because a newer version of the dashboard has replaced it.
 */
export function preloadSignInDialog(): void {
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  whenIdle(() => void loadSignInDialog().catch(() => {}))
}
