import { Group, Skeleton, Text } from '@mantine/core'
import { count, countOf } from '../../ui/text/numbers.ts'
import { Section } from '../../ui/page/Section.tsx'
import type { Billing } from '../../api/billing.ts'

/** Balance of the account. */
export function Balance(props: { billing: Billing | undefined }) {
  const { billing } = props
  return (
    <Section title="Balance">
      {billing ? (
        <>
          <Group gap={8} align="baseline">
            <Text
              span
              fz={34}
              fw={650}
              lh={1.2}
              c={billing.available > 0 ? undefined : 'var(--mantine-color-error)'}
            >
              {count(billing.available)}
            </Text>
            <Text span c="dimmed">
              {billing.available === 1 ? 'credit' : 'credits'} available
            </Text>
          </Group>
          <Text c="dimmed" size="sm" mt={6}>
            {explanationOf(billing)}
          </Text>
        </>
      ) : (
        <Skeleton height={44} width="45%" />
      )}
    </Section>
  )
}

function explanationOf({ credits, reserved, available }: Billing): string {
  if (credits < 0) return 'A payment was reversed. Calls are rejected until the balance is above zero.'
  if (reserved > 0) return `${countOf(reserved, 'credit')} reserved for jobs in progress.`
  return available > 0
    ? `Enough for ${countOf(available, 'page')}.`
    : 'Calls are rejected until credits are added.'
}
