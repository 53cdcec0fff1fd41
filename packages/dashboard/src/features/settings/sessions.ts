import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'

/** Session: a signed-in browser or device. */
export type Session = components['schemas']['Session']

/** Query of the sessions of the user, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/sessions', { signal }))).sessions,
})

/** Signs out a session. */
export function useEndSession() {
  return useMutation({
    meta: { failureTitle: 'The session was not signed out' },
    mutationFn: (sessionId: string) =>
      unwrap(api.DELETE('/dashboard/api/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

// The order matters: user agents also contain the names of browsers further down.
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Returns a readable name of a browser or device: "Chrome on Windows". */
export function nameOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const browser = BROWSERS.find(([mark]) => userAgent.includes(`${mark}/`))
  if (!browser) return userAgent
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))
  return system ? `${browser[1]} on ${system[1]}` : browser[1]
}
