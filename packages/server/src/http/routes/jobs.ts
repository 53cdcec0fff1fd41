import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jobResponse } from '../../generation/history/job-response.ts'
import { listJobs } from '../../generation/history/job-list.ts'
import { findJob } from '../../generation/history/jobs.ts'
import type { Services } from '../../services.ts'
import { JobParams } from '../schemas/params.ts'
import { JobResponse, JobList, JobsQuery } from '../schemas/job-schemas.ts'
import { openRangeFrom, timeZoneFor } from '../schemas/day-ranges.ts'
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
      async ({ accountId, query }) => {
        const { status, templateId, cursor: olderThan, limit = PAGE_LENGTH } = query
        const range = openRangeFrom(query, await timeZoneFor(services.database, accountId, query))
        const { jobs, older } = await listJobs(services.database, accountId, {
          filter: { status, templateId, range },
          olderThan,
          limit: Number(limit),
        })
        return {
          jobs: await Promise.all(jobs.map((job) => jobResponse(services, job))),
          nextCursor: older ?? null,
        }
      },
    )

    app.get(
      '/jobs/:jobId',
      {
        schema: {
          summary: 'Read the status of a job',
          tags: ['pdf'],
          params: JobParams,
          response: { 200: JobResponse, ...failures(404) },
        },
      },
      async (request) => {
        const job = await findJob(services.database, request.accountId, request.params.jobId)
        return { job: await jobResponse(services, job) }
      },
    )
  }
}
