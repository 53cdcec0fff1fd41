import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

/** What the account has made, in a range of days. */
export type Usage = paths['/dashboard/api/usage']['get']['responses'][200]['content']['application/json']

/** The ranges that can be chosen, in days up to today. */
export const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]
export const DEFAULT_RANGE = '30'

const FRESH_MS = 60_000

/** The usage of the last `days` days, today included, as the account's days are. */
export function usageQuery(days: number) {
  return queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) =>
      answered(api.GET('/dashboard/api/usage', { params: { query: { days: String(days) } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

/** Reads the usage again, whatever the range. */
export function refreshUsage(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['usage'] })
}
