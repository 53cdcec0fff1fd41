import { Anchor, Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx'
import { EmptyPageWithCall } from './EmptyPageWithCall.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyActions } from './KeyActions.tsx'
import { type ApiKey, keysQuery } from '../../api/keys.ts'
import { usageQuery } from '../../api/usage.ts'
import { paths } from '../../base/paths.ts'
import { count } from '../../ui/text/numbers.ts'
import { keyText, scopeText } from './scopes.ts'

const STATUSES: Record<ApiKey['status'], { tone: Tone; label: string }> = {
  active: { tone: 'good', label: 'Active' },
  deactivated: { tone: 'off', label: 'Deactivated' },
  expired: { tone: 'bad', label: 'Expired' },
}

/** Days of the column with the number of renders. */
const USAGE_DAYS = 30

/** API key with its number of completed renders. `undefined` until it is known. */
type Row = ApiKey & { renders: number | undefined }

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, status, isTest }) => (
      <Text fw={500} style={{ overflowWrap: 'anywhere' }} c={status === 'active' ? undefined : 'dimmed'}>
        {name}
        {isTest && (
          <Badge variant="light" color="yellow" radius="sm" tt="none" ml={6}>
            Test
          </Badge>
        )}
      </Text>
    ),
  },
  {
    id: 'key',
    header: 'Key',
    from: 'sm',
    cell: (key) => (
      <Text ff="monospace" size="sm">
        {keyText(key)}
      </Text>
    ),
  },
  { id: 'scopes', header: 'Scopes', from: 'lg', cell: ({ scopes }) => scopeText(scopes) },
  {
    id: 'status',
    header: 'State',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StatusBadge {...STATUSES[status]} />,
  },
  {
    id: 'lastUsedAt',
    header: 'Last used',
    from: 'sm',
    sortBy: ({ lastUsedAt }) => lastUsedAt ?? '',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <Never /> : <RelativeTime at={lastUsedAt} />),
  },
  {
    id: 'renders',
    header: `PDFs, ${USAGE_DAYS} days`,
    align: 'right',
    from: 'md',
    sortBy: ({ renders = 0 }) => renders,
    cell: ({ tokenId, renders }) =>
      renders === undefined ? (
        ''
      ) : (
        <Anchor component={Link} to={paths.jobsOfKey(tokenId)}>
          {count(renders)}
        </Anchor>
      ),
  },
  {
    id: 'createdAt',
    header: 'Created',
    from: 'md',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    from: 'md',
    sortBy: ({ expiresAt }) => expiresAt ?? '9999',
    cell: ({ expiresAt }) => (expiresAt === null ? <Never /> : <RelativeTime at={expiresAt} />),
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (key) => (
      <Can permission="keys:write">
        <KeyActions apiKey={key} />
      </Can>
    ),
  },
]

/** Prefetches the API keys. */
export function loader(): null {
  void queryClient.prefetchQuery(keysQuery)
  return null
}

/** List of the API keys of the account. */
export function Component() {
  const { data: keys } = useQuery(keysQuery)
  const { data: usage } = useQuery({ ...usageQuery(USAGE_DAYS), throwOnError: false })
  const rows = keys?.map((key) => ({
    ...key,
    renders: usage && (usage.keys.find(({ tokenId }) => tokenId === key.tokenId)?.completed ?? 0),
  }))
  const [isCreating, dialog] = useDisclosure(false)
  const create = (
    <Can permission="keys:write">
      <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
        Create API key
      </Button>
    </Can>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        description="API keys authenticate your programs until they expire or until you deactivate or delete them. Changes apply to the next call."
        actions={keys?.length === 0 ? undefined : create}
      />
      <RoleNotice permission="keys:write" what="create or change API keys" />
      <DataTable
        label="API keys"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ tokenId }) => tokenId}
        initialSort={{ by: 'createdAt', descending: true }}
        empty={
          <EmptyPageWithCall
            icon={<IconKey size={32} stroke={1.4} aria-hidden />}
            title="No API keys yet"
            description="Create an API key for each program that renders PDFs. Then run the call below."
            action={create}
          />
        }
      />
      <CreateKey isOpen={isCreating} onClose={dialog.close} />
    </>
  )
}

function Never() {
  return <Text c="dimmed">Never</Text>
}
