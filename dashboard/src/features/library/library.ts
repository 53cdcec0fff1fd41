import { queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'
import { draftKeys } from '../../drafts/keys.ts'
import { removeDraft } from '../../drafts/store.ts'

/** A partial in the list. */
export type SharedPartial =
  paths['/dashboard/api/partials']['get']['responses'][200]['content']['application/json']['partials'][number]
/** A partial with its source. */
export type PartialWithContent =
  paths['/dashboard/api/partials/{name}']['get']['responses'][200]['content']['application/json']['partial']
/** A version of a partial, without its source. */
export type PartialVersion =
  paths['/dashboard/api/partials/{name}/versions']['get']['responses'][200]['content']['application/json']['versions'][number]
/** A picture or a font. */
export type Asset =
  paths['/dashboard/api/assets']['get']['responses'][200]['content']['application/json']['assets'][number]

const NONE_SEEN = '"0"'

export const partialsQuery = queryOptions({
  queryKey: ['partials', 'list'],
  queryFn: async ({ signal }) => (await answered(api.GET('/dashboard/api/partials', { signal }))).partials,
})

export const partialQuery = (name: string) =>
  queryOptions({
    queryKey: ['partials', 'one', name],
    queryFn: async ({ signal }) =>
      (await answered(api.GET('/dashboard/api/partials/{name}', { params: { path: { name } }, signal })))
        .partial,
    // What is being edited does not change under one's hands; saving tells when somebody else has saved.
    staleTime: 'static',
  })

/** Returns the partial as it is saved at the moment of the call. */
export const partialNowQuery = (name: string) =>
  queryOptions({ ...partialQuery(name), queryKey: ['partials', 'now', name], staleTime: 0, gcTime: 0 })

export const partialVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['partials', 'versions', name],
    queryFn: async ({ signal }) =>
      (
        await answered(
          api.GET('/dashboard/api/partials/{name}/versions', { params: { path: { name } }, signal }),
        )
      ).versions,
    staleTime: 0,
  })

export const assetsQuery = queryOptions({
  queryKey: ['assets', 'list'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/assets', { signal })),
})

/** A picture as a `data:` address; for each content one. */
export const assetPictureQuery = ({ name, contentVersion, contentType }: Asset) =>
  queryOptions({
    queryKey: ['assets', 'picture', name, contentVersion],
    queryFn: async ({ signal }) => {
      const params = { path: { name } }
      const blob = await answered(
        api.GET('/dashboard/api/assets/{name}', { params, parseAs: 'blob', signal }),
      )
      return await dataAddress(new Blob([blob], { type: contentType }))
    },
    staleTime: Infinity,
    throwOnError: false,
  })

/** Saves a partial upon the version that its author has seen; none for a new one. */
export function useSavePartial() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: ({ name, content, seen }: { name: string; content: string; seen?: number }) =>
      answered(
        api.PUT('/dashboard/api/partials/{name}', {
          params: { path: { name }, header: { 'if-match': seen === undefined ? NONE_SEEN : `"${seen}"` } },
          body: { content },
        }),
      ),
    onSuccess: ({ name }) => refreshPartials(name),
  })
}

/** Takes up an older version again. */
export function useRestorePartial(name: string) {
  return useMutation({
    mutationFn: (version: number) =>
      answered(
        api.POST('/dashboard/api/partials/{name}/restore', { params: { path: { name } }, body: { version } }),
      ),
    onSuccess: () => refreshPartials(name),
  })
}

/** Deletes a partial. */
export function useRemovePartial() {
  return useMutation({
    mutationFn: (name: string) =>
      answered(api.DELETE('/dashboard/api/partials/{name}', { params: { path: { name } } })),
    onSuccess: async (_removed, name) => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (me) await removeDraft(me.account.userId, draftKeys.partial(name))
      await queryClient.invalidateQueries(partialsQuery)
    },
  })
}

/** Stores files, one after the other. */
export function usePutAssets() {
  return useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        await answered(
          api.PUT('/dashboard/api/assets/{name}', {
            params: { path: { name: assetNameOf(file.name) } },
            headers: { 'content-type': file.type || 'application/octet-stream' },
            body: file,
            bodySerializer: () => file,
          }),
        )
      }
    },
    onSettled: () => queryClient.invalidateQueries(assetsQuery),
  })
}

/** Deletes an asset. */
export function useRemoveAsset() {
  return useMutation({
    mutationFn: (name: string) =>
      answered(api.DELETE('/dashboard/api/assets/{name}', { params: { path: { name } } })),
    onSuccess: () => queryClient.invalidateQueries(assetsQuery),
  })
}

/** "My logo (1).png" becomes "My-logo-1-.png": what a name may be. */
function assetNameOf(fileName: string): string {
  return fileName
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/g, '')
}

async function refreshPartials(name: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(partialsQuery),
    queryClient.invalidateQueries(partialVersionsQuery(name)),
  ])
}

function dataAddress(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
  reader.readAsDataURL(blob)
  return promise
}
