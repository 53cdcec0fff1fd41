import { Button, Group, Text } from '@mantine/core'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { Section } from '../../ui/page/Section.tsx'
import { type Settings, useDeleteAccount } from './settings.ts'

/** Section that deletes the account. The deletion can be cancelled for 14 days. */
export function DeleteAccount({ settings }: { settings: Settings }) {
  const deleteAccount = useDeleteAccount()
  const confirmAndDelete = async () => {
    const isSure = await confirmDialog({
      title: 'Delete this account?',
      message:
        'Its API keys stop working now. Members who belong to no other account are signed out. All members get a mail. After 14 days, all templates, PDFs, API keys and remaining credits are permanently deleted, and all members lose access. Until then an owner can sign in and keep the account.',
      confirmLabel: 'Delete account',
      danger: true,
      requiredInput: settings.email,
    })
    if (isSure) deleteAccount.mutate(settings.email)
  }
  return (
    <Section title="Delete account">
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="34rem">
          Its API keys stop working at once. After 14 days, everything is permanently deleted, for all
          members.
        </Text>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={deleteAccount.isPending}
          disabled={settings.deletionAt !== null}
          onClick={() => void confirmAndDelete()}
        >
          Delete account…
        </Button>
      </Group>
    </Section>
  )
}
