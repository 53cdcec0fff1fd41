import type { Usage } from '@platen/client'
import { type CallerCommand, optional, positionals, table, wholeNumber } from '../command.ts'
import { formatTime } from '../output/times.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'

export const usageCommands: CallerCommand[] = [
  {
    name: 'usage',
    help: 'DAY is a date such as 2026-11-21.',
    options: {
      from: { type: 'string', help: 'First day.' },
      to: { type: 'string', help: 'Last day.' },
      days: { type: 'string', help: 'Number of days up to today. Default: 30.' },
      'time-zone': { type: 'string', help: 'Time zone of the days. Default: the time zone of the account.' },
    },
    async run(call) {
      positionals(call)
      const days = optional(call, 'days')
      const usage = await (
        await call.client()
      ).usage(
        {
          from: optional(call, 'from'),
          to: optional(call, 'to'),
          days: days === undefined ? undefined : wholeNumber(days, '--days'),
          timeZone: optional(call, 'time-zone'),
        },
        { signal: call.signal },
      )
      return { text: formatUsage(usage), json: usage }
    },
  },
  {
    name: 'credits',
    help: 'A page costs one credit.',
    options: {},
    async run(call) {
      positionals(call)
      const credits = await (await call.client()).credits({ signal: call.signal })
      const { available, reserved, billingUrl } = credits
      const reservedNote =
        reserved === 0 ? '' : `, ${reserved.toLocaleString('en')} more reserved for PDFs in progress`
      return {
        text: `${formatCount(available, 'credit')}${reservedNote}. More: ${billingUrl}`,
        json: credits,
      }
    },
  },
]

function formatUsage({
  from,
  to,
  timeZone,
  pages,
  completed,
  failed,
  days,
  templates,
  keys,
  failures,
  storage,
}: Usage): string {
  const title = `${from} to ${to} (${timeZone}): ${formatCount(pages, 'page')}, ${formatCount(completed, 'call')} completed, ${failed.toLocaleString('en')} failed`
  const limit = storage.limit === null ? '' : ` of ${formatBytes(storage.limit)}`
  const stored = `Stored: ${formatBytes(storage.bytes)}${limit}`
  const used = days.filter(({ pages, details }) => pages > 0 || (details?.failed ?? 0) > 0)
  const parts = [
    tableUnlessEmpty(
      ['DAY', 'PAGES', 'COMPLETED', 'FAILED'],
      used.map(({ day, pages, details }) => [day, pages, details?.completed ?? '', details?.failed ?? '']),
    ),
    tableUnlessEmpty(
      ['TEMPLATE', 'PAGES', 'COMPLETED', 'FAILED'],
      templates.map(({ name, exists, pages, completed, failed }) => [
        `${withoutControls(name)}${exists ? '' : ' (deleted)'}`,
        pages,
        completed,
        failed,
      ]),
    ),
    tableUnlessEmpty(
      ['KEY', 'PAGES', 'COMPLETED', 'FAILED'],
      keys.map(({ name, lastFour, pages, completed, failed }) => [
        name === null ? 'none or deleted' : `${withoutControls(name)} …${lastFour ?? ''}`,
        pages,
        completed,
        failed,
      ]),
    ),
    tableUnlessEmpty(
      ['REASON OF FAILURE', 'TIMES', 'LAST'],
      failures.map(({ message, count, lastAt }) => [withoutControls(message), count, formatTime(lastAt)]),
    ),
  ]
  return [`${title}\n${stored}`, ...parts.filter((part) => part !== '')].join('\n\n')
}

function tableUnlessEmpty(header: string[], rows: (string | number)[][]): string {
  return rows.length === 0
    ? ''
    : table(
        header,
        rows.map((row) => row.map(String)),
      )
}
