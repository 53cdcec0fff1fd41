import { paths } from '../paths.ts'

/** The page that was asked for before signing in: one of our own, whatever the address says. */
export function returnTo(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  const { origin } = window.location
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return paths.overview()
  const url = new URL(next, origin)
  // "//elsewhere" and "/\elsewhere" are other hosts to a browser.
  return url.origin === origin ? url.pathname + url.search + url.hash : paths.overview()
}
