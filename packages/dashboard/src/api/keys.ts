import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { queryClient } from './query-client.ts'
import type { components } from './schema.ts'

/** API key in the list, without its secret. */
export type ApiKey = components['schemas']['ApiKey']

/** A new API key, with the key itself. */
export type NewApiKey = ApiKey & { key: string }
export type KeyScope = ApiKey['scopes'][number]

/** Query of the API keys of the account, the oldest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/keys', { signal }))).keys,
})

/** Creates an API key. Only this response contains the secret. */
export function useCreateKey() {
  return useMutation({
    meta: { shownInline: true },
    // Removes the secret from memory when its dialog closes.
    gcTime: 0,
    mutationFn: (body: { name: string; isTest: boolean; scopes: KeyScope[]; expiresAt?: string }) =>
      unwrap(api.POST('/dashboard/api/keys', { body })),
    onSuccess: refreshKeys,
  })
}

/** Replaces an API key by a new one. Only this response contains the secret. */
export function useRotateKey() {
  return useMutation({
    meta: { shownInline: true },
    // Removes the secret from memory when its dialog closes.
    gcTime: 0,
    mutationFn: ({ tokenId, overlapHours }: { tokenId: string; overlapHours: number }) =>
      unwrap(
        api.POST('/dashboard/api/keys/{tokenId}/rotate', {
          params: { path: { tokenId } },
          body: { overlapHours },
        }),
      ),
    onSuccess: refreshKeys,
  })
}

/** Activates or deactivates an API key. */
export function useSetKeyActive() {
  return useMutation({
    meta: { failureTitle: 'The API key was not changed' },
    mutationFn: ({ tokenId, active }: { tokenId: string; active: boolean }) => {
      const params = { path: { tokenId } }
      return unwrap(
        active
          ? api.POST('/dashboard/api/keys/{tokenId}/activate', { params })
          : api.POST('/dashboard/api/keys/{tokenId}/deactivate', { params }),
      )
    },
    onSuccess: refreshKeys,
  })
}

/** Deletes an API key. */
export function useRemoveKey() {
  return useMutation({
    meta: { failureTitle: 'The API key was not deleted' },
    mutationFn: (tokenId: string) =>
      unwrap(api.DELETE('/dashboard/api/keys/{tokenId}', { params: { path: { tokenId } } })),
    onSuccess: refreshKeys,
  })
}

/** Refetches the API keys. */
export function refreshKeys(): Promise<void> {
  return queryClient.invalidateQueries(keysQuery)
}
