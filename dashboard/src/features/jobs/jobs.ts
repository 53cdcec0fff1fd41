import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'
import { refreshCredits } from '../billing/billing.ts'

type Page = paths['/dashboard/api/jobs']['get']['responses'][200]['content']['application/json']
/** A generation as it is listed. */
export type Job = Page['jobs'][number]
/** The same with all that is known of it. */
export type JobDetail =
  paths['/dashboard/api/jobs/{jobId}']['get']['responses'][200]['content']['application/json']['job']
/** What is asked for: a filter, and which page of what fits it. */
export type JobsQuery = NonNullable<paths['/dashboard/api/jobs']['get']['parameters']['query']>

// What is under way is looked at again this often.
const LOOK_AGAIN_MS = 3_000

/** One page of the jobs that fit. Those that are under way are followed. */
export function jobsQuery(query: JobsQuery) {
  return queryOptions({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => answered(api.GET('/dashboard/api/jobs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  })
}

/** One job with all that is known of it. It is followed to its end, and its mails to theirs. */
export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', 'one', jobId],
    queryFn: async ({ signal }) =>
      (await answered(api.GET('/dashboard/api/jobs/{jobId}', { params: { path: { jobId } }, signal }))).job,
    refetchInterval: ({ state: { data } }) =>
      data && (isUnderWay(data) || data.recipients.some(({ status }) => status === 'queued'))
        ? LOOK_AGAIN_MS
        : false,
  })
}

/** Makes a PDF in the background, as a program would by its call. */
export function useCreateJob() {
  return useMutation({
    meta: { shownInline: true },
    // The data may be personal: not kept in memory after the dialog is closed.
    gcTime: 0,
    mutationFn: (body: { templateId: string; data: object; sendEmail?: string[] }) =>
      answered(api.POST('/dashboard/api/jobs', { body })),
    // Not waited for: the job's own page is next.
    onSuccess: () => {
      void refreshJobs()
      void refreshCredits()
    },
  })
}

/** Reads the lists of jobs again. */
export function refreshJobs(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['jobs'] })
}

/** All jobs that fit a filter, as a file. */
export function readJobsCsv(query: JobsQuery): Promise<Blob> {
  const { olderThan: _, newerThan: __, ...filter } = query
  return answered(api.GET('/dashboard/api/jobs.csv', { params: { query: filter }, parseAs: 'blob' }))
}

function isUnderWay({ state }: Pick<Job, 'state'>): boolean {
  return state === 'pending' || state === 'processing'
}
