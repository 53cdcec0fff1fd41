import { Text } from '@mantine/core'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { AccountLink } from './AccountLink.tsx'
import type { AuditEntry } from './operator.ts'

const ACTION: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: (entry) => (
      <>
        {describe(entry)}
        {entry.detail.reason && (
          <Text span inherit c="dimmed" ml={6} style={{ overflowWrap: 'anywhere' }}>
            {entry.detail.reason}
          </Text>
        )}
      </>
    ),
  },
]

const ACCOUNT: Column<AuditEntry> = {
  id: 'userId',
  header: 'Account',
  from: 'sm',
  cell: ({ userId, email }) => <AccountLink userId={userId} email={email} />,
}

const ACTORS_WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  'command line': 'Command line',
  'first sign-up': 'First sign-up',
  handover: 'Handover of the account',
}

const ACTOR: readonly Column<AuditEntry>[] = [
  {
    id: 'actor',
    header: 'By',
    from: 'sm',
    cell: ({ actor, actorEmail }) =>
      ACTORS_WITHOUT_ACCOUNT[actor] ?? <AccountLink userId={actor} email={actorEmail} />,
  },
  {
    id: 'createdAt',
    header: 'Date',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** Audit log. @param props `withAccount`: shows the account of each entry. */
export function AuditLog(props: { entries: readonly AuditEntry[] | undefined; withAccount?: boolean }) {
  return (
    <DataTable
      label="Audit log"
      columns={[...ACTION, ...(props.withAccount ? [ACCOUNT] : []), ...ACTOR]}
      rows={props.entries}
      rowKey={({ actionId }) => actionId}
      empty={<Text c="dimmed">No entries yet. Changes that operators make to accounts appear here.</Text>}
    />
  )
}

function describe({ action, detail: { credits = 0, plan, role, was } }: AuditEntry): string {
  switch (action) {
    case 'credits':
      return credits > 0 ? `Added ${countOf(credits, 'credit')}` : `Removed ${countOf(-credits, 'credit')}`
    case 'plan':
      return `Changed plan from “${was}” to “${plan}”`
    case 'role':
      return `Changed role from “${was}” to “${role}”`
    case 'release':
      return 'Released: the next user who signs in with its address gets the account'
    case 'suspend':
      return 'Suspended'
    case 'restore':
      return 'Restored'
  }
}
