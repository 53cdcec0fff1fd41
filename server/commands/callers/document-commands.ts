import type { CallerCommand, Listed } from '../command.ts'

const templates = async () => (await import('./templates.ts')).templateCommands
const parts = async () => (await import('./parts.ts')).partCommands
const jobs = async () => (await import('./jobs.ts')).jobCommands
const usage = async () => (await import('./usage.ts')).usageCommands

function partCommands(words: 'partials' | 'assets'): Listed<CallerCommand>[] {
  return [
    { name: words, usage: '[list]', load: parts },
    { name: `${words} get`, usage: 'NAME [--output FILE]', load: parts },
    { name: `${words} pull`, usage: '[NAME…] [--all] [--force]', load: parts },
    { name: `${words} push`, usage: '[FILE…] [--force]', load: parts },
    { name: `${words} delete`, usage: 'NAME… [--yes]', load: parts },
  ]
}

/** Templates as files, what they share, and what is made of them. */
export const DOCUMENT_COMMANDS: readonly Listed<CallerCommand>[] = [
  { name: 'templates', usage: '[list]', load: templates },
  { name: 'templates get', usage: 'TEMPLATE [--output FILE]', load: templates },
  { name: 'templates pull', usage: '[TEMPLATE…] [--all] [--output FILE] [--force]', load: templates },
  {
    name: 'templates push',
    usage: '[FILE…] [--force] [--new] [--name NAME] [--description TEXT]',
    load: templates,
  },
  { name: 'templates diff', usage: '[FILE…] [--exit-code]', load: templates },
  { name: 'templates delete', usage: 'TEMPLATE… [--yes]', load: templates },
  ...partCommands('partials'),
  ...partCommands('assets'),
  {
    name: 'generate',
    usage:
      '--template TEMPLATE --data FILE [--output FILE] [--sheet NUMBER] [--width PIXELS] [--options FILE] [--dry-run] [--async] [--email ADDRESS…] [--idempotency-key KEY] [--open]',
    load: async () => [(await import('./generate.ts')).generateCommand],
  },
  {
    name: 'jobs',
    usage:
      '[list] [--status pending|processing|completed|failed] [--template TEMPLATE] [--from DAY] [--to DAY] [--limit NUMBER] [--cursor CURSOR]',
    load: jobs,
  },
  { name: 'jobs get', usage: 'JOB_ID', load: jobs },
  { name: 'jobs wait', usage: 'JOB_ID [--output FILE]', load: jobs },
  {
    name: 'usage',
    usage: '[--from DAY] [--to DAY] [--days NUMBER] [--time-zone NAME]',
    load: usage,
  },
  { name: 'credits', usage: '', load: usage },
  {
    name: 'dev',
    usage: 'FILE [--data FILE] [--port PORT] [--open]',
    load: async () => [(await import('./dev.ts')).devCommand],
  },
  {
    name: 'check',
    usage: 'FILE… [--data FILE] [--strict]',
    load: async () => [(await import('./check.ts')).checkCommand],
  },
]
