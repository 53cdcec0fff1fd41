const KEY = 'platen-account'

// Read once: another tab may choose another account, and this page must not change under its user.
let chosen = window.sessionStorage.getItem(KEY) ?? window.localStorage.getItem(KEY) ?? undefined
if (chosen !== undefined) window.sessionStorage.setItem(KEY, chosen)

/** Account of this tab, by its `userId`. `undefined`: the service chooses the account in the first call. */
export function chosenAccount(): string | undefined {
  return chosen
}

/** Keeps the account of the first call for this tab, so that later calls are for the same account or fail. */
export function keepAccount(userId: string): void {
  chosen ??= userId
  window.sessionStorage.setItem(KEY, chosen)
}

/** Opens the dashboard with another account, in this tab and in new ones. */
export function openAccount(userId: string): void {
  window.sessionStorage.setItem(KEY, userId)
  window.localStorage.setItem(KEY, userId)
  window.location.assign('/')
}

/** Forgets the account, for another user or after the user has lost access to it. */
export function forgetAccount(): void {
  chosen = undefined
  window.sessionStorage.removeItem(KEY)
  window.localStorage.removeItem(KEY)
}
