import { call } from './built-in.ts'
import { session } from './session.ts'

/** Calls of the built-in sign-in. Each throws a `Failure` when it is rejected. */
export const passwords = {
  signIn: async ({ email, password }: { email: string; password: string }): Promise<void> =>
    void (await call('POST', '/sign-in/email', { email: email.trim(), password })),
  /** `next`: page to which the link in the mail leads. */
  signUp: async (user: { name: string; email: string; password: string; next: string }): Promise<void> =>
    void (await call('POST', '/sign-up/email', { ...user, email: user.email.trim() })),
  resendVerification: async ({ email, next }: { email: string; next: string }): Promise<void> =>
    void (await call('POST', '/send-verification-email', { email: email.trim(), next })),
  /** @throws {Failure} `PASSWORD_NEEDED` in another browser than that of the sign-up. */
  verify: async (link: { token: string; password?: string }): Promise<void> =>
    void (await call('POST', '/verify-email', link)),
  requestReset: async (email: string): Promise<void> =>
    void (await call('POST', '/request-password-reset', { email: email.trim() })),
  rename: async (name: string): Promise<void> => await callAsUser('/update-user', { name }),
  change: async (passwords: { currentPassword: string; newPassword: string }): Promise<void> =>
    await callAsUser('/change-password', passwords),
  /** Sends a link to the new address. The address changes when the link is opened. */
  changeEmail: async (change: { newEmail: string; password: string }): Promise<void> =>
    await callAsUser('/change-email', { ...change, newEmail: change.newEmail.trim() }),
  reset: async ({ token, password }: { token: string; password: string }): Promise<void> =>
    void (await call('POST', '/reset-password', { token, newPassword: password })),
}

/** Makes a call for the user of this page. The cookie alone may belong to another user by now. */
async function callAsUser(path: string, body: object): Promise<void> {
  await session.confirm()
  await call('POST', path, body)
}
