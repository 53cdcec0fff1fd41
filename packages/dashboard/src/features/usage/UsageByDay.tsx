import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { Section } from '../../ui/page/Section.tsx'
import { TableDetails } from './TableDetails.tsx'
import type { Usage } from '../../api/usage.ts'

const CHART_HEIGHT = 260

const PagesChart = lazy(async () => ({ default: (await import('./charts.tsx')).PagesChart }))

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

const COLUMNS: readonly Column<Usage['days'][number]>[] = [
  {
    id: 'day',
    header: 'Day',
    sortBy: ({ day }) => day,
    cell: ({ day }) => (
      <time dateTime={day} style={{ whiteSpace: 'nowrap' }}>
        {dayFormat.format(new Date(day))}
      </time>
    ),
  },
  {
    id: 'pages',
    header: 'Pages',
    align: 'right',
    sortBy: ({ pages }) => pages,
    cell: ({ pages }) => count(pages),
  },
  ...(
    [
      ['syncPages', 'Synchronous', 'md'],
      ['asyncPages', 'Asynchronous', 'md'],
      ['failed', 'Failed', 'sm'],
    ] as const
  ).map(([name, header, from]): Column<Usage['days'][number]> => ({
    id: name,
    header,
    align: 'right',
    from,
    sortBy: ({ details }) => details?.[name] ?? -1,
    cell: ({ details }) => (details ? count(details[name]) : '–'),
  })),
]

/** Pages by day, as a chart and as a table. */
export function UsageByDay({ usage }: { usage: Usage }) {
  const { days } = usage
  const isCut = days.some(({ details }) => details === null)
  return (
    <Section
      title="Pages by day"
      description={
        isCut
          ? 'Details are kept for 30 days. For earlier days only the number of pages is known, from the ledger.'
          : undefined
      }
    >
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        <PagesChart days={days} height={CHART_HEIGHT} />
      </Suspense>
      <TableDetails>
        <DataTable
          label="Pages by day"
          columns={COLUMNS}
          rows={days}
          rowKey={({ day }) => day}
          initialSort={{ by: 'day', descending: true }}
          empty={<Text c="dimmed">No data for this period.</Text>}
        />
      </TableDetails>
    </Section>
  )
}
