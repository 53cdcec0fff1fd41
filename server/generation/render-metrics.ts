import { Refusal } from '../errors.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Outcome } from './generations.ts'

/** Makes a rendering and counts it by how it ended: completed, refused for a reason of ours, or failed. */
export async function withRenderMetrics<Result extends Outcome>(
  telemetry: Telemetry,
  mode: 'sync' | 'async',
  pages: number,
  render: () => Promise<Result>,
): Promise<Result> {
  const note = (outcome: string, sheets = 0) =>
    telemetry.record({ kind: 'rendered', mode, outcome, pages, sheets })
  try {
    const rendered = await render()
    note('completed', rendered.sheets)
    return rendered
  } catch (error) {
    note(error instanceof Refusal ? error.kind : 'failed')
    throw error
  }
}
