import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { CreateWebhook } from './CreateWebhook.tsx'
import { stateOf } from './labels.ts'
import { type Webhook, webhooksQuery } from './webhooks.ts'

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Address',
    cell: ({ webhookId, url, description }) => (
      <>
        <Anchor component={Link} to={paths.webhook(webhookId)} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Anchor>
        {description !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Text>
        )}
      </>
    ),
  },
  { id: 'state', header: 'State', cell: (webhook) => <StatusBadge {...stateOf(webhook)} /> },
  { id: 'events', header: 'Events', from: 'sm', cell: ({ events }) => events.join(', ') },
  {
    id: 'createdAt',
    header: 'Created',
    from: 'md',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Prefetches the webhooks. */
export function loader(): null {
  void queryClient.prefetchQuery(webhooksQuery)
  return null
}

/** List of the webhooks of the account. */
export function Component() {
  const { data: webhooks } = useQuery(webhooksQuery)
  const [isCreating, dialog] = useDisclosure(false)
  const create = (
    <Can permission="webhooks:write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
        Create webhook
      </Button>
    </Can>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="A webhook is an address of your server that receives signed events, for example when a job ends."
        actions={webhooks?.length === 0 ? undefined : create}
      />
      <RoleNotice permission="webhooks:write" what="create or change webhooks" />
      <DataTable
        label="Webhooks"
        columns={COLUMNS}
        rows={webhooks}
        rowKey={({ webhookId }) => webhookId}
        empty={
          <EmptyState
            icon={<IconWebhook size={32} stroke={1.4} aria-hidden />}
            title="No webhooks yet"
            description="Create a webhook to be notified when a job ends, instead of polling its status. To receive events on your own machine, run platen listen."
            action={create}
          />
        }
      />
      <CreateWebhook isOpen={isCreating} onClose={dialog.close} />
    </>
  )
}
