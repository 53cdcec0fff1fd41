import { Modal } from '@mantine/core'
import { WebhookForm } from './WebhookForm.tsx'
import { useUpdateWebhook, type Webhook } from './webhooks.ts'

/** Dialog that changes the fields of a webhook. */
export function EditWebhook(props: { webhook: Webhook; isOpen: boolean; onClose: () => void }) {
  const { webhook } = props
  const update = useUpdateWebhook(webhook, true)
  const close = () => {
    props.onClose()
    update.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title="Edit webhook"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <WebhookForm
        backupKey={`webhook-${webhook.webhookId}`}
        initial={{ url: webhook.url, description: webhook.description, events: webhook.events }}
        submit="Save changes"
        isPending={update.isPending}
        error={update.error}
        onSubmit={(fields, onSaved) =>
          update.mutate(fields, {
            onSuccess: () => {
              onSaved()
              close()
            },
          })
        }
        onCancel={close}
      />
    </Modal>
  )
}
