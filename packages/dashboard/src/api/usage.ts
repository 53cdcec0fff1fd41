import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { queryClient } from './query-client.ts'
import type { components } from './schema.ts'

/** Usage of the account in a range of days. */
export type Usage = components['schemas']['Usage']

const FRESH_MS = 60_000

/** Query of the usage of the last `days` days, including today, in the time zone of the account. */
export function usageQuery(days: number) {
  return queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/usage', { params: { query: { days: String(days) } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

/** Refetches the usage of all ranges. */
export function refreshUsage(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['usage'] })
}
