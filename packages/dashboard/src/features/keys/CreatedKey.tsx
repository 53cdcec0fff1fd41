import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { NewApiKey } from '../../api/keys.ts'
import { CodeBlock } from '../../ui/text/CodeBlock.tsx'
import { CurlExample } from './CurlExample.tsx'

/** The text of a new API key, which is shown once, with a call if the key can make it. */
export function CreatedKey(props: { apiKey: NewApiKey; onDone: () => void }) {
  const { key, scopes } = props.apiKey
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} p="sm">
        Copy the key now and store it in a safe place. It is not shown again.
      </Alert>
      <CodeBlock code={key} label="API key" />
      {scopes.includes('render') && (
        <div>
          <Text fw={500} mb={4}>
            Make your first call
          </Text>
          <CurlExample apiKey={key} />
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={props.onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
