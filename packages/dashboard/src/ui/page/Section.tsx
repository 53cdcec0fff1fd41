import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** Section of a page, with a heading. */
export function Section(props: {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <Card component="section" aria-labelledby={headingId} padding="lg">
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Stack gap={2}>
          <Title order={2} id={headingId}>
            {props.title}
          </Title>
          {props.description !== undefined && (
            <Text c="dimmed" size="sm">
              {props.description}
            </Text>
          )}
        </Stack>
        {props.actions}
      </Group>
      {props.children}
    </Card>
  )
}
