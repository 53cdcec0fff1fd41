/** Where the OpenID Connect provider sends people back to. */
export const CALLBACK = '/sign-in/callback'

const INSIDE = ['/templates', '/shared', '/api-keys', '/jobs', '/usage', '/billing', '/settings', '/operator']

/** Every path of a page. Listed, so that every other stays the API's 404. `dashboard/src/paths.ts` makes the links. */
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

const GONE_TO = new Set(['/device', ...INSIDE])

/**
 * The page that somebody was going to when they were asked who they are, without its query; undefined for all but the
 * pages of this list.
 * A stranger may have said it of somebody else's address, and it stands in the mail: so it is nothing that could lead
 * elsewhere, nor say anything.
 */
export function pageGoneTo(next: string | undefined): string | undefined {
  const [path = ''] = next?.split('?', 1) ?? []
  return GONE_TO.has(path) ? path : undefined
}
