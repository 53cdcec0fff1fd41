import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { ROLES } from '../../labels/roles.ts'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx'
import { type Invitation, invitationsQuery, useResendInvitation, useRevokeInvitation } from './members.ts'

const MAIL_STATUSES: Record<Invitation['mailStatus'], { tone: Tone; label: string }> = {
  queued: { tone: 'waiting', label: 'Sending' },
  sent: { tone: 'good', label: 'Sent' },
  failed: { tone: 'bad', label: 'Not delivered' },
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    id: 'email',
    header: 'E-mail address',
    cell: ({ email }) => <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>,
  },
  { id: 'role', header: 'Role', from: 'sm', cell: ({ role }) => ROLES[role].label },
  {
    id: 'status',
    header: 'State',
    cell: ({ mailStatus, isExpired }) =>
      isExpired ? <StatusBadge tone="off" label="Expired" /> : <StatusBadge {...MAIL_STATUSES[mailStatus]} />,
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    from: 'md',
    cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
  },
  { id: 'invitedBy', header: 'Invited by', from: 'lg', cell: ({ invitedBy }) => invitedBy },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
]

/** Invitations that are not accepted. */
export function Invitations() {
  const { data: invitations } = useQuery(invitationsQuery)
  return (
    <Section
      title="Pending invitations"
      description="The link in the mail works once, for seven days, for a person with this address."
    >
      <DataTable
        label="Pending invitations"
        columns={COLUMNS}
        rows={invitations}
        rowKey={({ invitationId }) => invitationId}
        empty={
          <Text c="dimmed" size="sm">
            No pending invitations. Invited people appear here until they accept.
          </Text>
        }
      />
    </Section>
  )
}

function InvitationActions({ invitation: { invitationId, email } }: { invitation: Invitation }) {
  const resend = useResendInvitation()
  const revoke = useRevokeInvitation()
  return (
    <Group gap={6} justify="flex-end">
      <Button
        size="xs"
        variant="default"
        aria-label={`Send again to ${email}`}
        loading={resend.isPending}
        onClick={() =>
          resend.mutate(invitationId, {
            onSuccess: () => notifications.show({ message: `A new link is being sent to ${email}.` }),
          })
        }
      >
        Send again
      </Button>
      <ConfirmButton
        size="xs"
        aria-label={`Revoke ${email}`}
        loading={revoke.isPending}
        dialog={{
          title: 'Revoke this invitation?',
          message: `The link that was sent to ${email} no longer works.`,
          confirmLabel: 'Revoke invitation',
          danger: true,
        }}
        onConfirm={() => revoke.mutate(invitationId)}
      >
        Revoke
      </ConfirmButton>
    </Group>
  )
}
