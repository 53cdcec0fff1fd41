import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A number, large, and what it counts. */
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
