import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { assetNameOf } from '../../api/asset-name.ts'
import { putAsset } from '../../api/assets.ts'
import { assetsQuery, partialsQuery } from '../../api/library.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components, paths } from '../../api/schema.ts'
import { backupKeys } from '../../backups/keys.ts'
import { removeBackup } from '../../backups/store.ts'

/** Partial with its source. */
export type PartialWithContent = components['schemas']['PartialWithContent']

/** Query of a partial for its editor. */
export const partialQuery = (name: string) =>
  queryOptions({
    queryKey: ['partials', 'one', name],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/dashboard/api/partials/{name}', { params: { path: { name } }, signal })))
        .partial,
    // Never refetched while it is edited. Saving detects a version that was saved meanwhile.
    staleTime: 'static',
  })

/** Query of the current version of a partial. */
export const currentPartialQuery = (name: string) =>
  queryOptions({ ...partialQuery(name), queryKey: ['partials', 'current', name], staleTime: 0, gcTime: 0 })

/** Templates and partials that call a partial. */
export type PartialUses =
  paths['/dashboard/api/partials/{name}/uses']['get']['responses']['200']['content']['application/json']

/** Query of the templates and partials that call a partial. */
export const partialUsesQuery = (name: string) =>
  queryOptions({
    queryKey: ['partials', 'uses', name],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/partials/{name}/uses', { params: { path: { name } }, signal })),
    // The editor works without them.
    throwOnError: false,
  })

/** Saves a partial. `knownVersion`: contentVersion on which the text is based; `undefined` for a new partial. */
export function useSavePartial() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: ({ name, content, knownVersion }: { name: string; content: string; knownVersion?: string }) =>
      unwrap(
        api.PUT('/dashboard/api/partials/{name}', {
          params: {
            path: { name },
            header:
              knownVersion === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${knownVersion}"` },
          },
          body: { content, contentEncoding: 'utf-8' },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries(partialsQuery),
  })
}

/** Deletes a partial. */
export function useRemovePartial() {
  return useMutation({
    meta: { failureTitle: 'The partial was not deleted' },
    mutationFn: (name: string) =>
      unwrap(api.DELETE('/dashboard/api/partials/{name}', { params: { path: { name } } })),
    onSuccess: async (_removed, name) => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (me) await removeBackup(me.account.userId, backupKeys.partial(name))
      await queryClient.invalidateQueries(partialsQuery)
    },
  })
}

/** Uploads files as assets, one after the other. A file with the name of an existing asset replaces it. */
export function usePutAssets() {
  return useMutation({
    meta: { failureTitle: 'The asset was not uploaded' },
    mutationFn: async (files: File[]) => {
      for (const file of files) await putAsset(assetNameOf(file.name), file)
    },
  })
}

/** Deletes an asset. */
export function useRemoveAsset() {
  return useMutation({
    meta: { failureTitle: 'The asset was not deleted' },
    mutationFn: (name: string) =>
      unwrap(api.DELETE('/dashboard/api/assets/{name}', { params: { path: { name } } })),
    onSuccess: () => queryClient.invalidateQueries(assetsQuery),
  })
}
