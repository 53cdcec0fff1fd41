import { Stack, Text } from '@mantine/core'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { DeviceCodeForm } from './DeviceCodeForm.tsx'
import { DeviceDecision } from './DeviceDecision.tsx'
import { useDecideDevice, useFindDevice } from './device.ts'

/** Page to sign in a device without a browser by its device code. */
export function Component() {
  const find = useFindDevice()
  const decide = useDecideDevice()
  const userCode = find.variables
  return (
    <>
      <PageHeader
        title="Sign in a device"
        description="Enter the code that the command-line tool shows, to sign it in to your account."
      />
      <Stack maw={560}>
        {decide.isSuccess ? (
          <Section title={decide.variables.allow ? 'The device is signed in' : 'The sign-in was denied'}>
            <Text role="status">
              {decide.variables.allow
                ? 'Return to the device. You can sign it out in your settings, under Sessions.'
                : 'The device has no access to your account. If you did not start this sign-in, another person may have tried to get access to your account.'}
            </Text>
          </Section>
        ) : find.data && userCode !== undefined ? (
          <DeviceDecision
            device={find.data}
            userCode={userCode}
            failure={decide.error}
            isPending={decide.isPending}
            onDecide={(allow) => decide.mutate({ userCode, allow })}
          />
        ) : (
          <DeviceCodeForm failure={find.error} isPending={find.isPending} onCode={find.mutate} />
        )}
      </Stack>
    </>
  )
}
