import { Button, Group, Text } from '@mantine/core'
import { ask } from '../../ui/ask.ts'
import { Section } from '../../ui/Section.tsx'
import { type Settings, useLeave } from './settings.ts'

/** The end of the account, which can be taken back for two weeks. */
export function DeleteAccount({ settings }: { settings: Settings }) {
  const leave = useLeave()
  const leaveIfSure = async () => {
    const isSure = await ask({
      title: 'Delete your account',
      message:
        'Your API keys stop working now, and you are signed out. In 14 days everything is removed for good: templates, documents, keys, and what is left of your credits. Until then you can sign in and keep the account.',
      confirm: 'Delete my account',
      danger: true,
      typed: settings.email,
    })
    if (isSure) leave.mutate(settings.email)
  }
  return (
    <Section title="Delete account">
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="34rem">
          Everything is removed for good after 14 days. Your programs can call no more from the moment you
          confirm.
        </Text>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={leave.isPending}
          disabled={settings.deletionAt !== null}
          onClick={() => void leaveIfSure()}
        >
          Delete account…
        </Button>
      </Group>
    </Section>
  )
}
