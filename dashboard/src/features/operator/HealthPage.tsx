import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { healthQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

interface Part {
  name: string
  isWell: boolean
  detail: string
}

const NAMES: Record<string, string> = {
  database: 'Database',
  storage: 'Object store',
  renderer: 'Chromium',
  mail: 'Mail',
  process: 'Process',
}

const COLUMNS: readonly Column<Part>[] = [
  { id: 'name', header: 'Part', cell: ({ name }) => <Text fw={500}>{NAMES[name] ?? name}</Text> },
  {
    id: 'state',
    header: 'State',
    cell: ({ isWell }) => (
      <StatusBadge tone={isWell ? 'good' : 'bad'}>{isWell ? 'Well' : 'Not well'}</StatusBadge>
    ),
  },
  { id: 'detail', header: 'What it says', cell: ({ detail }) => detail },
]

/** Begins to look. */
export function loader(): null {
  void queryClient.prefetchQuery(healthQuery)
  return null
}

/** How each part is that the service needs, as it goes on. */
export function Component() {
  const { data: health } = useQuery(healthQuery)
  return (
    <>
      <OperatorHeader description="How each part is, as the process that answers sees it." />
      <Stack gap="lg">
        <DataTable
          label="Parts"
          columns={COLUMNS}
          rows={health?.parts}
          rowKey={({ name }) => name}
          empty="–"
        />
        {health && (
          <Section title="This process">
            <Text>
              Platen {health.version} with {health.tabs.busy + health.tabs.idle} tabs, {health.tabs.busy} of
              them at work.
            </Text>
            <Text c="dimmed" size="sm" mt={6}>
              <Code>npx platen doctor</Code> on the service’s host tries more, and says what to do.
            </Text>
          </Section>
        )}
      </Stack>
    </>
  )
}
