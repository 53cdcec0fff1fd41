import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'

/** Query of the signed-in user and the account. Invalidate it after each change of the balance. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/me', { signal })),
})

/** Returns the data of `meQuery`, which every page with a session has loaded. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}
