import { Box, Skeleton, Text, Tooltip } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count, duration } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import { PHASES } from '../jobs/states.ts'
import type { Usage } from './usage.ts'

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
    header: 'What',
    cell: ({ label, meaning }) => (
      <Tooltip label={meaning}>
        <span>{label}</span>
      </Tooltip>
    ),
  },
  { id: 'p50', header: 'Median', align: 'right', cell: ({ p50 }) => duration(p50) },
  { id: 'p95', header: '95 % within', align: 'right', cell: ({ p95 }) => duration(p95) },
  { id: 'count', header: 'Of', align: 'right', from: 'sm', cell: (row) => count(row.count) },
]

/** How long it took, whole and by phase. */
export function Durations({ usage }: { usage: Usage }) {
  const { sync, async: asynchronous, phases } = usage.durations
  const byPhase = phases.map(({ phase, ...row }) => {
    const { label = phase, meaning = '' } = PHASES[phase] ?? {}
    return { id: phase, label, meaning, ...row }
  })
  const rows: Row[] = [
    ...(sync
      ? [{ id: 'sync', label: 'Synchronous calls', meaning: 'From arrival to the end.', ...sync }]
      : []),
    ...(asynchronous
      ? [
          {
            id: 'async',
            label: 'Asynchronous jobs',
            meaning: 'Waiting in the queue included.',
            ...asynchronous,
          },
        ]
      : []),
    ...byPhase,
  ]
  return (
    <Section
      title="Time"
      description="Of what was completed: how long half of it took at most, and all but the slowest twentieth."
    >
      {byPhase.length > 0 && (
        <Box mb="md">
          <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
            <PhasesChart phases={byPhase} height={CHART_HEIGHT} />
          </Suspense>
        </Box>
      )}
      <DataTable
        label="Time by phase"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Text c="dimmed">Nothing in these days that is still known.</Text>}
      />
    </Section>
  )
}
