import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Job } from '../jobs/jobs.ts'
import { STATES } from '../jobs/states.ts'

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>,
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

/** The newest jobs. */
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
