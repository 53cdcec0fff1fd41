import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { messageOf } from '../../base/failure.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { EVENTS } from './labels.ts'
import type { EventType, WebhookFields } from './webhooks.ts'

const URL_LENGTH_MAX = 2_000
const DESCRIPTION_LENGTH_MAX = 200

/**
 * Form of the fields of a webhook.
 * @param props `backupKey`: key of the backup of unsaved text. `onSubmit` calls `onSaved` after a success.
 */
export function WebhookForm(props: {
  backupKey: string
  initial: WebhookFields
  submit: string
  isPending: boolean
  error: Error | null
  onSubmit: (fields: WebhookFields, onSaved: () => void) => void
  onCancel: () => void
}) {
  const form = useForm({
    initialValues: { ...props.initial, events: props.initial.events.map((event): string => event) },
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : 'Enter an address, such as https://example.com/hook.'),
      events: (events) => (events.length === 0 ? 'Select at least one event.' : null),
    },
  })
  const backup = useFormBackup({
    key: props.backupKey,
    name: 'Webhook',
    value: form.isDirty() ? form.values : undefined,
    // Keeps the initial values of fields that a backup of an earlier release does not have.
    restore: form.setValues,
    reset: form.reset,
  })
  const cancel = () => {
    void backup.discard()
    props.onCancel()
  }
  const submit = form.onSubmit(({ url, description, events }) =>
    props.onSubmit(
      { url: url.trim(), description: description.trim(), events: events as EventType[] },
      () => void backup.discard(),
    ),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {backup.notice}
        <FormFailure message={props.error ? messageOf(props.error) : undefined} />
        <TextInput
          data-autofocus
          label="Address"
          description="An https:// address that the service can reach."
          placeholder="https://example.com/platen"
          type="url"
          autoComplete="off"
          maxLength={URL_LENGTH_MAX}
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <Stack gap="xs" mt={4}>
            {EVENTS.map((event) => (
              <Checkbox key={event.value} {...event} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label="Description (optional)"
          maxLength={DESCRIPTION_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <DialogButtons submit={props.submit} onCancel={cancel} isPending={props.isPending} />
      </Stack>
    </form>
  )
}
