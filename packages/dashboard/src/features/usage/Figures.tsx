import { Card, SimpleGrid, Text } from '@mantine/core'
import { bytes, count, duration, share } from '../../ui/text/numbers.ts'
import type { Usage } from '../../api/usage.ts'

/** Key figures of the usage. */
export function Figures({ usage }: { usage: Usage }) {
  const { days, durations, storage, pages, completed, failed } = usage
  const since = days.some(({ details }) => details === null) ? ' in the last 30 days' : ''
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 5 }} spacing="md" m={0}>
      <Figure name="Pages" value={count(pages)} note="charged, one credit each" />
      <Figure name="PDFs" value={count(completed)} note={`completed${since}`} />
      <Figure
        name="Failed"
        value={count(failed)}
        note={`${share(failed, completed + failed)} of all${since}`}
      />
      <Figure
        name="Median"
        value={durations.sync ? duration(durations.sync.p50) : '–'}
        note={durations.sync ? `per call, 95th percentile ${duration(durations.sync.p95)}` : 'per call'}
      />
      <Figure
        name="Stored"
        value={bytes(storage.bytes)}
        note={storage.limit === null ? 'with all versions' : `of ${bytes(storage.limit)}, with all versions`}
      />
    </SimpleGrid>
  )
}

function Figure(props: { name: string; value: string; note: string }) {
  return (
    <Card padding="md">
      <Text component="dt" size="sm" c="dimmed">
        {props.name}
      </Text>
      <Text component="dd" m={0} fz={24} fw={600} lh={1.3}>
        {props.value}
        <Text span display="block" size="xs" c="dimmed" fw={400}>
          {props.note}
        </Text>
      </Text>
    </Card>
  )
}
