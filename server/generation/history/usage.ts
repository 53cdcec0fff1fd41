import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Phase } from '../../telemetry/telemetry.ts'
import { GENERATION_KEPT_DAYS } from '../generations.ts'
import { DURATION_MS, KEPT_PHASES } from './history.ts'
import {
  chargedPages,
  type Counts,
  countsOf,
  isIn,
  type KeyCounts,
  type TemplateCounts,
  type UsageRange,
} from './usage-counts.ts'

/** What an account has made in a range of days. */
interface Usage {
  days: DayUsage[]
  templates: TemplateCounts[]
  keys: KeyCounts[]
  failures: FailureUsage[]
  durations: Durations
  /** From when on there is more than pages: before it only the ledger is left. */
  detailsFrom: Date
}

interface DayUsage {
  day: string
  /** Charged, by the ledger. */
  pages: number
  /** Null where it is no longer known. */
  details: (Omit<Counts, 'pages'> & { syncPages: number; asyncPages: number }) | null
}

interface FailureUsage {
  message: string
  count: number
  lastAt: Date
  /** The latest of them. */
  generationId: string
}

/** Milliseconds that half, and 95 of 100, took at most. */
interface Percentiles {
  count: number
  p50: number
  p95: number
}

interface Durations {
  sync: Percentiles | null
  async: Percentiles | null
  phases: (Percentiles & { phase: Phase })[]
}

// Who has more of them has a list that nobody reads to its end.
const REASONS_MAX = 20
// The latest ones. More of them would change nothing but the time that it takes.
const MEASURED_MAX = 20_000

/**
 * What an account has made, by day, template, key, reason and time. One statement after the other: an account that
 * looks at its usage takes one connection from those that render.
 */
export async function usageOf(database: Database, accountId: string, range: UsageRange): Promise<Usage> {
  const { days, templates, keys } = await countsOf(database, accountId, range)
  const counted = new Map(days.map((counts) => [counts.day, counts]))
  const charged = await chargedPages(database, accountId, range)
  return {
    detailsFrom: new Date(Date.now() - GENERATION_KEPT_DAYS * 24 * 3_600_000),
    days: charged.map(({ day, pages, isKept }) => {
      const { asyncPages = 0, completed = 0, failed = 0, pages: all = 0 } = counted.get(day) ?? {}
      const details = { syncPages: all - asyncPages, asyncPages, completed, failed }
      return { day, pages, details: isKept ? details : null }
    }),
    templates,
    keys,
    failures: await reasonsOfFailures(database, accountId, range),
    durations: await durationsOf(database, accountId, range),
  }
}

async function reasonsOfFailures(
  database: Database,
  accountId: string,
  range: UsageRange,
): Promise<FailureUsage[]> {
  const { rows } = await sql<FailureUsage>`
    select coalesce(message, '') as message, count(*), max(completed_at) as "lastAt",
      (array_agg(generation_id order by completed_at desc))[1] as "generationId"
    from generations where ${isIn(accountId, range)} and status = 'failed'
    group by 1 order by count(*) desc, max(completed_at) desc limit ${REASONS_MAX}`.execute(database)
  return rows
}

async function durationsOf(database: Database, accountId: string, range: UsageRange): Promise<Durations> {
  const phases = KEPT_PHASES.map(
    (phase) => sql`select ${sql.lit(phase)} as phase, (phases ->> ${sql.lit(phase)})::float8 as ms from made`,
  )
  const { rows } = await sql<Percentiles & { phase: Phase | 'sync' | 'async' }>`
    with made as materialized (
      select is_async, ${DURATION_MS} as ms, phases from generations
      where ${isIn(accountId, range)} and status = 'completed'
      order by created_at desc limit ${MEASURED_MAX}
    )
    select phase, count(ms), round((percentile_cont(0.5) within group (order by ms))::numeric, 1)::float8 as p50,
      round((percentile_cont(0.95) within group (order by ms))::numeric, 1)::float8 as p95
    from (select case when is_async then 'async' else 'sync' end as phase, ms from made
      union all ${sql.join(phases, sql` union all `)}) as measured
    where ms is not null
    group by phase`.execute(database)
  const found = new Map(rows.map(({ phase, ...percentiles }) => [phase, percentiles]))
  return {
    sync: found.get('sync') ?? null,
    async: found.get('async') ?? null,
    phases: KEPT_PHASES.flatMap((phase) => {
      const percentiles = found.get(phase)
      return percentiles ? [{ phase, ...percentiles }] : []
    }),
  }
}
