import { csvLine } from '../../csv.ts'
import type { Database } from '../../database/database.ts'
import { type HistoryFilter, listGenerations, type GenerationSummary } from './history.ts'

const ROWS_AT_ONCE = 1_000

const HEADINGS = [
  'id',
  'state',
  'created',
  'completed',
  'template',
  'template_id',
  'key',
  'key_id',
  'mode',
  'pages',
  'credits',
  'sheets',
  'bytes',
  'milliseconds',
  'warnings',
  'message',
]

/**
 * Streams the renders of an account that match the filter as CSV (RFC 4180), newest first. Reads 1,000 rows at a time,
 * so memory use does not depend on their number.
 */
export async function* streamGenerationsCsv(
  database: Database,
  accountId: string,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for (let olderThan: string | undefined; ;) {
    const rows = await listGenerations(database, accountId, {
      filter,
      position: { olderThan },
      limit: ROWS_AT_ONCE,
    })
    yield rows.map((row) => csvLine(cellsOf(row))).join('')
    olderThan = rows.at(-1)?.cursor
    if (rows.length < ROWS_AT_ONCE) return
  }
}

function cellsOf(generation: GenerationSummary): (string | number | null)[] {
  const { status, createdAt, completedAt, isAsync, warnings } = generation
  return [
    generation.generationId,
    status,
    createdAt.toISOString(),
    completedAt?.toISOString() ?? null,
    generation.templateName,
    generation.templateId,
    generation.keyName,
    generation.tokenId,
    isAsync ? 'async' : 'sync',
    generation.pages,
    status === 'completed' ? generation.pages : 0,
    generation.sheets,
    generation.size,
    generation.durationMs,
    warnings.reduce((sum, { count }) => sum + count, 0),
    generation.message,
  ]
}
