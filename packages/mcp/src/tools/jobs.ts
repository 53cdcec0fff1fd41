import { Type } from 'typebox'
import type { Job } from '@platen/client'
import { shortened } from '../texts.ts'
import { defineTool } from '../tool.ts'

const MESSAGE_LENGTH_MAX = 500

const Status = Type.Enum(['pending', 'processing', 'completed', 'failed'])
const jobFields = {
  jobId: Type.String(),
  status: Status,
  templateId: Type.String(),
  pagesGenerated: Type.Integer(),
  createdAt: Type.String(),
  completedAt: Type.Union([Type.String(), Type.Null()]),
  pdfUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'Link to the PDF, for the five days that it is stored.',
  }),
  message: Type.Union([Type.String(), Type.Null()], { description: 'Reason of a failure.' }),
}

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List jobs',
  description: 'Lists the jobs of the last 30 days, newest first. A job is a render in the background.',
  input: Type.Object({
    status: Type.Optional(Status),
    templateId: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default 20.' })),
    cursor: Type.Optional(Type.String({ description: 'The nextCursor of the previous page.' })),
  }),
  output: Type.Object({
    jobs: Type.Array(Type.Object(jobFields)),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ limit = 20, ...filter }, platen, signal) {
    const { jobs, nextCursor } = await platen.jobs.list({ ...filter, limit }, { signal })
    return { output: { jobs: jobs.map(summaryOf), nextCursor } }
  },
})

export const getJob = defineTool({
  name: 'get_job',
  title: 'Get a job',
  description:
    'Returns the status of a job, and the link to its PDF once it is completed. Most jobs take seconds: call again ' +
    'after a short while.',
  input: Type.Object({ jobId: Type.String() }),
  output: Type.Object({
    ...jobFields,
    recipients: Type.Array(
      Type.Object({ email: Type.String(), status: Type.String(), message: Type.Optional(Type.String()) }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ jobId }, platen, signal) {
    const job = await platen.jobs.get(jobId, { signal })
    return { output: { ...summaryOf(job), recipients: job.recipients } }
  },
})

function summaryOf({ jobId, status, templateId, pagesGenerated, ...rest }: Job) {
  const { createdAt, completedAt, pdfUrl, message } = rest
  return {
    jobId,
    status,
    templateId,
    pagesGenerated,
    createdAt,
    completedAt,
    pdfUrl,
    message: message === null ? null : shortened(message, MESSAGE_LENGTH_MAX),
  }
}
