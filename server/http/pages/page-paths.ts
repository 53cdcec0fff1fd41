/** Redirect path of the OpenID Connect provider. */
export const CALLBACK = '/sign-in/callback'

const INSIDE = ['/templates', '/shared', '/api-keys', '/jobs', '/usage', '/billing', '/settings', '/operator']

/** Paths of all pages of the dashboard. Other paths get the 404 of the API. `dashboard/src/base/paths.ts` has the links. */
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
  ...INSIDE.flatMap((path) => [path, `${path}/*`]),
]

const TARGETS = new Set(['/device', ...INSIDE])

/**
 * Returns the page to open after sign-in, without its query. `undefined` for a path that is not in the list.
 *
 * The path is part of a mail, and anybody can request a mail to any address. So it must not lead to another site or
 * contain free text.
 */
export function pageAfterSignIn(next: string | undefined): string | undefined {
  const [path = ''] = next?.split('?', 1) ?? []
  return TARGETS.has(path) ? path : undefined
}
