/** Whether a text may be an e-mail address; the service decides. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
}

/** As the service asks for. */
export const PASSWORD_LENGTH_MIN = 10

/** What is wrong with a new password. */
export function passwordProblem(password: string): string | null {
  return password.length < PASSWORD_LENGTH_MIN ? `At least ${PASSWORD_LENGTH_MIN} characters, please` : null
}
