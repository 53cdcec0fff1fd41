import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx'
import { deliveriesQuery, type Delivery } from './webhook.ts'

const STATUSES: Record<Delivery['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'busy', label: 'Pending' },
  delivered: { tone: 'good', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <StatusBadge {...STATUSES[status]} />,
  },
  { id: 'event', header: 'Event', cell: (delivery) => <Event delivery={delivery} /> },
  { id: 'response', header: 'Response', from: 'sm', cell: (delivery) => <Response delivery={delivery} /> },
  { id: 'attempts', header: 'Attempts', from: 'md', align: 'right', cell: ({ attempts }) => attempts },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Deliveries to the webhook, the newest first. */
export function Deliveries() {
  const { data: deliveries } = useQuery(deliveriesQuery)
  return (
    <DataTable
      label="Deliveries"
      columns={COLUMNS}
      rows={deliveries}
      rowKey={({ deliveryId }) => deliveryId}
      empty={<Text c="dimmed">No deliveries yet. Send a test event or start an asynchronous job.</Text>}
    />
  )
}

function Event({ delivery: { event, jobId } }: { delivery: Delivery }) {
  if (jobId === null) return event
  return (
    <Anchor component={Link} to={paths.job(jobId)}>
      {event}
    </Anchor>
  )
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
