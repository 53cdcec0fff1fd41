import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../api/failure.ts'
import { useFormDraft } from '../../drafts/use-form-draft.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { useSetWebhook } from './webhook.ts'

const URL_LENGTH_MAX = 2_000

/** The dialog that sets the webhook and shows its secret, this once. */
export function SetWebhook(props: { isOpen: boolean; onClose: () => void; present: string | undefined }) {
  const setting = useSetWebhook()
  const made = setting.data
  const close = () => {
    props.onClose()
    setting.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={made ? 'The webhook is set' : 'Set the webhook'}
      size="lg"
      // Nobody gets to see the secret again, so no careless click closes it.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made ? (
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} p="sm">
            Copy the secret now: your server tells by it that a call is ours. It cannot be shown again.
          </Alert>
          <CodeBlock code={made.secret} label="secret" />
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              I have copied it
            </Button>
          </Group>
        </Stack>
      ) : (
        <UrlForm setting={setting} onCancel={close} present={props.present} />
      )}
    </Modal>
  )
}

function UrlForm(props: {
  setting: ReturnType<typeof useSetWebhook>
  onCancel: () => void
  present: string | undefined
}) {
  const { setting, present } = props
  const form = useForm({
    initialValues: { url: present ?? '' },
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : 'An address looks like https://example.com/hook'),
    },
  })
  const draft = useFormDraft({
    key: 'webhook',
    name: 'Webhook',
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const submit = form.onSubmit(({ url }) =>
    setting.mutate(url.trim(), { onSuccess: () => void draft.discard() }),
  )
  const cancel = () => {
    void draft.discard()
    props.onCancel()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {draft.notice}
        <FormFailure message={setting.error ? messageOf(setting.error) : undefined} />
        <TextInput
          data-autofocus
          label="Address"
          description="It begins with https://, and is reached from the service."
          placeholder="https://example.com/platen"
          type="url"
          autoComplete="off"
          maxLength={URL_LENGTH_MAX}
          {...form.getInputProps('url')}
        />
        {present !== undefined && (
          <Text c="dimmed" size="sm">
            It gets a new secret; the present one holds no longer.
          </Text>
        )}
        <DialogButtons submit="Set webhook" onCancel={cancel} isPending={setting.isPending} />
      </Stack>
    </form>
  )
}
