import type { DryRun } from '@platen/client'
import type { Result } from './command.ts'
import { flowReasonsOf, formatDocumentSize } from './local/messages.ts'
import { formatCount, withoutControls, formatBytes } from './output/texts.ts'

/** Result of `generate --dry-run`: size, cost and warnings. */
export function dryRunReport(dryRun: DryRun): Result {
  const { pagesGenerated, sheets, scale, size, warnings, cost, credits, coversCost } = dryRun
  const flowReasons = flowReasonsOf(dryRun.pages)
  const short = coversCost ? '' : ', too few for this PDF'
  return {
    text: [
      `Dry run: ${formatDocumentSize({ pages: pagesGenerated, sheets, scale, flowReasons })}, ${formatBytes(size)}.`,
      `Cost: ${formatCount(cost, 'credit')}. You have ${formatCount(credits, 'credit')}${short}. Nothing was charged.`,
      ...warnings.map(formatWarning),
    ].join('\n'),
    json: dryRun,
  }
}

/** Prints the kind as it is: a newer service may report kinds that this tool does not define. */
function formatWarning({ kind, subject, count }: DryRun['warnings'][number]): string {
  const what = subject === '' ? '' : `: ${withoutControls(subject)}`
  return `Warning: ${withoutControls(kind)}${what}${count === 1 ? '' : ` (${count} times)`}`
}
