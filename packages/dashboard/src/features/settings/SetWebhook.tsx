import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../base/failure.ts'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { CodeBlock } from '../../ui/text/CodeBlock.tsx'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useSetWebhook } from './webhook.ts'

const URL_LENGTH_MAX = 2_000

/** Dialog that sets the webhook and shows its secret once. */
export function SetWebhook(props: { isOpen: boolean; onClose: () => void; currentUrl: string | undefined }) {
  const setting = useSetWebhook()
  const created = setting.data
  const close = () => {
    props.onClose()
    setting.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={created ? 'The webhook was set' : 'Set webhook'}
      size="lg"
      // The secret is shown only once: an accidental click or key must not close the dialog.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {created ? (
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} p="sm">
            Copy the secret now. Your server needs it to verify the signature of each event. It is not shown
            again.
          </Alert>
          <CodeBlock code={created.secret} label="secret" />
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <UrlForm setting={setting} onCancel={close} currentUrl={props.currentUrl} />
      )}
    </Modal>
  )
}

function UrlForm(props: {
  setting: ReturnType<typeof useSetWebhook>
  onCancel: () => void
  currentUrl: string | undefined
}) {
  const { setting, currentUrl } = props
  const form = useForm({
    initialValues: { url: currentUrl ?? '' },
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : 'Enter an address, such as https://example.com/hook.'),
    },
  })
  const backup = useFormBackup({
    key: 'webhook',
    name: 'Webhook',
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const submit = form.onSubmit(({ url }) =>
    setting.mutate(url.trim(), { onSuccess: () => void backup.discard() }),
  )
  const cancel = () => {
    void backup.discard()
    props.onCancel()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {backup.notice}
        <FormFailure message={setting.error ? messageOf(setting.error) : undefined} />
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
        {currentUrl !== undefined && (
          <Text c="dimmed" size="sm">
            The webhook gets a new secret. The current secret stops working.
          </Text>
        )}
        <DialogButtons submit="Set webhook" onCancel={cancel} isPending={setting.isPending} />
      </Stack>
    </form>
  )
}
