import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { answered, api } from './client.ts'

/** Who is signed in, and how their account stands. To be invalidated by what spends or buys credits. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/me', { signal })),
})

/** `meQuery`'s data, which is there on every page of somebody who is signed in. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}
