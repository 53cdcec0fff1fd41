import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { keepAccount } from '../session/account.ts'
import { api, unwrap } from './client.ts'
import { queryClient } from './query-client.ts'
import type { components } from './schema.ts'

/** Permission of the user in the account. */
export type Permission = components['schemas']['Me']['membership']['permissions'][number]

/** Query of the signed-in user and the account. Invalidate it after each change of the balance. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn({ signal }) {
    const me = await unwrap(api.GET('/dashboard/api/me', { signal }))
    keepAccount(me.account.userId)
    return me
  },
})

/** Query of the accounts of the user. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/accounts', { signal }))).accounts,
})

/** Returns the data of `meQuery`, which every page with a session has loaded. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** Returns true if the role of the user has a permission. The service checks it in each call, too. */
export function useMay(permission: Permission): boolean {
  return useMe().membership.permissions.includes(permission)
}

/** Prefetches data in a loader if the role of the user has the permission to read it. */
export async function prefetchIfAllowed(
  permission: Permission,
  prefetch: () => Promise<void>,
): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery)
  if (me.membership.permissions.includes(permission)) await prefetch()
}
