import { queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

/** A key as it is listed: without the key itself. */
export type ApiKey =
  paths['/dashboard/api/keys']['get']['responses'][200]['content']['application/json']['keys'][number]

/** The account's keys, the oldest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await answered(api.GET('/dashboard/api/keys', { signal }))).keys,
})

/** Makes a key. Its answer is the only place where the key itself is. */
export function useCreateKey() {
  return useMutation({
    meta: { shownInline: true },
    // So that the key is in memory no longer than its dialog.
    gcTime: 0,
    mutationFn: (body: { name: string; expiresAt?: string }) =>
      answered(api.POST('/dashboard/api/keys', { body })),
    onSuccess: refresh,
  })
}

/** Lets a key work or not. */
export function useSwitchKey() {
  return useMutation({
    mutationFn: ({ tokenId, active }: { tokenId: string; active: boolean }) => {
      const params = { path: { tokenId } }
      return answered(
        active
          ? api.POST('/dashboard/api/keys/{tokenId}/activate', { params })
          : api.POST('/dashboard/api/keys/{tokenId}/deactivate', { params }),
      )
    },
    onSuccess: refresh,
  })
}

/** Deletes a key. */
export function useRemoveKey() {
  return useMutation({
    mutationFn: (tokenId: string) =>
      answered(api.DELETE('/dashboard/api/keys/{tokenId}', { params: { path: { tokenId } } })),
    onSuccess: refresh,
  })
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries(keysQuery)
}
