import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { healthQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

/** Health of one component. */
interface ComponentHealth {
  name: string
  isHealthy: boolean
  detail: string
}

const NAMES: Record<string, string> = {
  database: 'Database',
  storage: 'Object store',
  renderer: 'Chromium',
  mail: 'Mail',
  process: 'Process',
}

const COLUMNS: readonly Column<ComponentHealth>[] = [
  { id: 'name', header: 'Component', cell: ({ name }) => <Text fw={500}>{NAMES[name] ?? name}</Text> },
  {
    id: 'state',
    header: 'State',
    cell: ({ isHealthy }) => (
      <StatusBadge tone={isHealthy ? 'good' : 'bad'} label={isHealthy ? 'Healthy' : 'Unhealthy'} />
    ),
  },
  { id: 'detail', header: 'Details', cell: ({ detail }) => detail },
]

/** Prefetches the health. */
export function loader(): null {
  void queryClient.prefetchQuery(healthQuery)
  return null
}

/** Health of the components of the service, refreshed while the page is open. */
export function Component() {
  const { data: health } = useQuery(healthQuery)
  return (
    <>
      <OperatorHeader description="Health of each component, as checked by the process that answers this request." />
      <Stack gap="lg">
        <DataTable
          label="Components"
          columns={COLUMNS}
          rows={health?.components}
          rowKey={({ name }) => name}
          empty="–"
        />
        {health && (
          <Section title="This process">
            <Text>
              Platen {health.version} with {health.tabs.busy + health.tabs.idle} Chromium tabs,{' '}
              {health.tabs.busy} of them busy.
            </Text>
            <Text c="dimmed" size="sm" mt={6}>
              Run <Code>npx platen doctor</Code> on the host of the service for more checks and advice.
            </Text>
          </Section>
        )}
      </Stack>
    </>
  )
}
