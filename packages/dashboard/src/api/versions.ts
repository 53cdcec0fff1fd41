import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.ts'

/** Version of a template, partial or asset, without its content. */
export type Version = components['schemas']['Version']

/** Template, partial or asset. `id` is the id of a template, or the name of a partial or asset. */
export interface ContentRef {
  kind: 'template' | 'partial' | 'asset'
  id: string
}

const VERSIONS = {
  template: '/dashboard/api/templates/{templateId}/versions',
  partial: '/dashboard/api/partials/{name}/versions',
  asset: '/dashboard/api/assets/{name}/versions',
} as const
const RESTORE = {
  template: '/dashboard/api/templates/{templateId}/versions/{number}/restore',
  partial: '/dashboard/api/partials/{name}/versions/{number}/restore',
  asset: '/dashboard/api/assets/{name}/versions/{number}/restore',
} as const

/** Query of the versions of a template, partial or asset, the newest first. */
export const versionsQuery = ({ kind, id }: ContentRef) =>
  queryOptions({
    queryKey: [`${kind}s`, 'versions', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET(VERSIONS[kind], { params: { path: idParameters(id) }, signal }))).versions,
    staleTime: 0,
  })

/** Query of one version of a template, with its source. */
export const templateVersionQuery = (templateId: string, number: number) =>
  queryOptions({
    queryKey: ['templates', 'version', templateId, number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/api/templates/{templateId}/versions/{number}', {
          params: { path: { templateId, number: String(number) } },
          signal,
        }),
      ),
    staleTime: Infinity,
  })

/** Reads the bytes of one version of an asset. */
export async function readAssetVersion(name: string, number: number): Promise<Blob> {
  const params = { path: { name, number: String(number) } }
  const path = '/dashboard/api/assets/{name}/versions/{number}'
  return await unwrap(api.GET(path, { params, parseAs: 'blob' }))
}

/** Restores a version as a new version. @param current version that is replaced; another one is a conflict (412). */
export async function restoreVersion(
  { kind, id }: ContentRef,
  number: number,
  current: Pick<Version, 'contentVersion'>,
): Promise<void> {
  const path = { ...idParameters(id), number: String(number) }
  const header = { 'if-match': `"${current.contentVersion}"` }
  await unwrap(api.POST(RESTORE[kind], { params: { path, header } }))
}

// The path of each kind has one of these parameters.
function idParameters(id: string) {
  return { templateId: id, name: id }
}
