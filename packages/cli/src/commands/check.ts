import type { FlowReason, Warning } from '@platen/renderer/service'
import type { CallerCall } from '../caller.ts'
import { type CommandDefinitions, examples, type Result, UsageError } from '../command.ts'
import { openLocalRenderer, type Outcome } from '../local/printer.ts'
import type { Problem } from '../local/state.ts'
import { formatProblem, formatDocumentSize, formatWarning } from '../local/messages.ts'
import { showProgress } from '../output/progress.ts'
import { withoutControls } from '../output/texts.ts'

export const checkCommand: CommandDefinitions<CallerCall> = {
  check: (command, run) =>
    command
      .description(
        'Requires no account and no service. Reports sheets, scale and warnings of each template. Reads the data of invoice.hbs from invoice.json beside it, and the JSON Schema from invoice.schema.json. Without data, helpers that need data print nothing. Exits with 1 if a template, its data or its schema is wrong.',
      )
      .argument('<FILE...>', 'Files of the templates.')
      .option('-d, --data <FILE>', 'JSON file with the data of all templates, or - for standard input.')
      .option('--strict', 'Exit with 1 if there is a warning.')
      .addHelpText(
        'after',
        examples('platen check invoice.hbs', 'platen check --strict templates/*.hbs --data sample.json'),
      )
      .action((files, { data, strict = false }) => run((call) => check(call, files, data, strict))),
}

async function check(
  { config, terminal, signal }: CallerCall,
  files: string[],
  data: string | undefined,
  isStrict: boolean,
): Promise<Result> {
  if (data === '-' && files.length > 1)
    throw new UsageError('Standard input can contain the data of one template only.')
  await using printer = await showProgress(terminal, 'Starting Chromium', () => openLocalRenderer(config))
  const results: CheckResult[] = []
  for (const template of files) {
    const outcome = await showProgress(terminal, `Checking ${withoutControls(template)}`, () =>
      printer.print({ template, data }, signal),
    )
    results.push(checkResult(template, outcome, isStrict))
  }
  return {
    text: results.map(formatResult).join('\n'),
    json: results,
    failed: results.some(({ ok }) => !ok),
  }
}

type CheckResult =
  | {
      file: string
      ok: boolean
      data: string | null
      pages: number
      sheets: number
      scale: number
      flowReasons: FlowReason[]
      warnings: Warning[]
    }
  | { file: string; ok: false; problem: Problem }

function checkResult(file: string, outcome: Outcome, isStrict: boolean): CheckResult {
  if (!outcome.isPrinted) return { file, ok: false, problem: outcome.problem }
  const { data = null, pages, sheets, scale, flowReasons, warnings } = outcome
  const ok = !isStrict || warnings.length === 0
  return { file, ok, data, pages, sheets, scale, flowReasons, warnings }
}

function formatResult(result: CheckResult): string {
  const mark = `${result.ok ? '✓' : '✗'} ${withoutControls(result.file)}`
  if ('problem' in result) return `${mark}\n${indent(formatProblem(result.problem))}`
  const data = result.data === null ? 'without data' : `with ${withoutControls(result.data)}`
  return [
    `${mark}: ${formatDocumentSize(result)}, ${data}`,
    ...result.warnings.map((warning) => indent(formatWarning(warning))),
  ].join('\n')
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
