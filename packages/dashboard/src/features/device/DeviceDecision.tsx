import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { messageOf } from '../../base/failure.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Device } from './device.ts'

/** Shows which device requests the sign-in and its consequences, and lets the user allow or deny it. */
export function DeviceDecision(props: {
  device: Device
  userCode: string
  failure: Error | null
  isPending: boolean
  onDecide: (allow: boolean) => void
}) {
  const { device, userCode } = props
  return (
    <Section title="Allow this device to sign in?">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          <strong>{device.name}</strong> requested this sign-in <RelativeTime at={device.createdAt} /> from{' '}
          {device.isYourNetwork ? 'your network' : 'another network'} ({device.address}). Its code is{' '}
          <strong>{withHyphen(userCode)}</strong>.
        </Text>
        <Alert color={device.isYourNetwork ? 'yellow' : 'red'} title="Did you start this sign-in?">
          The device gets access to your account. It can read and change your templates, create API keys and
          spend your credits. If you received this code in a message or from another person, deny the request:
          it is an attempt to get access to your account.
        </Alert>
        <FormFailure message={props.failure ? messageOf(props.failure) : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={props.isPending} onClick={() => props.onDecide(false)}>
            Deny
          </Button>
          <Button loading={props.isPending} onClick={() => props.onDecide(true)}>
            Allow
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** Formats a code as the device shows it: "BCDF-GHJK". */
function withHyphen(userCode: string): string {
  const letters = userCode.replaceAll(/[^A-Za-z]/g, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
