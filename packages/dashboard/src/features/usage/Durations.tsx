import { Box, Skeleton, Text, Tooltip } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count, duration } from '../../ui/text/numbers.ts'
import { Section } from '../../ui/page/Section.tsx'
import { PHASE_LABELS } from '../../labels/jobs.ts'
import type { Usage } from '../../api/usage.ts'

/** Row of the table. Durations are in milliseconds. */
interface Row {
  id: string
  label: string
  meaning: string
  count: number
  p50: number
  p95: number
}

const CHART_HEIGHT = 220

const PhasesChart = lazy(async () => ({ default: (await import('./charts.tsx')).PhasesChart }))

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'label',
    header: 'Phase',
    cell: ({ label, meaning }) => (
      <Tooltip label={meaning}>
        <span>{label}</span>
      </Tooltip>
    ),
  },
  { id: 'p50', header: 'Median', align: 'right', cell: ({ p50 }) => duration(p50) },
  { id: 'p95', header: '95th percentile', align: 'right', cell: ({ p95 }) => duration(p95) },
  { id: 'count', header: 'Count', align: 'right', from: 'sm', cell: (row) => count(row.count) },
]

/** Durations of renders, in total and by phase. */
export function Durations({ usage }: { usage: Usage }) {
  const { sync, async: asynchronous, phases } = usage.durations
  const byPhase = phases.map(({ phase, ...row }) => {
    const { label = phase, meaning = '' } = PHASE_LABELS[phase] ?? {}
    return { id: phase, label, meaning, ...row }
  })
  const rows: Row[] = [
    ...(sync
      ? [
          {
            id: 'sync',
            label: 'Synchronous calls',
            meaning: 'From the request to the response.',
            ...sync,
          },
        ]
      : []),
    ...(asynchronous
      ? [
          {
            id: 'async',
            label: 'Asynchronous jobs',
            meaning: 'Including the time in the queue.',
            ...asynchronous,
          },
        ]
      : []),
    ...byPhase,
  ]
  return (
    <Section title="Duration" description="Median and 95th percentile of completed renders.">
      {byPhase.length > 0 && (
        <Box mb="md">
          <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
            <PhasesChart phases={byPhase} height={CHART_HEIGHT} />
          </Suspense>
        </Box>
      )}
      <DataTable
        label="Duration by phase"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Text c="dimmed">No data for this period. Details are kept for 30 days.</Text>}
      />
    </Section>
  )
}
