import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jobResponse } from '../../generation/history/job-response.ts'
import { findJob, type JobFilter, listJobs } from '../../generation/history/jobs.ts'
import type { Services } from '../../services.ts'
import { JobParams } from '../schemas/params.ts'
import { JobList, JobResponse, JobsQuery } from '../schemas/job-schemas.ts'
import { filterOf } from '../schemas/day-ranges.ts'
import { failures } from '../schemas/schemas.ts'

const PAGE_LENGTH = '50'

/** Routes `GET /v1/jobs` and `GET /v1/jobs/{jobId}`: status of jobs. */
export function jobRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs',
      {
        schema: {
          summary: 'List jobs, newest first',
          description:
            'Lists the jobs of the last 30 days. A job is an asynchronous call. `from` and `to` are the days in ' +
            '`timeZone` on which the jobs were created. GET /v1/usage also counts synchronous calls.',
          tags: ['pdf'],
          querystring: JobsQuery,
          response: { 200: JobList, ...failures(504) },
        },
      },
      async ({ accountId, query }) => await readJobs(services, accountId, { ...query, mode: 'async' }),
    )

    app.get(
      '/jobs/:jobId',
      {
        // The id is known only to the caller of the job and to keys that may list jobs.
        config: { scope: 'any' },
        schema: {
          summary: 'Read the status of a job',
          tags: ['pdf'],
          params: JobParams,
          response: { 200: JobResponse },
        },
      },
      async ({ accountId, params: { jobId } }) => {
        const job = await findJob(services.database, accountId, jobId, 'async')
        return { job: await jobResponse(services, job) }
      },
    )
  }
}

/** Returns the page of the list of jobs that a query selects, for the API and the dashboard. */
export async function readJobs(
  services: Services,
  accountId: string,
  query: Partial<JobFilter> & { cursor?: string; limit?: string },
) {
  const { cursor, limit = PAGE_LENGTH, ...filter } = query
  const { rows, nextCursor } = await listJobs(services.database, accountId, {
    filter: await filterOf(services.database, accountId, filter),
    cursor,
    limit: Number(limit),
  })
  return { jobs: await Promise.all(rows.map((job) => jobResponse(services, job))), nextCursor }
}
