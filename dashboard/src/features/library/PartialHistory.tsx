import { Badge, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../ui/ask.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { wordsForAuthor } from '../templates/author.ts'
import { type PartialVersion, partialVersionsQuery, useRestorePartial } from './library.ts'

interface HistoryProps {
  name: string
  isChanged: boolean
  onClose: () => void
  onReload: () => Promise<void>
}

/** Every version of a partial, to be taken up again. */
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
    const isSure = await ask({
      title: `Restore version ${number}`,
      message: isChanged
        ? 'It becomes the newest version. What you have changed and not saved is lost.'
        : 'It becomes the newest version, for every PDF that is made from then on.',
      confirm: 'Restore',
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
                present
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <RelativeTime at={version.createdAt} /> · {wordsForAuthor(version.savedBy)}
            {version.restored !== null && ` · version ${version.restored} again`}
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
