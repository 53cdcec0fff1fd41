import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Replacement for a page that cannot be shown. */
export function ErrorState(props: {
  title: string
  message: string
  icon?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" py={80} px="md" ta="center" role="alert">
      <title>{`${props.title} · Platen`}</title>
      {props.icon}
      <Title order={1} id="page-title" tabIndex={-1}>
        {props.title}
      </Title>
      <Text c="dimmed" maw="30rem">
        {props.message}
      </Text>
      <Group gap="xs" mt="xs">
        {props.onRetry && <Button onClick={props.onRetry}>Try again</Button>}
        {props.action}
      </Group>
    </Stack>
  )
}
