import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { paths } from '../../base/paths.ts'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { EditWebhook } from './EditWebhook.tsx'
import { ResendFailed } from './ResendFailed.tsx'
import { RotateSecret } from './RotateSecret.tsx'
import { useRemoveWebhook, useTestWebhook, useUpdateWebhook, type Webhook } from './webhooks.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Buttons of the page of a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { webhookId, url, isEnabled } = webhook
  const navigate = useNavigate()
  const test = useTestWebhook(webhookId)
  const update = useUpdateWebhook(webhook, false)
  const remove = useRemoveWebhook(webhookId)
  const [isEditing, editing] = useDisclosure(false)
  const [isRotating, rotation] = useDisclosure(false)
  const [isResending, resending] = useDisclosure(false)

  const setEnabled = (next: boolean) => update.mutate({ isEnabled: next })
  const disable = async () => {
    const isSure = await confirmDialog({
      title: 'Disable webhook?',
      message: `No events are sent to ${url} until you enable it again. Pending events are dropped.`,
      confirmLabel: 'Disable webhook',
    })
    if (isSure) setEnabled(false)
  }
  const removeIfSure = async () => {
    const isSure = await confirmDialog({
      title: 'Delete webhook?',
      message: `No further events are sent to ${url}. Pending events are dropped.`,
      confirmLabel: 'Delete webhook',
      danger: true,
    })
    if (isSure) remove.mutate(undefined, { onSuccess: () => void navigate(paths.webhooks()) })
  }

  return (
    <>
      {isEnabled ? (
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: () => notifications.show({ message: 'The test event is being sent.' }),
            })
          }
        >
          Send test event
        </Button>
      ) : (
        <Button loading={update.isPending} onClick={() => setEnabled(true)}>
          Enable
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="More actions"
            loading={update.isPending || remove.isPending}
          >
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={editing.open}>
            Edit…
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={rotation.open}>
            Rotate secret…
          </Menu.Item>
          {isEnabled && (
            <Menu.Item leftSection={<IconRepeat {...ICON} />} onClick={resending.open}>
              Send failed events again…
            </Menu.Item>
          )}
          {isEnabled ? (
            <Menu.Item leftSection={<IconPlayerPause {...ICON} />} onClick={() => void disable()}>
              Disable…
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPlay {...ICON} />} onClick={() => setEnabled(true)}>
              Enable
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void removeIfSure()}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditWebhook webhook={webhook} isOpen={isEditing} onClose={editing.close} />
      <RotateSecret webhookId={webhookId} isOpen={isRotating} onClose={rotation.close} />
      <ResendFailed webhookId={webhookId} isOpen={isResending} onClose={resending.close} />
    </>
  )
}
