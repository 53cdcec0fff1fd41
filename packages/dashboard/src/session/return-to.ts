import { paths } from '../base/paths.ts'

/**
 * Returns the path of the page to open after the sign-in. Always on this origin, so that no link can redirect
 * elsewhere.
 */
export function returnTo(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  const { origin } = window.location
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return paths.overview()
  const url = new URL(next, origin)
  // Browsers treat "//elsewhere" and "/\elsewhere" as other hosts.
  return url.origin === origin ? url.pathname + url.search + url.hash : paths.overview()
}
