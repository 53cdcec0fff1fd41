import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { queryClient } from './query-client.ts'
import type { components, paths } from './schema.ts'
import { refreshCredits } from './billing.ts'

/** Job, or synchronous render. */
export type Job = components['schemas']['JobDetail']
/** Query parameters of the list: a filter and a page. */
export type JobsQuery = NonNullable<paths['/dashboard/api/jobs']['get']['parameters']['query']>

// Refetch interval while a job has not ended.
const POLL_MS = 3_000

/** Query of one page of the jobs that match. It is refetched while one of them has not ended. */
export function jobsQuery(query: JobsQuery) {
  return queryOptions({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/jobs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnfinished) ? POLL_MS : false),
  })
}

/** Query of one job. It is refetched until the job has ended and its mails are sent. */
export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', 'one', jobId],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/dashboard/api/jobs/{jobId}', { params: { path: { jobId } }, signal }))).job,
    refetchInterval: ({ state: { data } }) =>
      data && (isUnfinished(data) || data.recipients.some(({ status }) => status === 'queued'))
        ? POLL_MS
        : false,
  })
}

/** Creates a job, as an asynchronous call of a program does. */
export function useCreateJob() {
  return useMutation({
    meta: { shownInline: true },
    // The data may be personal: it is removed from memory when the dialog closes.
    gcTime: 0,
    mutationFn: (body: { templateId: string; data: object; sendEmail?: string[] }) =>
      unwrap(api.POST('/dashboard/api/jobs', { body })),
    // Not awaited: the page of the job is shown next.
    onSuccess: () => {
      void refreshJobs()
      void refreshCredits()
    },
  })
}

/** Refetches the lists of jobs. */
export function refreshJobs(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['jobs'] })
}

/** Reads all jobs that match a filter as a CSV file. */
export function readJobsCsv(query: JobsQuery): Promise<Blob> {
  const { cursor: _, limit: __, ...filter } = query
  return unwrap(api.GET('/dashboard/api/jobs.csv', { params: { query: filter }, parseAs: 'blob' }))
}

function isUnfinished({ status }: Job): boolean {
  return status === 'pending' || status === 'processing'
}
