import { Badge, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { authorLabel } from '../../labels/authors.ts'
import { type PartialVersion, partialVersionsQuery, useRestorePartial } from './library.ts'

interface HistoryProps {
  name: string
  isChanged: boolean
  onClose: () => void
  onReload: () => Promise<void>
}

/** Drawer with the versions of a partial, which can be restored. */
export function PartialHistory(props: HistoryProps & { isOpen: boolean }) {
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="md" title="History">
      {props.isOpen && <Versions {...props} />}
    </Drawer>
  )
}

function Versions({ name, isChanged, onClose, onReload }: HistoryProps) {
  const { data: versions } = useQuery(partialVersionsQuery(name))
  const restore = useRestorePartial(name)
  const restoreIfSure = async ({ number }: PartialVersion) => {
    const isSure = await confirmDialog({
      title: `Restore version ${number}?`,
      message: isChanged
        ? 'Its content becomes the newest version. Your unsaved changes are lost.'
        : 'Its content becomes the newest version, and all new renders use it.',
      confirmLabel: 'Restore version',
    })
    if (!isSure) return
    restore.mutate(number, { onSuccess: () => void onReload().then(onClose) })
  }
  if (!versions) return <Skeleton height={240} />
  return (
    <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
      {versions.map((version) => (
        <li key={version.number}>
          <Group gap="xs">
            <Text fw={600}>Version {version.number}</Text>
            {version.isCurrent && (
              <Badge variant="light" tt="none" fw={500}>
                current
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <RelativeTime at={version.createdAt} /> · {authorLabel(version.savedBy)}
            {version.restored !== null && ` · restored from version ${version.restored}`}
          </Text>
          {!version.isCurrent && (
            <Button
              mt={6}
              variant="default"
              size="compact-sm"
              disabled={restore.isPending}
              aria-label={`Restore version ${version.number}`}
              onClick={() => void restoreIfSure(version)}
            >
              Restore
            </Button>
          )}
        </li>
      ))}
    </Stack>
  )
}
