import type { DryRun } from '../../../sdk/src/index.ts'
import type { Result } from '../command.ts'
import { sizeOf } from './local/words.ts'
import { counted, plain, sizeInWords } from './texts.ts'

/** Result of `generate --dry-run`: size, cost and warnings. */
export function dryRunReport(dryRun: DryRun): Result {
  const { pagesGenerated: pages, sheets, scale, size, warnings, cost, credits, coversCost } = dryRun
  const short = coversCost ? '' : ', too few for this PDF'
  return {
    text: [
      `Dry run: ${sizeOf({ pages, sheets, scale })}, ${sizeInWords(size)}.`,
      `Cost: ${counted(cost, 'credit')}. You have ${counted(credits, 'credit')}${short}. Nothing was charged.`,
      ...warnings.map(warningInWords),
    ].join('\n'),
    json: dryRun,
  }
}

/** Prints the kind as it is: a newer service may report kinds that this tool does not define. */
function warningInWords({ kind, subject, count }: DryRun['warnings'][number]): string {
  const what = subject === '' ? '' : `: ${plain(subject)}`
  return `Warning: ${plain(kind)}${what}${count === 1 ? '' : ` (${count} times)`}`
}
