import { Badge, Group, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMay, useMe } from '../../api/me.ts'
import { type MemberRole, ROLE_OPTIONS, roleNamed, ROLES } from '../../labels/roles.ts'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { type Member, membersQuery, useChangeRole, useRemoveMember } from './members.ts'

const COLUMNS: readonly Column<Member>[] = [
  {
    id: 'name',
    header: 'Member',
    sortBy: ({ email }) => email,
    cell: (member) => <MemberName member={member} />,
  },
  { id: 'role', header: 'Role', cell: (member) => <RoleChoice member={member} /> },
  {
    id: 'createdAt',
    header: 'Member since',
    from: 'sm',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

const ACTIONS: Column<Member> = {
  id: 'actions',
  header: 'Actions',
  align: 'right',
  cell: (member) => <RemoveMember member={member} />,
}

/** Table of the members of the account. Owners change roles and remove members. */
export function MemberTable() {
  const { data: members } = useQuery(membersQuery)
  const mayChange = useMay('members:write')
  return (
    <DataTable
      label="Members"
      columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
      rows={members}
      rowKey={({ memberId }) => memberId}
      empty={<Text c="dimmed">No members.</Text>}
    />
  )
}

function MemberName({ member: { memberId, name, email } }: { member: Member }) {
  const isYou = useMe().membership.memberId === memberId
  return (
    <>
      <Group gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name || email}
        </Text>
        {isYou && (
          <Badge variant="light" tt="none" fw={500}>
            You
          </Badge>
        )}
      </Group>
      {name !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      )}
    </>
  )
}

function RoleChoice({ member }: { member: Member }) {
  const { memberId, email, role } = member
  const change = useChangeRole()
  const mayChange = useMay('members:write')
  const isYou = useMe().membership.memberId === memberId
  if (!mayChange) return ROLES[role].label
  const changeIfSure = async (next: MemberRole) => {
    if (next === role || !(await isSure(member, next, isYou))) return
    change.mutate(
      { memberId, role: next },
      {
        onSuccess: () => notifications.show({ message: `${email} has the role “${ROLES[next].label}” now.` }),
      },
    )
  }
  return (
    <Select
      aria-label={`Role of ${email}`}
      data={ROLE_OPTIONS}
      value={role}
      allowDeselect={false}
      disabled={change.isPending}
      w={120}
      size="xs"
      onChange={(value) => void changeIfSure(roleNamed(value) ?? role)}
    />
  )
}

/** Asks before the powers of an owner are given or taken. */
async function isSure({ email, role }: Member, next: MemberRole, isYou: boolean): Promise<boolean> {
  if (next === 'owner') {
    return await confirmDialog({
      title: 'Make this member an owner?',
      message: `${email} can then change everything, remove other owners and delete the account.`,
      confirmLabel: 'Make owner',
    })
  }
  if (role !== 'owner') return true
  return await confirmDialog({
    title: isYou ? 'Give up your role as an owner?' : 'Remove the role “Owner”?',
    message: `${isYou ? 'You can' : `${email} can`} no longer change members and settings. ${ROLES[next].description}`,
    confirmLabel: 'Change role',
    danger: true,
  })
}

function RemoveMember({ member: { memberId, email } }: { member: Member }) {
  const remove = useRemoveMember()
  const isYou = useMe().membership.memberId === memberId
  // The own membership is ended at the end of the page.
  if (isYou) return '–'
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Remove ${email}`}
      loading={remove.isPending}
      dialog={{
        title: 'Remove this member?',
        message: `${email} loses access to this account at once. API keys stay valid: rotate those that this person knows.`,
        confirmLabel: 'Remove member',
        danger: true,
      }}
      onConfirm={() =>
        remove.mutate(memberId, {
          onSuccess: () => notifications.show({ message: `${email} was removed.` }),
        })
      }
    >
      Remove
    </ConfirmButton>
  )
}
