import { Anchor, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { ShowOlder } from '../../ui/table/ShowOlder.tsx'
import { AccountState } from './AccountState.tsx'
import { type Account, accountsQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

const PAUSE_MS = 250

const COLUMNS: readonly Column<Account>[] = [
  {
    id: 'email',
    header: 'Account',
    cell: ({ userId, email }) => (
      <Anchor
        component={Link}
        to={paths.operatorAccount(userId)}
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
      >
        {email}
      </Anchor>
    ),
  },
  { id: 'state', header: 'State', cell: (account) => <AccountState account={account} /> },
  { id: 'plan', header: 'Plan', from: 'md', cell: ({ plan }) => plan },
  { id: 'credits', header: 'Credits', align: 'right', cell: ({ credits }) => count(credits) },
  { id: 'pages', header: 'Pages in 30 days', align: 'right', from: 'md', cell: ({ pages }) => count(pages) },
  {
    id: 'templates',
    header: 'Templates',
    align: 'right',
    from: 'lg',
    cell: ({ templates }) => count(templates),
  },
  {
    id: 'lastCallAt',
    header: 'Last call',
    align: 'right',
    from: 'lg',
    cell: ({ lastCallAt }) => (lastCallAt === null ? '–' : <RelativeTime at={lastCallAt} />),
  },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'right',
    from: 'sm',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Prefetches the accounts that match the search in the URL. */
export function loader({ request }: LoaderFunctionArgs): null {
  const search = new URL(request.url).searchParams.get('search') ?? ''
  void queryClient.prefetchInfiniteQuery(accountsQuery(search))
  return null
}

/** List of all accounts, with a search. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('search') ?? ''
  const updateSearch = useDebouncedCallback(
    (value: string) =>
      setSearch(value === '' ? {} : { search: value }, { replace: true, preventScrollReset: true }),
    PAUSE_MS,
  )
  const list = useInfiniteQuery(accountsQuery(text))
  return (
    <>
      <OperatorHeader description="All accounts of this service. Operators cannot see their templates and PDFs." />
      <TextInput
        type="search"
        aria-label="Search accounts"
        placeholder="Search by e-mail address or account ID"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={254}
        maw={420}
        mb="md"
        defaultValue={text}
        onChange={({ currentTarget }) => updateSearch(currentTarget.value)}
      />
      <div style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }} aria-busy={list.isPlaceholderData}>
        <DataTable
          label="Accounts"
          columns={COLUMNS}
          rows={list.data?.pages.flatMap(({ accounts }) => accounts)}
          rowKey={({ userId }) => userId}
          empty={
            <EmptyState
              icon={<IconUsers size={32} stroke={1.4} aria-hidden />}
              title="No matching accounts"
              description="Search for a part of the e-mail address or of the account ID."
            />
          }
        />
      </div>
      <ShowOlder list={list} />
    </>
  )
}
