import type { Warning } from '@platen/renderer/service'
import { type CallerCommand, optional, UsageError } from '../command.ts'
import { openLocalRenderer, type Outcome } from '../local/printer.ts'
import type { Problem } from '../local/state.ts'
import { formatProblem, formatDocumentSize, formatWarning } from '../local/messages.ts'
import { showProgress } from '../output/progress.ts'
import { withoutControls } from '../output/texts.ts'

export const checkCommand: CallerCommand = {
  name: 'check',
  help: 'Requires no account and no service. Reports sheets, scale and warnings of each template. Reads the data of invoice.hbs from invoice.json beside it, and the JSON Schema from invoice.schema.json. Without data, helpers that need data print nothing. Exits with 1 if a template, its data or its schema is wrong.',
  options: {
    data: {
      type: 'string',
      short: 'd',
      help: 'JSON file with the data of all templates, or - for standard input.',
    },
    strict: { type: 'boolean', help: 'Exit with 1 if there is a warning.' },
  },
  async run(call) {
    const { positionals: files, config, terminal, signal } = call
    if (files.length === 0) throw new UsageError('Name at least one template: platen check invoice.hbs')
    const data = optional(call, 'data')
    if (data === '-' && files.length > 1)
      throw new UsageError('Standard input can contain the data of one template only.')
    const isStrict = call.options['strict'] === true
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
  },
}

type CheckResult =
  | {
      file: string
      ok: boolean
      data: string | null
      pages: number
      sheets: number
      scale: number
      warnings: Warning[]
    }
  | { file: string; ok: false; problem: Problem }

function checkResult(file: string, outcome: Outcome, isStrict: boolean): CheckResult {
  if (!outcome.isPrinted) return { file, ok: false, problem: outcome.problem }
  const { data = null, pages, sheets, scale, warnings } = outcome
  const ok = !isStrict || warnings.length === 0
  return { file, ok, data, pages, sheets, scale, warnings }
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
