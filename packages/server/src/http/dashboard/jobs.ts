import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countAsKeyCall } from '../../accounts/authenticate-key.ts'
import { generateAsync } from '../../generation/generate.ts'
import { streamJobsCsv } from '../../generation/history/csv.ts'
import { jobResponse } from '../../generation/history/job-response.ts'
import { findJob } from '../../generation/history/jobs.ts'
import type { Services } from '../../services.ts'
import { readGeneration } from '../fields/generation-body.ts'
import { generationStarted } from '../routes/generate.ts'
import { readJobs } from '../routes/jobs.ts'
import { filterOf } from '../schemas/day-ranges.ts'
import {
  JobDetailList,
  JobDetailResponse,
  JobDetailsFilter,
  JobDetailsQuery,
  JobStarted,
} from '../schemas/job-schemas.ts'
import { JobParams } from '../schemas/params.ts'
import { failures, RenderBody } from '../schemas/schemas.ts'
import { CsvFile, sendCsv } from '../protocol/csv-files.ts'

/** Routes `/jobs`: all renders of the last 30 days, synchronous and asynchronous, and the start of a job. */
export function jobHistoryRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, einvoices, settings } = services
  return async (app) => {
    app.get(
      '/jobs',
      {
        config: { permission: 'jobs:read' },
        schema: {
          summary: 'List renders, newest first',
          querystring: JobDetailsQuery,
          response: { 200: JobDetailList },
        },
      },
      async ({ accountId, query }) => await readJobs(services, accountId, query),
    )

    app.post(
      '/jobs',
      {
        config: { permission: 'jobs:write', hasData: true },
        // A job costs the same as a call with an API key, so it counts towards the same rate limit.
        onRequest: async ({ accountId }) =>
          await countAsKeyCall(database, accountId, settings.rateLimitPerMinute),
        schema: {
          summary: 'Generate a PDF in the background',
          description: 'Like POST /v1/pdf/generate with `async: true`, without an API key.',
          body: RenderBody,
          response: { ...failures(402, 404, 504), 202: JobStarted },
        },
      },
      async (request, reply) => {
        const { accountId, body, deadline } = request
        const input = await readGeneration(body, { einvoices, accountId, deadline })
        const { jobId } = await generateAsync(request.services, { ...input, accountId }, deadline)
        void reply.status(202)
        return { ...generationStarted(input.pages), jobId }
      },
    )

    app.get(
      '/jobs.csv',
      {
        config: { permission: 'jobs:read' },
        schema: {
          summary: 'Export all renders that match a filter as CSV',
          querystring: JobDetailsFilter,
          response: { 200: CsvFile },
        },
      },
      async ({ accountId, query }, reply) => {
        const filter = await filterOf(database, accountId, query)
        return await sendCsv(reply, 'jobs.csv', streamJobsCsv(database, accountId, filter))
      },
    )

    app.get(
      '/jobs/:jobId',
      {
        config: { permission: 'jobs:read' },
        schema: {
          summary: 'Read a render with its phases, warnings, mails and link',
          params: JobParams,
          response: { 200: JobDetailResponse },
        },
      },
      async ({ accountId, params: { jobId } }) => {
        const job = await findJob(database, accountId, jobId)
        return { job: await jobResponse(services, job) }
      },
    )
  }
}
