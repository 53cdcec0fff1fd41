import { Modal } from '@mantine/core'
import { useState } from 'react'
import { WebhookForm } from './WebhookForm.tsx'
import { useUpdateWebhook, type Webhook } from './webhooks.ts'

/** Dialog that changes the fields of a webhook. */
export function EditWebhook(props: { webhook: Webhook; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title="Edit webhook"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <EditForm webhook={props.webhook} onClose={props.onClose} />
    </Modal>
  )
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  // The ETag must be that of the initial values. A later one would overwrite a change that the user has not seen.
  const [opened] = useState(webhook)
  const update = useUpdateWebhook(opened, true)
  return (
    <WebhookForm
      backupKey={`webhook-${opened.webhookId}`}
      initial={{ url: opened.url, description: opened.description, events: opened.events }}
      submit="Save changes"
      isPending={update.isPending}
      error={update.error}
      onSubmit={(fields, onSaved) =>
        update.mutate(fields, {
          onSuccess: () => {
            onSaved()
            onClose()
          },
        })
      }
      onCancel={onClose}
    />
  )
}
