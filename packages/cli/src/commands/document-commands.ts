import type { CallerCommand, CommandEntry } from '../command.ts'
import { loadOptional } from '../optional-packages.ts'

const templates = async () => (await import('./templates.ts')).templateCommands
const library = async () => (await import('./library.ts')).libraryCommands
const jobs = async () => (await import('./jobs.ts')).jobCommands
const usage = async () => (await import('./usage.ts')).usageCommands

/** Loads commands that render on this machine. */
const local = (load: () => Promise<CallerCommand[]>) => async () =>
  await loadOptional('@platen/renderer', load)

function libraryCommands(words: 'partials' | 'assets'): CommandEntry<CallerCommand>[] {
  return [
    { name: words, usage: '[list]', summary: `List the ${words} of the account.`, load: library },
    {
      name: `${words} get`,
      usage: 'NAME [--output FILE]',
      summary: `Print ${words === 'assets' ? 'an asset' : 'the source of a partial'}, or write it to a file.`,
      load: library,
    },
    {
      name: `${words} pull`,
      usage: '[NAME…] [--all] [--force]',
      summary: `Write ${words} of the account to files.`,
      load: library,
    },
    {
      name: `${words} push`,
      usage: '[FILE…] [--force]',
      summary: `Send files to the account as ${words}.`,
      load: library,
    },
    {
      name: `${words} delete`,
      usage: 'NAME… [--yes]',
      summary: `Delete ${words} permanently.`,
      load: library,
    },
  ]
}

/** Commands for templates, partials, assets, renders, jobs and usage. */
export const DOCUMENT_COMMANDS: readonly CommandEntry<CallerCommand>[] = [
  {
    name: 'dev',
    usage: 'FILE [--data FILE] [--port PORT] [--open]',
    summary: 'Show a template in the browser and render it again at each change.',
    load: local(async () => [(await import('./dev.ts')).devCommand]),
  },
  {
    name: 'check',
    usage: 'FILE… [--data FILE] [--strict]',
    summary: 'Render templates on this machine and report errors and warnings.',
    load: local(async () => [(await import('./check.ts')).checkCommand]),
  },
  { name: 'templates', usage: '[list]', summary: 'List the templates of the account.', load: templates },
  {
    name: 'templates get',
    usage: 'TEMPLATE [--output FILE]',
    summary: 'Print the source of a template, or write it to a file.',
    load: templates,
  },
  {
    name: 'templates id',
    usage: 'TEMPLATE',
    summary: 'Print the id of a template.',
    load: templates,
  },
  {
    name: 'templates pull',
    usage: '[TEMPLATE…] [--all] [--output FILE] [--force]',
    summary: 'Write templates, their sample data and their schemas to files.',
    load: templates,
  },
  {
    name: 'templates push',
    usage: '[FILE…] [--force] [--new] [--name NAME] [--description TEXT]',
    summary: 'Send files to the account as templates, with their sample data and schemas.',
    load: templates,
  },
  {
    name: 'templates diff',
    usage: '[FILE…] [--exit-code]',
    summary: 'Show what a push would change.',
    load: templates,
  },
  {
    name: 'templates delete',
    usage: 'TEMPLATE… [--yes]',
    summary: 'Delete templates permanently.',
    load: templates,
  },
  ...libraryCommands('partials'),
  ...libraryCommands('assets'),
  {
    name: 'generate',
    usage:
      '--template TEMPLATE --data FILE [--output FILE] [--sheet NUMBER] [--width PIXELS] [--options FILE] [--dry-run] [--async] [--email ADDRESS…] [--idempotency-key KEY] [--open]',
    summary: 'Render a PDF from a template and data.',
    load: async () => [(await import('./generate.ts')).generateCommand],
  },
  {
    name: 'jobs',
    usage:
      '[list] [--status pending|processing|completed|failed] [--template TEMPLATE] [--from DAY] [--to DAY] [--limit NUMBER] [--cursor CURSOR]',
    summary: 'List the jobs (renders in the background).',
    load: jobs,
  },
  { name: 'jobs get', usage: 'JOB_ID', summary: 'Show the state of a job.', load: jobs },
  {
    name: 'jobs wait',
    usage: 'JOB_ID [--output FILE]',
    summary: 'Wait until a job ends, and print the link to its PDF.',
    load: jobs,
  },
  {
    name: 'usage',
    usage: '[--from DAY] [--to DAY] [--days NUMBER] [--time-zone NAME]',
    summary: 'Show pages, calls and failures by day, template and key.',
    load: usage,
  },
  { name: 'credits', usage: '', summary: 'Show the credits of the account.', load: usage },
]
