const KEY = 'platen-account'

// Read once: another tab may choose another account, and this page must not change under its user.
const chosen = window.sessionStorage.getItem(KEY) ?? window.localStorage.getItem(KEY) ?? undefined
if (chosen !== undefined) window.sessionStorage.setItem(KEY, chosen)

/** Account of this tab, by its `userId`. `undefined`: the user's own account. */
export function chosenAccount(): string | undefined {
  return chosen
}

/** Opens the dashboard with another account, in this tab and in new ones. */
export function openAccount(userId: string): void {
  window.sessionStorage.setItem(KEY, userId)
  window.localStorage.setItem(KEY, userId)
  window.location.assign('/')
}

/** Forgets the account, for another user or after the user has lost access to it. */
export function forgetAccount(): void {
  window.sessionStorage.removeItem(KEY)
  window.localStorage.removeItem(KEY)
}
