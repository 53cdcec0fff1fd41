import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { nameOf, type Session, sessionsQuery, useEndSession } from './sessions.ts'

/** Sessions of the user, which can be signed out. */
export function Sessions() {
  const { data: sessions } = useQuery(sessionsQuery)
  return (
    <Section
      title="Sessions"
      description={
        <>
          Browsers and devices that are signed in to your account. Signing out a device does not delete its
          API key. Delete it under{' '}
          <Anchor component={Link} to={paths.apiKeys()} inherit>
            API keys
          </Anchor>
          .
        </>
      }
    >
      <DataTable
        label="Sessions"
        columns={COLUMNS}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
        empty={<Text c="dimmed">No sessions.</Text>}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'name',
    header: 'Device',
    cell: ({ userAgent, isThis }) => (
      <Group gap="xs">
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {nameOf(userAgent)}
        </Text>
        {isThis && (
          <Badge variant="light" tt="none" fw={500}>
            This browser
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'address', header: 'IP address', from: 'sm', cell: ({ address }) => address ?? '–' },
  {
    id: 'createdAt',
    header: 'Signed in',
    from: 'sm',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'end',
    header: 'Actions',
    align: 'right',
    cell: (session) => <EndSession session={session} />,
  },
]

function EndSession({ session: { sessionId, userAgent, isThis } }: { session: Session }) {
  const end = useEndSession()
  const name = nameOf(userAgent)
  // The session of this browser is ended by signing out.
  if (isThis) return '–'
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Sign out ${name}`}
      loading={end.isPending}
      dialog={{
        title: `Sign out “${name}”?`,
        message: 'The device must sign in again to use your account.',
        confirmLabel: 'Sign out device',
        danger: true,
      }}
      onConfirm={() => end.mutate(sessionId)}
    >
      Sign out
    </ConfirmButton>
  )
}
