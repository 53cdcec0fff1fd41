import { Anchor, Button, Code, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '../../api/me.ts'
import type { components } from '../../api/schema.ts'
import { paths } from '../../base/paths.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { duration } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { DELIVERY_STATUSES } from './labels.ts'
import { type Delivery, deliveryQuery, useResend } from './webhooks.ts'

type Attempt = components['schemas']['WebhookAttempt']

/** Drawer with the attempts at a delivery. It can send the event again. `isEnabled`: state of the webhook. */
export function DeliveryDrawer(props: {
  delivery: Delivery | undefined
  isEnabled: boolean
  onClose: () => void
}) {
  const { delivery } = props
  return (
    <Drawer
      opened={delivery !== undefined}
      onClose={props.onClose}
      position="right"
      size="md"
      title={delivery?.event ?? 'Delivery'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {delivery && <Details listed={delivery} isEnabled={props.isEnabled} />}
    </Drawer>
  )
}

function Details({ listed, isEnabled }: { listed: Delivery; isEnabled: boolean }) {
  const { data: delivery } = useQuery(deliveryQuery(listed))
  const resend = useResend(listed)
  const mayResend = useMay('webhooks:write')
  if (!delivery) return <Skeleton height={240} />
  const { status, jobId, history, reason, nextAttemptAt } = delivery
  return (
    <Stack gap="md">
      <Group gap="sm">
        <StatusBadge {...DELIVERY_STATUSES[status]} />
        {jobId !== null && (
          <Anchor component={Link} to={paths.job(jobId)}>
            Open job
          </Anchor>
        )}
      </Group>
      <CopyText value={delivery.deliveryId} label="Copy event ID" />
      {nextAttemptAt !== null && reason !== null && (
        <Text size="sm">
          Next attempt <RelativeTime at={nextAttemptAt} />
        </Text>
      )}
      {mayResend && status !== 'pending' && isEnabled && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(undefined, {
                onSuccess: () => notifications.show({ message: 'The event is being sent again.' }),
              })
            }
          >
            Send again
          </Button>
        </Group>
      )}
      {history.length === 0 ? (
        <Text c="dimmed">{reason ?? 'No attempt has ended yet.'}</Text>
      ) : (
        history.map((attempt) => <AttemptText key={attempt.number} attempt={attempt} />)
      )}
    </Stack>
  )
}

function AttemptText({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, durationMs, responseStatus, reason, responseExcerpt } = attempt
  return (
    <div>
      <Text fw={500}>
        Attempt {number}: {responseStatus ?? 'no response'}
      </Text>
      <Text size="sm" c="dimmed">
        <RelativeTime at={startedAt} />, {duration(durationMs)}
        {reason !== null && `, ${reason}`}
      </Text>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <Code block mt={4} tabIndex={0} aria-label={`Response to attempt ${number}`}>
          {responseExcerpt}
        </Code>
      )}
    </div>
  )
}
