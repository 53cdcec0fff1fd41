/** Redirect path of the OpenID Connect provider. */
export const CALLBACK = '/sign-in/callback'

/** Pages for signed-in users, each with pages below it. */
const SIGNED_IN_PAGES = [
  '/templates',
  '/library',
  '/e-invoices',
  '/api-keys',
  '/jobs',
  '/batches',
  '/requests',
  '/webhooks',
  '/usage',
  '/billing',
  '/members',
  '/settings',
  '/operator',
]

/** Paths of all pages of the dashboard. Other paths get the 404 of the API. `packages/dashboard/src/base/paths.ts` has the links. */
export const PAGES: readonly string[] = [
  '/',
  '/sign-in',
  CALLBACK,
  '/sign-up',
  '/check-your-mail',
  '/verify',
  '/forgot-password',
  '/reset-password',
  '/device',
  '/invitation',
  ...SIGNED_IN_PAGES.flatMap((path) => [path, `${path}/*`]),
]

const PAGES_AFTER_SIGN_IN = new Set(['/device', '/invitation', ...SIGNED_IN_PAGES])

/**
 * Returns the page to open after sign-in, without its query. `undefined` for a path that is not in the list.
 *
 * The path is part of a mail, and an attacker can request a mail to any address. So the path must not lead to another
 * site or contain free text.
 */
export function pageAfterSignIn(next: string | undefined): string | undefined {
  const [path = ''] = next?.split('?', 1) ?? []
  return PAGES_AFTER_SIGN_IN.has(path) ? path : undefined
}
