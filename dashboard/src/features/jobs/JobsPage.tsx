import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFilterOff,
  IconListCheck,
} from '@tabler/icons-react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { Blank } from '../../ui/Blank.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count, duration } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { NothingYet } from '../keys/NothingYet.tsx'
import { FILTER_NAMES, queryFrom, withPosition } from './filter.ts'
import { JobFilters } from './JobFilters.tsx'
import { type Job, jobsQuery, readJobsCsv } from './jobs.ts'
import { saveAs } from '../../ui/save-as.ts'
import { MODES, STATES } from './states.ts'

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>,
  },
  {
    id: 'template',
    header: 'Template',
    cell: ({ jobId, template, warningCount }) => (
      <>
        <Anchor component={Link} to={paths.job(jobId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {template.name}
        </Anchor>
        {warningCount > 0 && (
          <Text span size="xs" c="dimmed" ml={6} style={{ whiteSpace: 'nowrap' }}>
            {warningCount === 1 ? '1 warning' : `${count(warningCount)} warnings`}
          </Text>
        )}
      </>
    ),
  },
  { id: 'pages', header: 'Pages', align: 'right', from: 'sm', cell: ({ pages }) => count(pages) },
  { id: 'mode', header: 'Mode', from: 'md', cell: ({ mode }) => MODES[mode] },
  {
    id: 'key',
    header: 'Key',
    from: 'md',
    cell: ({ key }) => (key ? key.name : <Text c="dimmed">None</Text>),
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

/** Begins to read the page of the list that the address names. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(jobsQuery(queryFrom(new URL(request.url).searchParams)))
  return null
}

/** Every PDF of the last 30 days that was made, is being made or could not be. */
export function Component() {
  const [search] = useSearchParams()
  const query = queryFrom(search)
  const { data: page, isPlaceholderData } = useQuery(jobsQuery(query))
  const download = useMutation({
    mutationFn: readJobsCsv,
    onSuccess: (file) => saveAs(file, 'jobs.csv'),
  })
  const isFiltered = FILTER_NAMES.some((name) => search.has(name))
  const isNothingYet = page?.jobs.length === 0 && !isFiltered
  return (
    <>
      <PageHeader
        title="Jobs"
        description="Every PDF that your programs or you here have asked for, whether they waited for it or not. They are listed for 30 days."
        actions={
          !isNothingYet && (
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
      {!isNothingYet && <JobFilters />}
      <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
        <DataTable
          label="Jobs"
          columns={COLUMNS}
          rows={page?.jobs}
          rowKey={({ jobId }) => jobId}
          empty={
            isFiltered ? (
              <NoneFit />
            ) : (
              <NothingYet
                icon={<IconListCheck size={32} stroke={1.4} aria-hidden />}
                title="No jobs yet"
                description="With an API key and a template, a PDF is one call away:"
              />
            )
          }
        />
      </div>
      {(page?.newer ?? page?.older) && (
        <Group component="nav" aria-label="Pages of the list" justify="flex-end" gap="xs" mt="md">
          <PageLink to={page.newer && withPosition(search, 'newerThan', page.newer)} label="Newer" />
          <PageLink to={page.older && withPosition(search, 'olderThan', page.older)} label="Older" />
        </Group>
      )}
    </>
  )
}

function PageLink(props: { to: URLSearchParams | null | ''; label: 'Newer' | 'Older' }) {
  const shown =
    props.label === 'Newer'
      ? { leftSection: <IconChevronLeft size={16} aria-hidden /> }
      : { rightSection: <IconChevronRight size={16} aria-hidden /> }
  return props.to ? (
    <Button component={Link} to={`?${props.to}`} variant="default" size="sm" {...shown}>
      {props.label}
    </Button>
  ) : (
    <Button variant="default" size="sm" disabled {...shown}>
      {props.label}
    </Button>
  )
}

function NoneFit() {
  return (
    <Blank
      icon={<IconFilterOff size={32} stroke={1.4} aria-hidden />}
      title="No job fits"
      description="Jobs are listed for 30 days after their end."
      action={
        <Button component={Link} to="?" variant="default">
          Show all
        </Button>
      }
    />
  )
}
