import { SecretDialog } from './SecretDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { useCreateWebhook, type WebhookFields } from './webhooks.ts'

const INITIAL: WebhookFields = { url: '', description: '', events: ['job.completed', 'job.failed'] }

/** Dialog that creates a webhook and shows its secret once. */
export function CreateWebhook(props: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateWebhook()
  const close = () => {
    props.onClose()
    create.reset()
  }
  return (
    <SecretDialog
      isOpen={props.isOpen}
      title="Create webhook"
      doneTitle="The webhook was created"
      secret={create.data?.secret}
      onClose={close}
    >
      <WebhookForm
        backupKey="webhook"
        initial={INITIAL}
        submit="Create webhook"
        isPending={create.isPending}
        error={create.error}
        onSubmit={(fields, onSaved) => create.mutate(fields, { onSuccess: onSaved })}
        onCancel={close}
      />
    </SecretDialog>
  )
}
