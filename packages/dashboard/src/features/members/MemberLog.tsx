import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type MemberRole, ROLES } from '../../labels/roles.ts'
import { Section } from '../../ui/page/Section.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { ShowOlder } from '../../ui/table/ShowOlder.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { type MemberAction, memberLogQuery } from './members.ts'

const COLUMNS: readonly Column<MemberAction>[] = [
  {
    id: 'action',
    header: 'Change',
    cell: (entry) => <Text style={{ overflowWrap: 'anywhere' }}>{describe(entry)}</Text>,
  },
  {
    id: 'actor',
    header: 'By',
    from: 'sm',
    cell: ({ actor }) => <Text style={{ overflowWrap: 'anywhere' }}>{actor}</Text>,
  },
  {
    id: 'createdAt',
    header: 'Date',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Log of the changes of members and invitations. */
export function MemberLog() {
  const list = useInfiniteQuery(memberLogQuery)
  return (
    <Section title="Changes" description="Changes of members and invitations, the newest first.">
      <DataTable
        label="Changes of members"
        columns={COLUMNS}
        rows={list.data?.pages.flatMap(({ actions }) => actions)}
        rowKey={({ actionId }) => actionId}
        empty={
          <Text c="dimmed" size="sm">
            No changes yet. Invitations and changes of roles appear here.
          </Text>
        }
      />
      <ShowOlder list={list} />
    </Section>
  )
}

function describe({ action, subject, role, previousRole }: MemberAction): string {
  switch (action) {
    case 'invite':
      return `Invited ${subject} as ${named(role)}`
    case 'resend':
      return `Sent the invitation of ${subject} again`
    case 'revoke':
      return `Revoked the invitation of ${subject}`
    case 'join':
      return `${subject} joined as ${named(role)}`
    case 'change-role':
      return `Changed the role of ${subject} from ${named(previousRole)} to ${named(role)}`
    case 'remove':
      return `Removed ${subject}`
    case 'leave':
      return `${subject} left the account`
  }
}

function named(role: MemberRole | null): string {
  return role === null ? 'member' : ROLES[role].label.toLowerCase()
}
