import type { Job, Platen } from '@platen/client'
import {
  type CommandDefinitions,
  examples,
  Option,
  type Result,
  table,
  UsageError,
  wholeNumber,
} from '../command.ts'
import { formatTime } from '../output/times.ts'
import type { CallerCall } from '../caller.ts'
import { findTemplate } from '../project/find-template.ts'
import { STATE_FORMATS } from '../output/colours.ts'
import { showProgress } from '../output/progress.ts'
import { checkOutput, save } from '../output/save.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
const LIMIT_MAX = 100

export const jobCommands: CommandDefinitions<CallerCall> = {
  'jobs list': (command, run) =>
    command
      .description(
        'Lists the jobs of the last 30 days, the newest first. DAY is a date such as 2026-11-21. Only renders with --async are jobs.',
      )
      .addOption(new Option('--status <STATUS>', 'Only jobs with this status.').choices(STATUSES))
      .option('-t, --template <TEMPLATE>', 'Only jobs of this template: id, name or file in platen.json.')
      .option('--from <DAY>', 'First day.')
      .option('--to <DAY>', 'Last day.')
      .option(
        '--limit <NUMBER>',
        `Number of jobs, at most ${LIMIT_MAX}. Default: 50.`,
        wholeNumber({ min: 1, max: LIMIT_MAX }),
      )
      .option('--cursor <CURSOR>', 'Continue the list: the cursor that the previous call printed.')
      .addHelpText(
        'after',
        examples('platen jobs --limit 5', 'platen jobs --status failed --from 2026-11-21'),
      )
      .action(({ status, template, from, to, limit, cursor }) =>
        run(async (call) => {
          const client = await call.client()
          const templateId =
            template === undefined ? undefined : (await findTemplate(call, template)).templateId
          const { jobs, nextCursor } = await client.jobs.list(
            { status, templateId, from, to, limit, cursor },
            { signal: call.signal },
          )
          const more = nextCursor === null ? '' : `\n\nMore jobs: --cursor ${nextCursor}`
          return {
            text:
              jobs.length === 0
                ? 'No jobs found. Only renders with --async are jobs.'
                : jobTable(jobs, await templateNames(client, call.signal)) + more,
            json: { jobs, nextCursor },
            formats: { hasHeader: jobs.length > 0, words: STATE_FORMATS },
          }
        }),
      ),
  'jobs get': (command, run) =>
    command
      .argument('<JOB_ID>', 'Id of the job.')
      .addHelpText('after', examples('platen jobs get 5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10'))
      .action((jobId) =>
        run(async (call) => {
          const job = await (await call.client()).jobs.get(jobId, { signal: call.signal })
          return { text: formatJob(job), json: job }
        }),
      ),
  'jobs wait': (command, run) =>
    command
      .description('Exits with 1 if the job fails. Ctrl-C stops waiting, and the job continues.')
      .argument('<JOB_ID>', 'Id of the job.')
      .option('-o, --output <FILE>', 'Write the PDF to this file, or to standard output with -.')
      .addHelpText(
        'after',
        examples('platen jobs wait 5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10 --output invoice.pdf'),
      )
      .action((jobId, { output }) => run((call) => waitForJob(call, jobId, output))),
}

async function waitForJob(call: CallerCall, jobId: string, output: string | undefined): Promise<Result> {
  const { terminal, signal } = call
  if (output === '-' && call.isJson)
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
}

/** Returns the names of the templates by their ids. Without them, the jobs are still shown. */
async function templateNames(client: Platen, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const templates = await client.templates.list({ archived: 'include', signal }).catch(() => [])
  signal.throwIfAborted()
  return new Map(templates.map(({ templateId, name }) => [templateId, name]))
}

/** Formats a table of jobs. @param names names of the templates; a deleted template is shown by its id. */
function jobTable(jobs: Job[], names: ReadonlyMap<string, string>): string {
  return table(
    ['JOB ID', 'STATUS', 'CREATED', 'PAGES', 'SIZE', 'TEMPLATE'],
    jobs.map(({ jobId, status, createdAt, pagesGenerated, size, templateId }) => [
      jobId,
      status,
      formatTime(createdAt),
      String(pagesGenerated),
      size === null ? '' : formatBytes(size),
      withoutControls(names.get(templateId) ?? templateId),
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
