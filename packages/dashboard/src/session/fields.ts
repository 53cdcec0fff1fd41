/** Message for an e-mail address that is not valid. */
export const ADDRESS_PROBLEM = 'Enter an e-mail address, such as ada@example.com.'
/** Message for a missing password. */
export const PASSWORD_MISSING = 'Enter your password.'

/** Returns true when a text looks like an e-mail address. The service does the exact validation. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
}

/** Minimum length of a new password, in characters. The service enforces the same value. */
export const PASSWORD_LENGTH_MIN = 10

/** Returns the problem of a new password; null for a valid one. */
export function passwordProblem(password: string): string | null {
  return password.length < PASSWORD_LENGTH_MIN ? `Enter at least ${PASSWORD_LENGTH_MIN} characters.` : null
}
