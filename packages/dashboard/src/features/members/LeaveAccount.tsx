import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery, useMe } from '../../api/me.ts'
import { paths } from '../../base/paths.ts'
import { forgetAccount } from '../../session/account.ts'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { membersQuery, useLeave } from './members.ts'

/** Section with which a user leaves the account. The only member of an account deletes the account instead. */
export function LeaveAccount() {
  const { account, membership } = useMe()
  const { data: accounts } = useQuery(accountsQuery)
  const { data: members } = useQuery(membersQuery)
  const leave = useLeave()
  if (!accounts || !members || members.length < 2) return null
  const isLastOwner =
    membership.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  const isOnlyAccount = accounts.length < 2
  return (
    <Section title="Leave account">
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="34rem">
          {isLastOwner
            ? 'You are the last owner. Make another member an owner first, or delete the account in the settings.'
            : 'You lose access to this account at once. An owner can invite you again.'}
          {!isLastOwner &&
            isOnlyAccount &&
            ' You belong to no other account, so your sign-in is deleted as well.'}
        </Text>
        <ConfirmButton
          c="var(--mantine-color-error)"
          disabled={isLastOwner}
          loading={leave.isPending}
          dialog={{
            title: 'Leave this account?',
            message: `You can no longer open the account of ${account.email}.${
              isOnlyAccount ? ' Your sign-in is deleted, and you are signed out.' : ''
            }`,
            confirmLabel: 'Leave account',
            danger: true,
          }}
          onConfirm={() =>
            leave.mutate(undefined, {
              onSuccess() {
                forgetAccount()
                window.location.assign(paths.overview())
              },
            })
          }
        >
          Leave account…
        </ConfirmButton>
      </Group>
    </Section>
  )
}
