import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { takeCallToken } from '../../accounts/call-limit.ts'
import { streamGenerationsCsv } from '../../generation/history/csv.ts'
import type { Database } from '../../database/database.ts'
import { generateAsync } from '../../generation/generate.ts'
import {
  findGeneration,
  type HistoryFilter,
  STORED_PHASES,
  listGenerationsPage,
  type GenerationSummary,
  type GenerationDetail,
} from '../../generation/history/history.ts'
import { pdfExpiry, pdfUrl } from '../../generation/urls.ts'
import type { Services } from '../../services.ts'
import { readGeneration } from '../fields/generation-body.ts'
import { JobParams } from '../schemas/params.ts'
import { failures, RenderBody } from '../schemas/schemas.ts'
import { JobCreated, JobDetail, JobFilter, JobPage, JobPosition } from './schemas/job-schemas.ts'
import { openRangeFrom, timeZoneFor } from '../schemas/day-ranges.ts'

const PAGE_LENGTH = 50

/** Routes `/jobs`: all renders of the last 30 days, synchronous and asynchronous, and the start of a job. */
export function jobHistoryRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.get(
      '/jobs',
      {
        schema: {
          operationId: 'listJobs',
          summary: 'List renders, newest first',
          tags: ['jobs'],
          querystring: Type.Object({ ...JobFilter.properties, ...JobPosition.properties }),
          response: { 200: JobPage, ...failures() },
        },
      },
      async ({ accountId, query }) => {
        const { generations, newer, older } = await listGenerationsPage(database, accountId, {
          filter: await filterFrom(database, accountId, query),
          position: { newerThan: query.newerThan, olderThan: query.olderThan },
          limit: PAGE_LENGTH,
        })
        return { jobs: generations.map(summaryResponse), newer: newer ?? null, older: older ?? null }
      },
    )

    app.post(
      '/jobs',
      {
        config: { hasData: true },
        // A job costs the same as a call with an API key, so it counts towards the same rate limit.
        onRequest: async ({ accountId }) =>
          await takeCallToken(database, accountId, services.settings.rateLimitPerMinute),
        schema: {
          operationId: 'createJob',
          summary: 'Generate a PDF in the background',
          description: 'Like POST /v1/pdf/generate with `async: true`, without an API key.',
          tags: ['jobs'],
          body: RenderBody,
          response: { ...failures(402, 404, 504), 202: JobCreated },
        },
      },
      async (request, reply) => {
        const { accountId, body, deadline } = request
        const generation = await readGeneration(body, { renderer: services.renderer, accountId, deadline })
        const { jobId } = await generateAsync(
          { ...services, telemetry: request.telemetry },
          { ...generation, accountId },
          deadline,
        )
        void reply.status(202)
        return { jobId }
      },
    )

    app.get(
      '/jobs.csv',
      {
        schema: {
          operationId: 'exportJobs',
          summary: 'Export all renders that match a filter as CSV',
          tags: ['jobs'],
          querystring: JobFilter,
          response: {
            200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } },
            ...failures(),
          },
        },
      },
      async ({ accountId, query }, reply) => {
        const filter = await filterFrom(database, accountId, query)
        return await reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="jobs.csv"')
          .header('cache-control', 'private, no-store')
          .send(Readable.from(streamGenerationsCsv(database, accountId, filter)))
      },
    )

    app.get(
      '/jobs/:jobId',
      {
        schema: {
          operationId: 'readJob',
          summary: 'Read a render with its phases, warnings, mails and link',
          tags: ['jobs'],
          params: JobParams,
          response: { 200: Type.Object({ job: JobDetail }), ...failures(404) },
        },
      },
      async ({ accountId, params }) => {
        const generation = await findGeneration(database, accountId, params.jobId)
        return { job: await detailResponse(services, generation) }
      },
    )
  }
}

async function filterFrom(
  database: Database,
  accountId: string,
  { state, template, key, mode, ...days }: Static<typeof JobFilter>,
): Promise<HistoryFilter> {
  const timeZone = await timeZoneFor(database, accountId, days)
  return { status: state, templateId: template, tokenId: key, mode, range: openRangeFrom(days, timeZone) }
}

function summaryResponse(generation: GenerationSummary) {
  const { generationId, isAsync, status, createdAt, completedAt, warnings, tokenId, keyName } = generation
  return {
    jobId: generationId,
    state: status,
    mode: isAsync ? ('async' as const) : ('sync' as const),
    template: {
      templateId: generation.templateId,
      name: generation.templateName,
      exists: generation.templateExists,
    },
    key: tokenId === null ? null : { tokenId, name: keyName ?? '' },
    pages: generation.pages,
    sheets: generation.sheets,
    size: generation.size,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    durationMs: generation.durationMs,
    warningCount: warnings.reduce((sum, { count }) => sum + count, 0),
    message: generation.message,
  }
}

async function detailResponse(services: Services, generation: GenerationDetail) {
  const { phases, warnings, attempts, recipients } = generation
  return {
    ...summaryResponse(generation),
    ...(await linkOf(services, generation)),
    attempts,
    phases: STORED_PHASES.flatMap((phase) => {
      const ms = phases?.[phase]
      return ms === undefined ? [] : [{ phase, ms }]
    }),
    warnings,
    recipients,
  }
}

async function linkOf(services: Services, generation: GenerationDetail) {
  const { fileId, completedAt, templateName, fileName } = generation
  if (fileId === null || completedAt === null) return { pdfUrl: null, expiresAt: null }
  const expiresAt = pdfExpiry(completedAt)
  const isExpired = expiresAt.getTime() <= Date.now()
  return {
    pdfUrl: isExpired ? null : await pdfUrl(services, { fileId, templateName, fileName }, completedAt),
    expiresAt: expiresAt.toISOString(),
  }
}
