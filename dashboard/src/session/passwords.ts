import { call } from './built-in.ts'
import { session } from './session.ts'

/** Calls of the built-in identity. Every call throws a `Failure` when refused. */
export const passwords = {
  signIn: async ({ email, password }: { email: string; password: string }): Promise<void> =>
    void (await call('POST', '/sign-in/email', { email: email.trim(), password })),
  /** `next`: the page to which the link of the mail then leads. */
  signUp: async (person: { name: string; email: string; password: string; next: string }): Promise<void> =>
    void (await call('POST', '/sign-up/email', { ...person, email: person.email.trim() })),
  resendVerification: async ({ email, next }: { email: string; next: string }): Promise<void> =>
    void (await call('POST', '/send-verification-email', { email: email.trim(), next })),
  /** @throws {Failure} `PASSWORD_NEEDED` in another browser than the one that signed up. */
  verify: async (link: { token: string; password?: string }): Promise<void> =>
    void (await call('POST', '/verify-email', link)),
  requestReset: async (email: string): Promise<void> =>
    void (await call('POST', '/request-password-reset', { email: email.trim() })),
  rename: async (name: string): Promise<void> => await callAsMyself('/update-user', { name }),
  change: async (passwords: { currentPassword: string; newPassword: string }): Promise<void> =>
    await callAsMyself('/change-password', passwords),
  /** Sends a link to the new address; nothing is changed before somebody follows it. */
  changeEmail: async (change: { newEmail: string; password: string }): Promise<void> =>
    await callAsMyself('/change-email', { ...change, newEmail: change.newEmail.trim() }),
  reset: async ({ token, password }: { token: string; password: string }): Promise<void> =>
    void (await call('POST', '/reset-password', { token, newPassword: password })),
}

/** Changes the account of the person on this page. The cookie alone may be another person's by now. */
async function callAsMyself(path: string, body: object): Promise<void> {
  await session.confirm()
  await call('POST', path, body)
}
