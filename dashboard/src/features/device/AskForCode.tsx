import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { messageOf } from '../../api/failure.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'

const LETTERS = 8

/** Takes the code that a program shows. It is never in the page's address, so nobody can be sent one to click on. */
export function AskForCode(props: {
  failure: Error | null
  isPending: boolean
  onCode: (userCode: string) => void
}) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { userCode: '' },
    validate: {
      userCode: (text) =>
        text.replaceAll(/[^A-Za-z]/g, '').length === LETTERS ? null : 'A code looks like BCDF-GHJK',
    },
  })
  return (
    <Section title="Which code does it show?">
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
