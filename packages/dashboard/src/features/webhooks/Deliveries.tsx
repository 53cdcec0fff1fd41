import { Select, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Section } from '../../ui/page/Section.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { ShowOlder } from '../../ui/table/ShowOlder.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DELIVERY_STATUSES } from './labels.ts'
import { deliveriesQuery, type Delivery, refreshWebhook, type Webhook } from './webhooks.ts'

const STATUSES = Object.entries(DELIVERY_STATUSES).map(([value, { label }]) => ({ value, label }))

/** Deliveries of a webhook, the newest first. Each opens a drawer with its attempts. */
export function Deliveries({ webhook: { webhookId, isEnabled } }: { webhook: Webhook }) {
  const [status, setStatus] = useState<Delivery['status']>()
  const [opened, setOpened] = useState<Delivery>()
  const list = useInfiniteQuery(deliveriesQuery(webhookId, status))
  const deliveries = list.data?.pages.flatMap(({ deliveries }) => deliveries)
  const progress = deliveries?.map(({ status, reason }) => `${status} ${reason}`).join()
  // An attempt that ends can change the state of the webhook.
  useEffect(() => {
    if (progress !== undefined) void refreshWebhook(webhookId)
  }, [webhookId, progress])
  return (
    <Section
      title="Deliveries"
      description="Events of the last 30 days with their attempts."
      actions={
        <Select
          aria-label="Filter by state"
          placeholder="All states"
          data={STATUSES}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the filter' }}
          w={160}
          value={status ?? null}
          onChange={(value) => setStatus((value as Delivery['status'] | null) ?? undefined)}
          comboboxProps={{ withinPortal: true }}
        />
      }
    >
      <DataTable
        label="Deliveries"
        columns={columnsFor(setOpened)}
        rows={deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        empty={
          <Text c="dimmed">
            {status === undefined
              ? 'No deliveries yet. Send a test event or start an asynchronous job.'
              : 'No deliveries have this state.'}
          </Text>
        }
      />
      <ShowOlder list={list} />
      <DeliveryDrawer delivery={opened} isEnabled={isEnabled} onClose={() => setOpened(undefined)} />
    </Section>
  )
}

function columnsFor(open: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  return [
    { id: 'status', header: 'State', cell: ({ status }) => <StatusBadge {...DELIVERY_STATUSES[status]} /> },
    {
      id: 'event',
      header: 'Event',
      cell: (delivery) => (
        <UnstyledButton c="var(--mantine-color-anchor)" aria-haspopup="dialog" onClick={() => open(delivery)}>
          {delivery.event}
        </UnstyledButton>
      ),
    },
    { id: 'response', header: 'Response', from: 'sm', cell: (delivery) => <Response delivery={delivery} /> },
    { id: 'attempts', header: 'Attempts', from: 'md', align: 'right', cell: ({ attempts }) => attempts },
    {
      id: 'createdAt',
      header: 'Created',
      align: 'right',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

function Response({ delivery: { responseStatus, reason, nextAttemptAt } }: { delivery: Delivery }) {
  return (
    <>
      {[responseStatus, reason].filter((part) => part !== null).join(' · ') || '–'}
      {reason !== null && nextAttemptAt !== null && (
        <Text span c="dimmed" size="sm" ml={6}>
          next attempt <RelativeTime at={nextAttemptAt} />
        </Text>
      )}
    </>
  )
}
