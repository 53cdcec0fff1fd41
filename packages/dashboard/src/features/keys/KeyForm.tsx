import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { messageOf } from '../../base/failure.ts'
import { type KeyScope, type useCreateKey } from '../../api/keys.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { expiryProblem, expiryTime, LIFETIMES } from './expiry.ts'
import { DEFAULT_SCOPES, SCOPES } from './scopes.ts'

const NAME_LENGTH_MAX = 100

const MODES = [
  { value: 'live', label: 'Live', description: 'Each page of a document costs one credit.' },
  {
    value: 'test',
    label: 'Test',
    description:
      'Documents have a TEST label and cost nothing. Mails go only to your address. The limits are those of previews.',
  },
]

/** Form of a new API key. */
export function KeyForm(props: { create: ReturnType<typeof useCreateKey>; onCancel: () => void }) {
  const { create } = props
  const form = useForm({
    initialValues: {
      name: '',
      mode: 'live',
      scopes: DEFAULT_SCOPES,
      lifetime: 'never',
      day: '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name for the key.' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Select at least one scope.' : null),
      day: (day, { lifetime }) => expiryProblem(lifetime, day),
    },
  })
  const backup = useFormBackup({
    key: 'new-key',
    name: 'New API key',
    value: form.isDirty() ? form.values : undefined,
    // Keeps the initial values of fields that a backup of an earlier release does not have.
    restore: form.setValues,
    reset: form.reset,
  })
  const cancel = () => {
    void backup.discard()
    props.onCancel()
  }
  const submit = form.onSubmit(({ name, mode, scopes, lifetime, day }) => {
    const expiresAt = expiryTime(lifetime, day)
    create.mutate(
      {
        name,
        isTest: mode === 'test',
        scopes: scopes as KeyScope[],
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      },
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
        <Radio.Group label="Mode" {...form.getInputProps('mode')}>
          <Stack gap="xs" mt={4}>
            {MODES.map((mode) => (
              <Radio key={mode.value} {...mode} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={4}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope.value} {...scope} />
            ))}
          </Stack>
        </Checkbox.Group>
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
