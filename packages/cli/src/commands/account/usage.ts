import type { Usage } from '@platen/client'
import type { CallerCall } from '../../caller.ts'
import { type CommandDefinitions, examples, table, wholeNumber } from '../../command.ts'
import { formatTime } from '../../output/times.ts'
import { formatCount, withoutControls, formatBytes } from '../../output/texts.ts'

export const usageCommands: CommandDefinitions<CallerCall> = {
  usage: (command, run) =>
    command
      .description('DAY is a date such as 2026-11-21.')
      .option('--from <DAY>', 'First day.')
      .option('--to <DAY>', 'Last day.')
      .option('--days <NUMBER>', 'Number of days up to today. Default: 30.', wholeNumber())
      .option('--time-zone <NAME>', 'Time zone of the days. Default: the time zone of the account.')
      .addHelpText(
        'after',
        examples('platen usage --days 7', 'platen usage --from 2026-11-01 --to 2026-11-30'),
      )
      .action(({ from, to, days, timeZone }) =>
        run(async ({ client, signal }) => {
          const usage = await (await client()).usage({ from, to, days, timeZone }, { signal })
          return { text: formatUsage(usage), json: usage }
        }),
      ),
  'credits show': (command, run) =>
    command
      .description('A page costs one credit.')
      .addHelpText('after', examples('platen credits'))
      .action(() =>
        run(async ({ client, signal }) => {
          const credits = await (await client()).credits({ signal })
          const { available, reserved, billingUrl } = credits
          const reservedNote =
            reserved === 0 ? '' : `, ${reserved.toLocaleString('en')} more reserved for PDFs in progress`
          return {
            text: `${formatCount(available, 'credit')}${reservedNote}. More: ${billingUrl}`,
            json: credits,
          }
        }),
      ),
}

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
