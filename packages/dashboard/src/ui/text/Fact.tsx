import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Name and value in a list of details. */
export function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text component="dt" size="sm" c="dimmed">
        {props.name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {props.children}
      </Text>
    </div>
  )
}
