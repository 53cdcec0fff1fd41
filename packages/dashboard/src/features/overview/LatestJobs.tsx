import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import type { Job } from '../../api/jobs.ts'
import { JOB_STATUSES } from '../../labels/jobs.ts'

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <StatusBadge {...JOB_STATUSES[status]} />,
  },
  {
    id: 'template',
    header: 'Template',
    cell: ({ jobId, templateName }) => (
      <Anchor component={Link} to={paths.job(jobId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
        {templateName}
      </Anchor>
    ),
  },
  {
    id: 'pages',
    header: 'Pages',
    align: 'right',
    from: 'sm',
    cell: ({ pagesGenerated }) => count(pagesGenerated),
  },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Table of the latest jobs. */
export function LatestJobs(props: { jobs: readonly Job[] | undefined }) {
  return (
    <DataTable
      label="Latest jobs"
      columns={COLUMNS}
      rows={props.jobs}
      rowKey={({ jobId }) => jobId}
      empty={undefined}
    />
  )
}
