import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Usage } from '../../api/usage.ts'

const COLUMNS: readonly Column<Usage['failures'][number]>[] = [
  {
    id: 'message',
    header: 'Reason',
    cell: ({ message, jobId }) => (
      <Anchor component={Link} to={paths.job(jobId)} style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
        {message === '' ? 'No reason was recorded' : message}
      </Anchor>
    ),
  },
  {
    id: 'count',
    header: 'Count',
    align: 'right',
    sortBy: (failure) => failure.count,
    cell: (failure) => count(failure.count),
  },
  {
    id: 'lastAt',
    header: 'Last failure',
    align: 'right',
    from: 'sm',
    sortBy: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => <RelativeTime at={lastAt} />,
  },
]

/** Reasons for failures, the most frequent first. */
export function Failures({ usage }: { usage: Usage }) {
  return (
    <Section
      title="Failures"
      description="Failed renders are not charged. Each reason links to the latest job that failed with it."
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
        empty={<Text c="dimmed">No failures in this period.</Text>}
      />
    </Section>
  )
}
