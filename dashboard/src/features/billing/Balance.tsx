import { Group, Skeleton, Text } from '@mantine/core'
import { count, countOf } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import type { Billing } from './billing.ts'

/** What is left to spend. */
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
              {billing.available === 1 ? 'credit' : 'credits'} to spend
            </Text>
          </Group>
          <Text c="dimmed" size="sm" mt={6}>
            {explained(billing)}
          </Text>
        </>
      ) : (
        <Skeleton height={44} width="45%" />
      )}
    </Section>
  )
}

function explained({ credits, reserved, available }: Billing): string {
  if (credits < 0) return 'A payment went back. Calls are refused until the balance is above zero.'
  if (reserved > 0) return `${countOf(reserved, 'credit')} more held by PDFs that are being made.`
  return available > 0 ? `Good for ${countOf(available, 'page')}.` : 'Calls are refused until there are more.'
}
