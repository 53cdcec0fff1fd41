import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Deliveries } from './Deliveries.tsx'
import { SetWebhook } from './SetWebhook.tsx'
import { useRemoveWebhook, useTestWebhook, webhookQuery } from './webhook.ts'

/** Webhook of the account, with its deliveries. */
export function Webhook() {
  const { data: webhook } = useQuery(webhookQuery)
  const [isSetting, dialog] = useDisclosure(false)
  if (webhook === undefined) return <Skeleton height={180} radius="md" />
  return (
    <Section
      title="Webhook"
      description="This address receives a signed event when an asynchronous job ends."
    >
      {webhook === null ? (
        <EmptyState
          icon={<IconWebhook size={32} stroke={1.4} aria-hidden />}
          title="No webhook yet"
          description="Set a webhook to be notified when a job ends, instead of polling its status."
          action={<Button onClick={dialog.open}>Set webhook</Button>}
        />
      ) : (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <div style={{ minWidth: 0 }}>
              <CopyText value={webhook.url} label="Copy address" />
              <Text c="dimmed" size="sm" mt={4}>
                Set <RelativeTime at={webhook.setAt} />
              </Text>
            </div>
            <Actions url={webhook.url} isOff={webhook.disabledAt !== null} onReplace={dialog.open} />
          </Group>
          {webhook.disabledAt !== null && (
            <Alert color="yellow" p="sm">
              The webhook is disabled because its server answered with 410 (Gone). Set it again to enable it.
            </Alert>
          )}
          <Deliveries />
        </Stack>
      )}
      <SetWebhook isOpen={isSetting} onClose={dialog.close} currentUrl={webhook?.url} />
    </Section>
  )
}

function Actions(props: { url: string; isOff: boolean; onReplace: () => void }) {
  const test = useTestWebhook()
  const remove = useRemoveWebhook()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        loading={test.isPending}
        disabled={props.isOff}
        onClick={() =>
          test.mutate(undefined, {
            onSuccess: () => notifications.show({ message: 'The test event is being sent.' }),
          })
        }
      >
        Send test event
      </Button>
      <Button variant="default" size="xs" onClick={props.onReplace}>
        Change
      </Button>
      <ConfirmButton
        size="xs"
        c="var(--mantine-color-error)"
        loading={remove.isPending}
        dialog={{
          title: 'Remove webhook?',
          message: `No further events are sent to ${props.url}. Pending deliveries are discarded.`,
          confirmLabel: 'Remove webhook',
          danger: true,
        }}
        onConfirm={() => remove.mutate()}
      >
        Remove
      </ConfirmButton>
    </Group>
  )
}
