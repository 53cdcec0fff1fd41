import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Header of a page: title, description and main actions. Sets the title of the document, too. */
export function PageHeader(props: {
  title: string
  /** Beside the title, such as a badge. */
  aside?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="md" mb="lg">
      <title>{`${props.title} · Platen`}</title>
      <Stack gap={4} miw={0}>
        <Group gap="sm">
          <Title order={1} id="page-title" tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
            {props.title}
          </Title>
          {props.aside}
        </Group>
        {props.description !== undefined && (
          <Text c="dimmed" maw="44rem">
            {props.description}
          </Text>
        )}
      </Stack>
      {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
    </Group>
  )
}
