import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Large number with its label. */
export function Figure(props: { label: string; value: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {props.label}
      </Text>
      <Text component="div" fz="xl" fw={600}>
        {props.value}
      </Text>
    </div>
  )
}
