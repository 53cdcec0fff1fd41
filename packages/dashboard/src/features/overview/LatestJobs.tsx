import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import type { Job } from '../../api/jobs.ts'
import { JOB_STATES } from '../../labels/jobs.ts'

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge tone={JOB_STATES[state].tone}>{JOB_STATES[state].label}</StatusBadge>,
  },
  {
    id: 'template',
    header: 'Template',
    cell: ({ jobId, template }) => (
      <Anchor component={Link} to={paths.job(jobId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
        {template.name}
      </Anchor>
    ),
  },
  { id: 'pages', header: 'Pages', align: 'right', from: 'sm', cell: ({ pages }) => count(pages) },
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
