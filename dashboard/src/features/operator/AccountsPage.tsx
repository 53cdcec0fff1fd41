import { Anchor, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { Blank } from '../../ui/Blank.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
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
  { id: 'pages', header: 'Pages, 30 days', align: 'right', from: 'md', cell: ({ pages }) => count(pages) },
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

/** Begins to read the accounts that the address asks for. */
export function loader({ request }: LoaderFunctionArgs): null {
  const search = new URL(request.url).searchParams.get('search') ?? ''
  void queryClient.prefetchInfiniteQuery(accountsQuery(search))
  return null
}

/** All accounts, to be searched. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('search') ?? ''
  const follow = useDebouncedCallback(
    (value: string) =>
      setSearch(value === '' ? {} : { search: value }, { replace: true, preventScrollReset: true }),
    PAUSE_MS,
  )
  const list = useInfiniteQuery(accountsQuery(text))
  return (
    <>
      <OperatorHeader description="Every account of this service, and nothing of what they keep in it." />
      <TextInput
        type="search"
        aria-label="Search accounts"
        placeholder="Search by address or account id"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={254}
        maw={420}
        mb="md"
        defaultValue={text}
        onChange={({ currentTarget }) => follow(currentTarget.value)}
      />
      <div style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }} aria-busy={list.isPlaceholderData}>
        <DataTable
          label="Accounts"
          columns={COLUMNS}
          rows={list.data?.pages.flatMap(({ accounts }) => accounts)}
          rowKey={({ userId }) => userId}
          empty={
            <Blank
              icon={<IconUsers size={32} stroke={1.4} aria-hidden />}
              title="No such account"
              description="Search for a part of the address, or of the account’s id."
            />
          }
        />
      </div>
      <ShowOlder list={list} />
    </>
  )
}
