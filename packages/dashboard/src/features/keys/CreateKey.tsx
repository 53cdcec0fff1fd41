import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../base/failure.ts'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { CodeBlock } from '../../ui/text/CodeBlock.tsx'
import { CurlExample } from './CurlExample.tsx'
import { expiryProblem, expiryTime, LIFETIMES } from './expiry.ts'
import { useCreateKey } from '../../api/keys.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'

const NAME_LENGTH_MAX = 100

/** Dialog that creates an API key and shows it once. */
export function CreateKey(props: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateKey()
  const created = create.data
  const close = () => {
    props.onClose()
    create.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={created ? `API key “${created.name}” was created` : 'Create API key'}
      size="lg"
      // The key is shown only once: an accidental click or key must not close the dialog.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {created ? (
        <CreatedKey value={created.key} onDone={close} />
      ) : (
        <KeyForm create={create} onCancel={close} />
      )}
    </Modal>
  )
}

function KeyForm(props: { create: ReturnType<typeof useCreateKey>; onCancel: () => void }) {
  const { create } = props
  const form = useForm({
    initialValues: { name: '', lifetime: 'never', day: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name for the key.' : null),
      day: (day, { lifetime }) => expiryProblem(lifetime, day),
    },
  })
  const backup = useFormBackup({
    key: 'new-key',
    name: 'New API key',
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const cancel = () => {
    void backup.discard()
    props.onCancel()
  }
  const submit = form.onSubmit(({ name, lifetime, day }) => {
    const expiresAt = expiryTime(lifetime, day)
    create.mutate(
      { name, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
      { onSuccess: () => void backup.discard() },
    )
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {backup.notice}
        <FormFailure message={create.error ? messageOf(create.error) : undefined} />
        <TextInput
          data-autofocus
          label="Name"
          description="The program that uses the key, such as “billing server”."
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label="Expires"
          data={LIFETIMES}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          {...form.getInputProps('lifetime')}
        />
        {form.values.lifetime === 'day' && (
          <TextInput
            type="date"
            label="Expiry date"
            description="The key expires at the start of this day, in your time zone."
            {...form.getInputProps('day')}
          />
        )}
        <DialogButtons submit="Create key" onCancel={cancel} isPending={create.isPending} />
      </Stack>
    </form>
  )
}

function CreatedKey(props: { value: string; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} p="sm">
        Copy the key now and store it in a safe place. It is not shown again.
      </Alert>
      <CodeBlock code={props.value} label="API key" />
      <div>
        <Text fw={500} mb={4}>
          Make your first call
        </Text>
        <CurlExample apiKey={props.value} />
      </div>
      <Group justify="flex-end">
        <Button onClick={props.onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
