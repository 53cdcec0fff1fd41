import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jobAnswer } from '../../generation/job-answer.ts'
import { findJob } from '../../generation/jobs.ts'
import type { Services } from '../../services.ts'
import { JobParams } from '../params.ts'
import { failures, JobFound } from '../schemas.ts'

/** `GET /v1/jobs/{jobId}`: how far an asynchronous generation is. */
export function jobRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:jobId',
      {
        schema: {
          summary: 'Ask how far an asynchronous generation is',
          tags: ['pdf'],
          params: JobParams,
          response: { 200: JobFound, ...failures(404) },
        },
      },
      async (request) => {
        const job = await findJob(services.database, request.accountId, request.params.jobId)
        return { job: await jobAnswer(services, job) }
      },
    )
  }
}
