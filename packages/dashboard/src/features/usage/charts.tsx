import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { count, duration } from '../../ui/text/numbers.ts'
import type { Usage } from '../../api/usage.ts'

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const P95 = '95th percentile'
const SERIES = {
  sync: { name: 'Synchronous', color: 'indigo.6' },
  async: { name: 'Asynchronous', color: 'teal.6' },
  unknown: { name: 'From the ledger', color: 'gray.5' },
} as const

/** Bar chart of pages by day, stacked by synchronous and asynchronous renders. */
export function PagesChart(props: { days: Usage['days']; height: number }) {
  const data = props.days.map(({ day, pages, details }) => ({
    day: dayFormat.format(new Date(day)),
    [SERIES.sync.name]: details?.syncPages ?? 0,
    [SERIES.async.name]: details?.asyncPages ?? 0,
    [SERIES.unknown.name]: details ? 0 : pages,
  }))
  const isCut = props.days.some(({ details }) => details === null)
  return (
    <BarChart
      h={props.height}
      data={data}
      dataKey="day"
      type="stacked"
      series={[SERIES.sync, SERIES.async, ...(isCut ? [SERIES.unknown] : [])]}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      valueFormatter={count}
      yAxisProps={{ allowDecimals: false, width: 48 }}
      xAxisProps={{ minTickGap: 24 }}
      maxBarWidth={28}
      role="img"
      aria-label="Pages by day. The table below has the numbers."
    />
  )
}

/** Bar chart of the median and the 95th percentile of each phase, in milliseconds. */
export function PhasesChart(props: {
  phases: { label: string; p50: number; p95: number }[]
  height: number
}) {
  return (
    <BarChart
      h={props.height}
      data={props.phases.map(({ label, p50, p95 }) => ({ phase: label, Median: p50, [P95]: p95 }))}
      dataKey="phase"
      series={[
        { name: 'Median', color: 'indigo.6' },
        { name: P95, color: 'indigo.3' },
      ]}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      valueFormatter={duration}
      yAxisProps={{ width: 64 }}
      maxBarWidth={28}
      role="img"
      aria-label="Duration by phase. The table below has the numbers."
    />
  )
}
