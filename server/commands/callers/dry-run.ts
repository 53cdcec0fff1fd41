import type { DryRun } from '../../../sdk/src/index.ts'
import type { Result } from '../command.ts'
import { sizeOf } from './local/words.ts'
import { counted, plain, sizeInWords } from './texts.ts'

/** What a PDF would be and cost, as `generate --dry-run` tells it. */
export function toldOfDryRun(dryRun: DryRun): Result {
  const { pagesGenerated: pages, sheets, scale, size, warnings, cost, credits, coversCost } = dryRun
  const short = coversCost ? '' : ', which are too few'
  return {
    text: [
      `It would be ${sizeOf({ pages, sheets, scale })}, ${sizeInWords(size)}.`,
      `It would cost ${counted(cost, 'credit')} of the ${counted(credits, 'credit')} that there are${short}. Nothing was charged.`,
      ...warnings.map(warningInWords),
    ].join('\n'),
    json: dryRun,
  }
}

/** The service says more kinds than this tool may know. */
function warningInWords({ kind, subject, count }: DryRun['warnings'][number]): string {
  const what = subject === '' ? '' : `: ${plain(subject)}`
  return `Warning: ${plain(kind)}${what}${count === 1 ? '' : ` (${count} times)`}`
}
