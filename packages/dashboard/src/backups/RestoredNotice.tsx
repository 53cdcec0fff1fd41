import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { notifyFailure } from '../api/query-client.ts'

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/**
 * Notice that an editor was opened with a backup of this browser.
 * @param props `savedAt`: time of the backup, in milliseconds since 1970. `onCompare`: set when a newer version was
 * saved meanwhile.
 */
export function RestoredNotice(props: {
  savedAt: number
  onDiscard: () => Promise<void>
  onCompare?: () => void
}) {
  return (
    <Alert color="indigo" p="xs" role="status" icon={<IconHistory size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 16rem">
          Unsaved changes from {time.format(props.savedAt)} were restored.
          {props.onCompare &&
            ' A newer version was saved meanwhile. Compare both and choose which one to keep.'}
        </Text>
        <Group gap="xs">
          {props.onCompare && (
            <Button size="xs" onClick={props.onCompare}>
              Compare
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              void props
                .onDiscard()
                .catch((error: unknown) => notifyFailure('The backup was not discarded', error))
            }
          >
            Discard
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
