import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { type Batch, batchesQuery } from '../../api/batches.ts'
import { paths } from '../../base/paths.ts'
import { BATCH_STATUSES, OUTPUT_LABELS } from '../../labels/batches.ts'
import { Can } from '../../layout/Can.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { PageLinks } from '../jobs/PageLinks.tsx'

const COLUMNS: readonly Column<Batch>[] = [
  { id: 'status', header: 'State', cell: ({ status }) => <StatusBadge {...BATCH_STATUSES[status]} /> },
  {
    id: 'name',
    header: 'File',
    cell: ({ batchId, name }) => (
      <Anchor component={Link} to={paths.batch(batchId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  { id: 'template', header: 'Template', from: 'md', cell: ({ templateName }) => templateName },
  { id: 'output', header: 'Output', from: 'md', cell: ({ output }) => OUTPUT_LABELS[output] },
  {
    id: 'rows',
    header: 'Rows',
    align: 'right',
    cell: ({ rows, rowsCompleted }) => `${count(rowsCompleted)} of ${count(rows)}`,
  },
  { id: 'failed', header: 'Failed', align: 'right', from: 'sm', cell: ({ rowsFailed }) => count(rowsFailed) },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'right',
    from: 'sm',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** List of the batches of the account. */
export function Component() {
  const [search] = useSearchParams()
  const { data: page } = useQuery(batchesQuery(search.getAll('cursor').at(-1)))
  const create = (
    <Can permission="jobs:write">
      <Button component={Link} to={paths.newBatch()} leftSection={<IconPlus size={16} aria-hidden />}>
        New batch
      </Button>
    </Can>
  )
  return (
    <>
      <PageHeader
        title="Batches"
        description="A batch makes a document for each row of a CSV, XLSX or JSON Lines file."
        actions={page?.batches.length !== 0 && create}
      />
      <DataTable
        label="Batches"
        columns={COLUMNS}
        rows={page?.batches}
        rowKey={({ batchId }) => batchId}
        empty={
          <EmptyState
            icon={<IconTableImport size={32} stroke={1.4} aria-hidden />}
            title="No batches yet"
            description="Upload a file with one row per document. The batch and its results appear here for 30 days."
            action={create}
          />
        }
      />
      {page && <PageLinks search={search} nextCursor={page.nextCursor} />}
    </>
  )
}
