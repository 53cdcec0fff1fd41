import { Stack, Text } from '@mantine/core'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { AskForCode } from './AskForCode.tsx'
import { Decide } from './Decide.tsx'
import { useDecideDevice, useFindDevice } from './device.ts'

/** Where somebody lets a program without a browser sign in as them. */
export function Component() {
  const find = useFindDevice()
  const decide = useDecideDevice()
  const userCode = find.variables
  return (
    <>
      <PageHeader
        title="Sign in a program"
        description="The command-line tool shows a code while it waits. Enter it here to let it sign in as you."
      />
      <Stack maw={560}>
        {decide.isSuccess ? (
          <Section title={decide.variables.allow ? 'It is signed in' : 'It is not signed in'}>
            <Text role="status">
              {decide.variables.allow
                ? 'Go back to where you have run it. Your settings list where you are signed in, and sign you out of it.'
                : 'Nobody was let in. If you did not ask for this, somebody may have tried to trick you.'}
            </Text>
          </Section>
        ) : find.data && userCode !== undefined ? (
          <Decide
            device={find.data}
            userCode={userCode}
            failure={decide.error}
            isPending={decide.isPending}
            onDecide={(allow) => decide.mutate({ userCode, allow })}
          />
        ) : (
          <AskForCode failure={find.error} isPending={find.isPending} onCode={find.mutate} />
        )}
      </Stack>
    </>
  )
}
