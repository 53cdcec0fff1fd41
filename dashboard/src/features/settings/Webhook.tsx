import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Blank } from '../../ui/Blank.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { CopyText } from '../../ui/CopyButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { Deliveries } from './Deliveries.tsx'
import { SetWebhook } from './SetWebhook.tsx'
import { useRemoveWebhook, useTestWebhook, webhookQuery } from './webhook.ts'

/** Where the ends of jobs are sent, and what became of each. */
export function Webhook() {
  const { data: webhook } = useQuery(webhookQuery)
  const [isSetting, dialog] = useDisclosure(false)
  if (webhook === undefined) return <Skeleton height={180} radius="md" />
  return (
    <Section
      title="Webhook"
      description="The service calls this address when an asynchronous job has ended, and signs what it sends."
    >
      {webhook === null ? (
        <Blank
          icon={<IconWebhook size={32} stroke={1.4} aria-hidden />}
          title="No webhook yet"
          description="With one, your programs need not ask how far a job is."
          action={<Button onClick={dialog.open}>Set a webhook</Button>}
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
            <Actions url={webhook.url} isOff={webhook.switchedOffAt !== null} onReplace={dialog.open} />
          </Group>
          {webhook.switchedOffAt !== null && (
            <Alert color="yellow" p="sm">
              It is switched off since its server answered 410, “gone”. Set it again to switch it on.
            </Alert>
          )}
          <Deliveries />
        </Stack>
      )}
      <SetWebhook isOpen={isSetting} onClose={dialog.close} present={webhook?.url} />
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
            onSuccess: () => notifications.show({ message: 'A test is on its way.' }),
          })
        }
      >
        Send a test
      </Button>
      <Button variant="default" size="xs" onClick={props.onReplace}>
        Change
      </Button>
      <ConfirmButton
        size="xs"
        c="var(--mantine-color-error)"
        loading={remove.isPending}
        question={{
          title: 'Remove the webhook',
          message: `Send nothing to ${props.url} any more? What is still on its way is not delivered.`,
          confirm: 'Remove webhook',
          danger: true,
        }}
        onConfirm={() => remove.mutate()}
      >
        Remove
      </ConfirmButton>
    </Group>
  )
}
