import { queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

/** Where somebody is signed in: a browser, or a program that they let in. */
export type Session =
  paths['/dashboard/api/sessions']['get']['responses'][200]['content']['application/json']['sessions'][number]

/** Everywhere that one is signed in, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await answered(api.GET('/dashboard/api/sessions', { signal }))).sessions,
})

/** Ends one of them. */
export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) =>
      answered(api.DELETE('/dashboard/api/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

// In this order: each names those after it as well.
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

/** What a browser or a program is called by people. */
export function nameOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown'
  const browser = BROWSERS.find(([mark]) => userAgent.includes(`${mark}/`))
  if (!browser) return userAgent
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))
  return system ? `${browser[1]} on ${system[1]}` : browser[1]
}
