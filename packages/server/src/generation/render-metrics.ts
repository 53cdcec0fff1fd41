import { Refusal } from '@platen/template/refusal'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Generation, Outcome } from './generations.ts'
import type { Warning } from '@platen/renderer/service'

/** Runs a render and records its metrics: outcome (completed, kind of refusal, or failed), credits and sheets. */
export async function withRenderMetrics<Result extends Outcome>(
  telemetry: Telemetry,
  mode: 'sync' | 'async',
  { pages, isTest }: Pick<Generation, 'pages' | 'isTest'>,
  render: () => Promise<Result>,
): Promise<Result> {
  const record = (outcome: string, sheets = 0) =>
    telemetry.record({ kind: 'rendered', mode, outcome, credits: isTest ? 0 : pages, sheets })
  try {
    const rendered = await render()
    record('completed', rendered.sheets)
    return rendered
  } catch (error) {
    record(error instanceof Refusal ? error.kind : 'failed')
    throw error
  }
}

/** Counts warnings by kind. Their subjects contain data of the caller. */
export function countByKind(warnings: readonly Pick<Warning, 'kind' | 'count'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, count } of warnings) counts[kind] = (counts[kind] ?? 0) + count
  return counts
}
