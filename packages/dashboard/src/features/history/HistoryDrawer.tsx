import { Badge, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { type ContentRef, restoreVersion, type Version, versionsQuery } from '../../api/versions.ts'
import { authorLabel } from '../../labels/authors.ts'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import classes from './HistoryDrawer.module.css'

interface HistoryProps {
  content: ContentRef
  /** True when the editor has unsaved changes, which a restore discards. */
  isChanged?: boolean
  /** Returns further buttons of a version. */
  actions?: (version: Version, current: Version) => ReactNode
  onClose: () => void
  onRestored?: () => Promise<void>
}

/** Drawer with the versions of a template, partial or asset, which can be restored. */
export function HistoryDrawer(props: HistoryProps & { isOpen: boolean }) {
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="md" title="History">
      {props.isOpen && <History {...props} />}
    </Drawer>
  )
}

function History({ content, isChanged = false, actions, onClose, onRestored }: HistoryProps) {
  const queryClient = useQueryClient()
  const mayWrite = useMay('content:write')
  const { data: versions, isFetching } = useQuery(versionsQuery(content))
  const current = versions?.find((version) => version.isCurrent)
  const restore = useMutation({
    meta: { failureTitle: 'The version was not restored' },
    mutationFn: ({ number, replaced }: { number: number; replaced: Version }) =>
      restoreVersion(content, number, replaced),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: [`${content.kind}s`, 'list'] })
      await onRestored?.()
      onClose()
    },
    onError: () => void queryClient.invalidateQueries(versionsQuery(content)),
  })
  if (!versions || !current) return <Skeleton height={240} />
  const restoreIfSure = async ({ number }: Version) => {
    const hasDraft = versions.some((version) => version.isDraft)
    if (await confirmRestore(number, { isChanged, hasDraft })) restore.mutate({ number, replaced: current })
  }
  return (
    <Stack component="ol" gap={0} className={classes.list}>
      {versions.map((version) => (
        <li key={version.number} className={classes.version}>
          <VersionText version={version} />
          <Group gap={6} mt={6}>
            {actions?.(version, current)}
            {mayWrite && !version.isCurrent && !version.isDraft && (
              <Button
                variant="default"
                size="compact-sm"
                // The list may be older than the content until it is read again.
                disabled={isFetching || restore.isPending}
                aria-label={`Restore version ${version.number}`}
                onClick={() => void restoreIfSure(version)}
              >
                Restore
              </Button>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  )
}

function VersionText({ version }: { version: Version }) {
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>Version {version.number}</Text>
        {version.isCurrent && (
          <Badge variant="light" tt="none" fw={500}>
            current
          </Badge>
        )}
        {version.isDraft && <StatusBadge tone="waiting" label="Draft" />}
      </Group>
      <Text size="sm" c="dimmed">
        <RelativeTime at={version.createdAt} /> · {authorLabel(version.savedBy)}
        {version.restored !== null && ` · restored from version ${version.restored}`}
      </Text>
    </>
  )
}

async function confirmRestore(
  number: number,
  { isChanged, hasDraft }: { isChanged: boolean; hasDraft: boolean },
): Promise<boolean> {
  const preserved = hasDraft ? 'The current version and the draft stay' : 'The current version stays'
  return await confirmDialog({
    title: `Restore version ${number}?`,
    message: `Its content becomes the newest version, and all new renders use it. ${preserved} in the history.${
      isChanged ? ' Your unsaved changes are lost.' : ''
    }`,
    confirmLabel: 'Restore version',
    danger: isChanged,
  })
}
