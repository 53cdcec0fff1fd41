import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { nameOf, type Session, sessionsQuery, useEndSession } from './sessions.ts'

/** Where one is signed in, to be ended there. */
export function Sessions() {
  const { data: sessions } = useQuery(sessionsQuery)
  return (
    <Section
      title="Where you are signed in"
      description={
        <>
          Browsers, and programs that you have let in. The API key that a program has made works on: delete it
          among your{' '}
          <Anchor component={Link} to={paths.apiKeys()} inherit>
            API keys
          </Anchor>
          .
        </>
      }
    >
      <DataTable
        label="Where you are signed in"
        columns={COLUMNS}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
        empty={<Text c="dimmed">Nowhere.</Text>}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'name',
    header: 'What',
    cell: ({ userAgent, isThis }) => (
      <Group gap="xs">
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {nameOf(userAgent)}
        </Text>
        {isThis && <Badge variant="light">This browser</Badge>}
      </Group>
    ),
  },
  { id: 'address', header: 'Address', from: 'sm', cell: ({ address }) => address ?? '–' },
  {
    id: 'createdAt',
    header: 'Signed in',
    from: 'sm',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'end',
    header: 'End',
    align: 'right',
    cell: (session) => <EndSession session={session} />,
  },
]

function EndSession({ session: { sessionId, userAgent, isThis } }: { session: Session }) {
  const end = useEndSession()
  const name = nameOf(userAgent)
  // This one is ended by signing out.
  if (isThis) return '–'
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Sign out ${name}`}
      loading={end.isPending}
      question={{
        title: `Sign out “${name}”`,
        message: 'Whoever uses it has to sign in again.',
        confirm: 'Sign it out',
        danger: true,
      }}
      onConfirm={() => end.mutate(sessionId)}
    >
      Sign out
    </ConfirmButton>
  )
}
