import { Anchor, Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDownload, IconFilterOff, IconListCheck } from '@tabler/icons-react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count, countOf, duration } from '../../ui/text/numbers.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { EmptyPageWithCall } from '../keys/EmptyPageWithCall.tsx'
import { FILTER_NAMES, queryFrom } from './filter.ts'
import { JobFilters } from './JobFilters.tsx'
import { PageLinks } from './PageLinks.tsx'
import { type Job, jobsQuery, readJobsCsv } from '../../api/jobs.ts'
import { saveAs } from '../../ui/files/save-as.ts'
import { MODE_LABELS, JOB_STATUSES } from '../../labels/jobs.ts'

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <StatusBadge {...JOB_STATUSES[status]} />,
  },
  {
    id: 'template',
    header: 'Template',
    cell: ({ jobId, templateName, warnings }) => (
      <>
        <Anchor component={Link} to={paths.job(jobId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {templateName}
        </Anchor>
        {warnings.length > 0 && (
          <Text span size="xs" c="dimmed" ml={6} style={{ whiteSpace: 'nowrap' }}>
            {countOf(
              warnings.reduce((sum, warning) => sum + warning.count, 0),
              'warning',
            )}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'pages',
    header: 'Pages',
    align: 'right',
    from: 'sm',
    cell: ({ pagesGenerated }) => count(pagesGenerated),
  },
  { id: 'mode', header: 'Mode', from: 'md', cell: ({ mode }) => MODE_LABELS[mode] },
  {
    id: 'key',
    header: 'API key',
    from: 'md',
    cell: ({ keyName, isTest }) =>
      keyName === null ? <Text c="dimmed">Dashboard</Text> : `${keyName}${isTest ? ' (test)' : ''}`,
  },
  {
    id: 'duration',
    header: 'Duration',
    align: 'right',
    from: 'sm',
    cell: ({ durationMs }) => (durationMs === null ? '–' : duration(durationMs)),
  },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Prefetches the page of the list that the URL selects. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(jobsQuery(queryFrom(new URL(request.url).searchParams)))
  return null
}

/** List of the jobs of the last 30 days. */
export function Component() {
  const [search] = useSearchParams()
  const query = queryFrom(search)
  const { data: page, isPlaceholderData } = useQuery(jobsQuery(query))
  const download = useMutation({
    meta: { failureTitle: 'The CSV file was not downloaded' },
    mutationFn: readJobsCsv,
    onSuccess: (file) => saveAs(file, 'jobs.csv'),
  })
  const isFiltered = FILTER_NAMES.some((name) => search.has(name))
  const hasNoJobs = page?.jobs.length === 0 && !isFiltered
  return (
    <>
      <PageHeader
        title="Jobs"
        description="Renders of the last 30 days, synchronous and asynchronous, from your programs and from the dashboard."
        actions={
          !hasNoJobs && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate(query)}
            >
              Export CSV
            </Button>
          )
        }
      />
      {!hasNoJobs && <JobFilters />}
      <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
        <DataTable
          label="Jobs"
          columns={COLUMNS}
          rows={page?.jobs}
          rowKey={({ jobId }) => jobId}
          empty={
            isFiltered ? (
              <NoMatches />
            ) : (
              <EmptyPageWithCall
                icon={<IconListCheck size={32} stroke={1.4} aria-hidden />}
                title="No jobs yet"
                description="Each PDF that you render appears here. Create an API key, then run the call below."
              />
            )
          }
        />
      </div>
      {page && <PageLinks search={search} nextCursor={page.nextCursor} />}
    </>
  )
}

function NoMatches() {
  return (
    <EmptyState
      icon={<IconFilterOff size={32} stroke={1.4} aria-hidden />}
      title="No matching jobs"
      description="Change or clear the filters. Jobs are listed for 30 days after they end."
      action={
        <Button component={Link} to="?" variant="default">
          Clear filters
        </Button>
      }
    />
  )
}
