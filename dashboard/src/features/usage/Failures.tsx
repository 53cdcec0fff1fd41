import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Usage } from './usage.ts'

const COLUMNS: readonly Column<Usage['failures'][number]>[] = [
  {
    id: 'message',
    header: 'Reason',
    cell: ({ message, jobId }) => (
      <Anchor component={Link} to={paths.job(jobId)} style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
        {message === '' ? 'None was written down' : message}
      </Anchor>
    ),
  },
  {
    id: 'count',
    header: 'Times',
    align: 'right',
    sortBy: (failure) => failure.count,
    cell: (failure) => count(failure.count),
  },
  {
    id: 'lastAt',
    header: 'Last',
    align: 'right',
    from: 'sm',
    sortBy: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => <RelativeTime at={lastAt} />,
  },
]

/** Why calls failed, the commonest reason first. */
export function Failures({ usage }: { usage: Usage }) {
  return (
    <Section
      title="Failures"
      description="Nothing is charged for them. Each reason leads to the latest job that failed of it."
      actions={
        usage.failures.length > 0 && (
          <Anchor component={Link} to={paths.failedJobs()} size="sm">
            All failed jobs
          </Anchor>
        )
      }
    >
      <DataTable
        label="Failures by reason"
        columns={COLUMNS}
        rows={usage.failures}
        rowKey={({ message }) => message}
        empty={<Text c="dimmed">Nothing has failed.</Text>}
      />
    </Section>
  )
}
