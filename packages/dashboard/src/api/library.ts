import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.ts'

/** Partial in the list. */
export type PartialOverview = components['schemas']['LibraryPartial']
/** Asset: an image or a font. */
export type Asset = components['schemas']['Asset']

/** Query of the partials of the account. */
export const partialsQuery = queryOptions({
  queryKey: ['partials', 'list'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/partials', { signal }))).partials,
})

/** Query of the assets of the account. */
export const assetsQuery = queryOptions({
  queryKey: ['assets', 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/assets', { signal })),
})
