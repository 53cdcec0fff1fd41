import { Anchor, Button, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFilterOff, IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { type LoggedRequest, requestsQuery } from '../../api/requests.ts'
import { paths } from '../../base/paths.ts'
import { toneOf } from '../../labels/requests.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { countOf, duration } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { newerPage, withFilter } from '../jobs/filter.ts'
import { PageLinks } from '../jobs/PageLinks.tsx'
import { EmptyPageWithCall } from '../keys/EmptyPageWithCall.tsx'
import { isFiltered, queryFrom } from './filter.ts'
import { RequestFilters } from './RequestFilters.tsx'

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={toneOf(status)} label={String(status)} />,
  },
  {
    id: 'call',
    header: 'Call',
    cell: ({ requestId, method, path, message, omitted }) => (
      <>
        <Anchor component={Link} to={paths.request(requestId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Anchor>
        {message !== null && (
          <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        )}
        {omitted > 0 && (
          <Text size="sm" c="dimmed">
            {countOf(omitted, 'more call')} not listed: the account sent too many.
          </Text>
        )}
      </>
    ),
  },
  { id: 'template', header: 'Template', from: 'lg', cell: ({ templateName }) => templateName ?? '–' },
  {
    id: 'key',
    header: 'API key',
    from: 'md',
    cell: ({ keyName, isTest }) => (keyName === null ? '–' : `${keyName}${isTest ? ' (test)' : ''}`),
  },
  {
    id: 'duration',
    header: 'Duration',
    align: 'right',
    from: 'sm',
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    id: 'createdAt',
    header: 'Time',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Prefetches the page of the list that the URL selects. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(requestsQuery(queryFrom(new URL(request.url).searchParams), false))
  return null
}

/** List of the calls of the account. */
export function Component() {
  const [search] = useSearchParams()
  const [isLive, setIsLive] = useState(true)
  // Older pages do not change.
  const isNewest = newerPage(search) === undefined
  const { data: page, isPlaceholderData } = useQuery(requestsQuery(queryFrom(search), isLive && isNewest))
  const hasNoCalls = page?.requests.length === 0 && !isFiltered(search)
  // A selected route must not remove the other routes from the list of routes.
  const { data: ofAllRoutes } = useQuery({
    ...requestsQuery(queryFrom(withFilter(search, 'route', null)), false),
    enabled: search.has('route'),
  })
  const calls = search.has('route') ? ofAllRoutes : page
  const routes = [...new Set(calls?.requests.map(({ route }) => route))].toSorted()
  return (
    <>
      <PageHeader
        title="Requests"
        description={
          page &&
          `Calls of your programs under /v1${page.days > 0 ? ` in the last ${countOf(page.days, 'day')}` : ''}, also rejected ones.`
        }
        actions={
          !hasNoCalls && (
            <Switch
              label="Live"
              checked={isLive}
              disabled={!isNewest}
              onChange={(event) => setIsLive(event.currentTarget.checked)}
            />
          )
        }
      />
      {!hasNoCalls && <RequestFilters routes={routes} />}
      <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
        <DataTable
          label="Requests"
          columns={COLUMNS}
          rows={page?.requests}
          rowKey={({ requestId }) => requestId}
          empty={isFiltered(search) ? <NoMatches /> : <NoCalls isOff={page?.days === 0} />}
        />
      </div>
      {page && <PageLinks search={search} nextCursor={page.nextCursor} />}
    </>
  )
}

function NoCalls({ isOff }: { isOff: boolean }) {
  const icon = <IconListSearch size={32} stroke={1.4} aria-hidden />
  return isOff ? (
    <EmptyState
      icon={icon}
      title="The request log is off"
      description="The operator of this service does not keep calls."
    />
  ) : (
    <EmptyPageWithCall
      icon={icon}
      title="No calls yet"
      description="Each call of your programs appears here within a second after its end. Create an API key, then run the call below."
    />
  )
}

function NoMatches() {
  return (
    <EmptyState
      icon={<IconFilterOff size={32} stroke={1.4} aria-hidden />}
      title="No matching calls"
      description="Change or clear the filters. Calls with an invalid API key are not listed."
      action={
        <Button component={Link} to="?" variant="default">
          Clear filters
        </Button>
      }
    />
  )
}
