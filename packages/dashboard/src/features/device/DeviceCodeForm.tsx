import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { messageOf } from '../../base/failure.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { Section } from '../../ui/page/Section.tsx'

const LETTERS = 8

/**
 * Form for a device code. The code is never taken from the URL, so that an attacker cannot send a user a link with
 * the code of the attacker's device.
 */
export function DeviceCodeForm(props: {
  failure: Error | null
  isPending: boolean
  onCode: (userCode: string) => void
}) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { userCode: '' },
    validate: {
      userCode: (text) =>
        text.replaceAll(/[^A-Za-z]/g, '').length === LETTERS
          ? null
          : 'Enter a code of 8 letters, such as BCDF-GHJK.',
    },
  })
  return (
    <Section title="Enter the device code">
      <form noValidate onSubmit={form.onSubmit(({ userCode }) => props.onCode(userCode))}>
        <Stack gap="md">
          <FormFailure message={props.failure ? messageOf(props.failure) : undefined} />
          <TextInput
            label="Code"
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            {...form.getInputProps('userCode')}
            key={form.key('userCode')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={props.isPending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
