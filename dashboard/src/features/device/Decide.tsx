import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { messageOf } from '../../api/failure.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Device } from './device.ts'

/** Says who asks and what it would mean, and asks back. */
export function Decide(props: {
  device: Device
  userCode: string
  failure: Error | null
  isPending: boolean
  onDecide: (allow: boolean) => void
}) {
  const { device, userCode } = props
  return (
    <Section title="Let it sign in as you?">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          A program that calls itself <strong>{device.name}</strong> asked for this{' '}
          <RelativeTime at={device.createdAt} />, from{' '}
          {device.isYourNetwork ? 'the network that you use now' : 'another network than yours'} (
          {device.address}). It shows the code <strong>{userCode.toUpperCase()}</strong>.
        </Text>
        <Alert color={device.isYourNetwork ? 'yellow' : 'red'} title="Have you run it yourself, just now?">
          Whoever runs it acts as you from then on: reads and changes your templates, makes API keys, spends
          your credits. If you were sent this code in a message or told it by somebody, it is a trick. Nobody
          who means well asks for that.
        </Alert>
        <FormFailure message={props.failure ? messageOf(props.failure) : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={props.isPending} onClick={() => props.onDecide(false)}>
            No, deny it
          </Button>
          <Button loading={props.isPending} onClick={() => props.onDecide(true)}>
            Yes, I have run it
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
