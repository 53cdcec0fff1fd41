import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../api/failure.ts'
import { useFormDraft } from '../../drafts/use-form-draft.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CallWithCurl } from './CallWithCurl.tsx'
import { expiryProblem, expiryTime, LIFETIMES } from './expiry.ts'
import { useCreateKey } from './keys.ts'
import { DialogButtons } from '../../ui/DialogButtons.tsx'

const NAME_LENGTH_MAX = 100

/** The dialog that makes a key and shows it, this once. */
export function CreateKey(props: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateKey()
  const made = create.data
  const close = () => {
    props.onClose()
    create.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={made ? `“${made.name}” is created` : 'Create an API key'}
      size="lg"
      // Nobody gets to see the key again, so no careless click closes it.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made ? <CreatedKey value={made.key} onDone={close} /> : <KeyForm create={create} onCancel={close} />}
    </Modal>
  )
}

function KeyForm(props: { create: ReturnType<typeof useCreateKey>; onCancel: () => void }) {
  const { create } = props
  const form = useForm({
    initialValues: { name: '', lifetime: 'never', day: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Please say what the key is for' : null),
      day: (day, { lifetime }) => expiryProblem(lifetime, day),
    },
  })
  const draft = useFormDraft({
    key: 'new-key',
    name: 'New API key',
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const cancel = () => {
    void draft.discard()
    props.onCancel()
  }
  const submit = form.onSubmit(({ name, lifetime, day }) => {
    const expiresAt = expiryTime(lifetime, day)
    create.mutate(
      { name, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
      { onSuccess: () => void draft.discard() },
    )
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {draft.notice}
        {create.error && (
          <Alert color="red" role="alert" p="sm">
            {messageOf(create.error)}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label="Name"
          description="The program that calls with it, such as “billing server”."
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
            label="On"
            description="At its beginning, in your time zone."
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
        Copy the key now and keep it where your program finds it. It cannot be shown again.
      </Alert>
      <CodeBlock code={props.value} label="key" />
      <div>
        <Text fw={500} mb={4}>
          Make a PDF with it
        </Text>
        <CallWithCurl apiKey={props.value} />
      </div>
      <Group justify="flex-end">
        <Button onClick={props.onDone} data-autofocus>
          I have copied it
        </Button>
      </Group>
    </Stack>
  )
}
