import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { paths } from '../../base/paths.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useSavePartial } from './library.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const INITIAL_CONTENT = '<header>\n  \n</header>\n'

/** Dialog that creates a partial with the given name and opens its editor. */
export function NewPartial(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title="New partial">
      {props.isOpen && <NameForm onClose={props.onClose} />}
    </Modal>
  )
}

function NameForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const save = useSavePartial()
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (name) =>
        NAME.test(name) ? null : 'Use up to 64 letters, digits, “-” and “_”. Start with a letter or digit.',
    },
  })
  const backup = useFormBackup({
    key: 'new-partial',
    name: 'New partial',
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const submit = form.onSubmit(({ name }) =>
    save.mutate(
      { name, content: INITIAL_CONTENT },
      {
        onSuccess() {
          void backup.discard()
          void navigate(paths.partial(name))
        },
      },
    ),
  )
  const cancel = () => {
    void backup.discard()
    onClose()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {backup.notice}
        <FormFailure message={save.error ? problemOf(save.error) : undefined} />
        <TextInput
          data-autofocus
          label="Name"
          description="Templates include the partial by this name: {{> letterhead}}"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Create partial
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the message of an error. A 412 means that the name is in use. */
function problemOf(error: Error): string {
  const isTaken = error instanceof Failure && error.status === 412
  return isTaken ? 'A partial with this name already exists.' : messageOf(error)
}
