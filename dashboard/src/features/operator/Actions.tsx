import { Text } from '@mantine/core'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count, countOf } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { AccountLink } from './AccountLink.tsx'
import type { Action } from './operator.ts'

const WHAT: readonly Column<Action>[] = [
  {
    id: 'what',
    header: 'What',
    cell: (action) => (
      <>
        {describe(action)}
        {action.detail.reason && (
          <Text span inherit c="dimmed" ml={6} style={{ overflowWrap: 'anywhere' }}>
            {action.detail.reason}
          </Text>
        )}
      </>
    ),
  },
]

const ACCOUNT: Column<Action> = {
  id: 'userId',
  header: 'Account',
  from: 'sm',
  cell: ({ userId, email }) => <AccountLink userId={userId} email={email} />,
}

const WHO: readonly Column<Action>[] = [
  {
    id: 'actor',
    header: 'By',
    from: 'sm',
    cell: ({ actor, actorEmail }) =>
      actor === 'command line' ? 'Command line' : <AccountLink userId={actor} email={actorEmail} />,
  },
  {
    id: 'createdAt',
    header: 'When',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** What operators did, to one account or, `withAccount`, to any. */
export function Actions(props: { actions: readonly Action[] | undefined; withAccount?: boolean }) {
  return (
    <DataTable
      label="What operators did"
      columns={[...WHAT, ...(props.withAccount ? [ACCOUNT] : []), ...WHO]}
      rows={props.actions}
      rowKey={({ actionId }) => actionId}
      empty={<Text c="dimmed">Nothing yet.</Text>}
    />
  )
}

function describe({ action, detail: { credits = 0, plan, role, was } }: Action): string {
  switch (action) {
    case 'credits':
      return credits > 0 ? `Gave ${countOf(credits, 'credit')}` : `Took ${count(-credits)} credits`
    case 'plan':
      return `Plan “${plan}”, was “${was}”`
    case 'role':
      return `Role “${role}”, was “${was}”`
    case 'release':
      return 'Released to the next to sign in'
    case 'suspend':
      return 'Suspended'
    case 'restore':
      return 'Restored'
  }
}
