const KEY = 'platen-invitation'

/**
 * Stores the token of an invitation until it is answered: the user may have to sign up first, which continues in another
 * tab, and the token must not be part of other links. It works for the invited address only.
 */
export function storeToken(token: string): void {
  window.localStorage.setItem(KEY, token)
}

/** Returns the stored token of an invitation. */
export function storedToken(): string | undefined {
  return window.localStorage.getItem(KEY) ?? undefined
}

/** Removes the stored token of an invitation. */
export function removeToken(): void {
  window.localStorage.removeItem(KEY)
}
