import type { Job } from '@platen/client'
import { type CallerCommand, optional, positionals, table, UsageError, wholeNumber } from '../command.ts'
import { formatTime } from '../output/times.ts'
import type { CallerCall } from '../caller.ts'
import { readMappings } from '../project/manifest.ts'
import { findTemplateReference } from '../project/references.ts'
import { showProgress } from '../output/progress.ts'
import { checkOutput, save } from '../output/save.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
const LIMIT_MAX = 100

export const jobCommands: CallerCommand[] = [
  {
    name: 'jobs',
    help: 'Lists the jobs of the last 30 days, the newest first. DAY is a date such as 2026-11-21. Only renders with --async are jobs.',
    options: {
      status: { type: 'string', help: 'Only jobs with this status.' },
      template: {
        type: 'string',
        short: 't',
        help: 'Only jobs of this template: id, name or file in platen.json.',
      },
      from: { type: 'string', help: 'First day.' },
      to: { type: 'string', help: 'Last day.' },
      limit: { type: 'string', help: `Number of jobs, at most ${LIMIT_MAX}. Default: 50.` },
      cursor: { type: 'string', help: 'Continue the list: the cursor that the previous call printed.' },
    },
    async run(call) {
      if (call.positionals[0] !== 'list' || call.positionals.length > 1) positionals(call)
      const client = await call.client()
      const filter = {
        status: statusOf(optional(call, 'status')),
        templateId: await templateOf(call, optional(call, 'template')),
        from: optional(call, 'from'),
        to: optional(call, 'to'),
        limit: limitOf(optional(call, 'limit')),
        cursor: optional(call, 'cursor'),
      }
      const { jobs, nextCursor } = await client.jobs.list(filter, { signal: call.signal })
      const more = nextCursor === null ? '' : `\n\nMore jobs: --cursor ${nextCursor}`
      return {
        text:
          jobs.length === 0 ? 'No jobs found. Only renders with --async are jobs.' : jobTable(jobs) + more,
        json: { jobs, nextCursor },
      }
    },
  },
  {
    name: 'jobs get',
    options: {},
    async run(call) {
      const [jobId] = positionals(call, 'JOB_ID')
      const job = await (await call.client()).jobs.get(jobId, { signal: call.signal })
      return { text: formatJob(job), json: job }
    },
  },
  {
    name: 'jobs wait',
    help: 'Exits with 1 if the job fails. Ctrl-C stops waiting, and the job continues.',
    options: {
      output: {
        type: 'string',
        short: 'o',
        help: 'Write the PDF to this file, or to standard output with -.',
      },
    },
    async run(call) {
      const [jobId] = positionals(call, 'JOB_ID')
      const { terminal, signal } = call
      const output = optional(call, 'output')
      if (output === '-' && call.options['json'] === true)
        throw new UsageError('--output - writes only the PDF to standard output. Remove --json.')
      await checkOutput(output)
      const client = await call.client()
      const job = await showProgress(terminal, `Waiting for job ${withoutControls(jobId)}`, () =>
        client.jobs.wait(jobId, { signal }),
      )
      // JSON omits the functions `download` and `stream`.
      if (output === undefined) return { text: job.pdfUrl, json: job }
      await save(job, output, signal)
      if (output === '-') return { text: '', json: undefined }
      return { text: `Wrote ${withoutControls(output)}: ${formatJobSize(job)}.`, json: { ...job, output } }
    },
  },
]

function statusOf(text: string | undefined): Job['status'] | undefined {
  const status = STATUSES.find((one) => one === text)
  if (text === undefined || status !== undefined) return status
  throw new UsageError(`--status must be one of ${STATUSES.join(', ')}, not "${text}".`)
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = wholeNumber(text, '--limit')
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new UsageError(`--limit must be 1 to ${LIMIT_MAX}, not ${text}.`)
}

async function templateOf(call: CallerCall, reference: string | undefined): Promise<string | undefined> {
  if (reference === undefined) return undefined
  const client = await call.client()
  const folder = process.cwd()
  const list = () => client.templates.list({ signal: call.signal })
  return (await findTemplateReference(reference, { folder, mappings: await readMappings(folder), list }))
    .templateId
}

function jobTable(jobs: Job[]): string {
  return table(
    ['JOB ID', 'STATUS', 'CREATED', 'PAGES', 'SIZE', 'TEMPLATE ID'],
    jobs.map(({ jobId, status, createdAt, pagesGenerated, size, templateId }) => [
      jobId,
      status,
      formatTime(createdAt),
      String(pagesGenerated),
      size === null ? '' : formatBytes(size),
      templateId,
    ]),
  )
}

function formatJob(job: Job): string {
  const { jobId, status, templateId, createdAt, completedAt, message, pdfUrl, recipients } = job
  const lines = [
    `Job       ${jobId}`,
    `Status    ${status}${message === null ? '' : `: ${withoutControls(message)}`}`,
    `Template  ${templateId}`,
    `Created   ${formatTime(createdAt)}`,
    ...(completedAt === null ? [] : [`Ended     ${formatTime(completedAt)}`]),
    `Size      ${formatJobSize(job)}`,
    ...recipients.map(
      ({ email, status, message }) =>
        `Mail to   ${withoutControls(email)}: ${status}${message === undefined ? '' : `, ${withoutControls(message)}`}`,
    ),
    ...(pdfUrl === null ? [] : [`PDF       ${pdfUrl}`]),
  ]
  return lines.join('\n')
}

function formatJobSize({ pagesGenerated, size }: Pick<Job, 'pagesGenerated' | 'size'>): string {
  return [formatCount(pagesGenerated, 'page'), ...(size === null ? [] : [formatBytes(size)])].join(', ')
}
