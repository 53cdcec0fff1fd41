import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Phase } from '../../telemetry/telemetry.ts'
import { GENERATION_RETENTION_DAYS } from '../generations.ts'
import type { DayRange } from './day-ranges.ts'
import { DURATION_MS, STORED_PHASES } from './jobs.ts'
import { chargedPages, countUsage, endedIn } from './usage-counts.ts'

/** p50 and p95 of durations, in milliseconds. */
interface Percentiles {
  count: number
  p50: number
  p95: number
}

// Longest list of failure reasons in a report.
const REASONS_MAX = 20
// Latest renders that are measured. More would only make the query slower.
const MEASURED_MAX = 20_000

/**
 * Reports the usage of an account by day, template, API key, failure reason and duration. Runs one statement at a time,
 * so that a report uses only one connection. `details` of a day is `null` when its rows have been removed.
 */
export async function reportUsage(database: Database, accountId: string, range: DayRange) {
  const { days: countedDays, templates, keys } = await countUsage(database, accountId, range)
  const counted = new Map(countedDays.map((counts) => [counts.day, counts]))
  const charged = await chargedPages(database, accountId, range)
  const days = charged.map(({ day, pages, isKept }) => {
    const { asyncPages = 0, completed = 0, failed = 0, pages: allPages = 0 } = counted.get(day) ?? {}
    const details = { syncPages: allPages - asyncPages, asyncPages, completed, failed }
    return { day, pages, details: isKept ? details : null }
  })
  const sum = (value: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + value(day), 0)
  return {
    ...range,
    detailsFrom: new Date(Date.now() - GENERATION_RETENTION_DAYS * 24 * 3_600_000),
    pages: sum(({ pages }) => pages),
    completed: sum(({ details }) => details?.completed ?? 0),
    failed: sum(({ details }) => details?.failed ?? 0),
    days,
    templates,
    keys,
    failures: await failureReasons(database, accountId, range),
    durations: await measureDurations(database, accountId, range),
  }
}

/** Returns the reasons of failures, each with the latest render that failed for it. */
async function failureReasons(database: Database, accountId: string, range: DayRange) {
  const { rows } = await sql<{ message: string; count: number; lastAt: Date; jobId: string }>`
    select coalesce(message, '') as message, count(*), max(completed_at) as "lastAt",
      (array_agg(generation_id order by completed_at desc))[1] as "jobId"
    from generations where ${endedIn(accountId, range)} and status = 'failed'
    group by 1 order by count(*) desc, max(completed_at) desc limit ${REASONS_MAX}`.execute(database)
  return rows
}

async function measureDurations(database: Database, accountId: string, range: DayRange) {
  const phases = STORED_PHASES.map(
    (phase) =>
      sql`select ${sql.lit(phase)} as phase, (phases ->> ${sql.lit(phase)})::float8 as ms from completed`,
  )
  const { rows } = await sql<Percentiles & { phase: Phase | 'sync' | 'async' }>`
    with completed as materialized (
      select is_async, ${DURATION_MS} as ms, phases from generations
      where ${endedIn(accountId, range)} and status = 'completed'
      order by created_at desc limit ${MEASURED_MAX}
    )
    select phase, count(ms), round((percentile_cont(0.5) within group (order by ms))::numeric, 1)::float8 as p50,
      round((percentile_cont(0.95) within group (order by ms))::numeric, 1)::float8 as p95
    from (select case when is_async then 'async' else 'sync' end as phase, ms from completed
      union all ${sql.join(phases, sql` union all `)}) as measured
    where ms is not null
    group by phase`.execute(database)
  const byPhase = new Map(rows.map(({ phase, ...percentiles }) => [phase, percentiles]))
  return {
    sync: byPhase.get('sync') ?? null,
    async: byPhase.get('async') ?? null,
    phases: STORED_PHASES.flatMap((phase) => {
      const percentiles = byPhase.get(phase)
      return percentiles ? [{ phase, ...percentiles }] : []
    }),
  }
}
