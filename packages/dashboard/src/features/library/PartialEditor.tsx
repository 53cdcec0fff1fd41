import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Failure, withDetail } from '../../base/failure.ts'
import { notifyFailure, queryClient } from '../../api/query-client.ts'
import { backupKeys } from '../../backups/keys.ts'
import { RestoredNotice } from '../../backups/RestoredNotice.tsx'
import type { StoredBackup } from '../../backups/store.ts'
import { useBackup } from '../../backups/use-backup.ts'
import { HistoryDrawer } from '../history/HistoryDrawer.tsx'
import { useMay } from '../../api/me.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { paths } from '../../base/paths.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { CodeEditor } from '../templates/code/CodeEditor.tsx'
import { templateAssistance, templateLanguage } from '../templates/code/setup.ts'
import { sourceErrorOf } from '../templates/code/source-error.ts'
import { useKnownNames } from '../templates/code/use-known-names.ts'
import { LeaveGuard } from '../templates/editor/LeaveGuard.tsx'
import { useImageFiles } from '../templates/images/use-images.tsx'
import { PartialPanes } from './PartialPanes.tsx'
import { currentPartialQuery, type PartialWithContent, useSavePartial } from './library.ts'

/** Backup of a partial in this browser. */
export interface PartialBackup {
  content: string
  /** Text and version on which the backup is based. */
  base: Pick<PartialWithContent, 'content' | 'version' | 'contentVersion'>
}

/**
 * Editor of a partial.
 * @param props `restored`: backup of this browser. `onReload`: replaces the text by the saved version.
 */
export function PartialEditor(props: {
  partial: PartialWithContent
  restored: StoredBackup<PartialBackup> | undefined
  onReload: () => Promise<void>
}) {
  const { partial, restored } = props
  const { name } = partial
  const [start] = useState(() => startFrom(partial, restored))
  const [content, setContent] = useState(start.content)
  const [base, setBase] = useState(start.base)
  const known = useKnownNames('{}')
  const imageFiles = useImageFiles()
  const [language] = useState(() => [templateLanguage(), templateAssistance(known), imageFiles])
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const save = useSavePartial()
  const isChanged = content !== base.content
  const unsaved = useMemo(() => (isChanged ? { content, base } : undefined), [isChanged, content, base])
  const backup = useBackup({ key: backupKeys.partial(name), name, value: unsaved, restored })
  const reload = async () => {
    await props.onReload()
    await backup.discard()
  }
  const saveOver = (knownVersion: string) =>
    save.mutate(
      { name, content, knownVersion },
      { onSuccess: ({ version, contentVersion }) => setBase({ content, version, contentVersion }) },
    )
  const mayWrite = useMay('content:write')
  const saveNow = () => {
    if (mayWrite && isChanged && !save.isPending) saveOver(base.contentVersion)
  }
  const overwrite = async () => {
    const saved = await queryClient.fetchQuery(currentPartialQuery(name))
    saveOver(saved.contentVersion)
  }

  useHotkeys([['mod+S', saveNow]], [], true)

  return (
    <>
      <Breadcrumb to={paths.library()}>Partials & assets</Breadcrumb>
      <PageHeader
        title={name}
        aside={
          <>
            <Badge variant="default" tt="none" fw={500}>
              Version {base.version}
            </Badge>
            <Text role="status" c="dimmed" size="sm">
              {save.isPending ? 'Saving…' : isChanged ? 'Unsaved changes' : 'Saved'}
            </Text>
          </>
        }
        description={<CopyText value={`{{> ${name}}}`} label="Copy the reference" />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconHistory size={16} />}
              onClick={() => setIsHistoryOpen(true)}
            >
              History
            </Button>
            <Can permission="content:write">
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                disabled={!isChanged}
                loading={save.isPending}
                onClick={saveNow}
              >
                Save
              </Button>
            </Can>
          </>
        }
      />
      <RoleNotice permission="content:write" what="save this partial" />
      <Stack gap="sm">
        {save.error && (
          <NotSaved
            error={save.error}
            onReload={reload}
            onOverwrite={() =>
              void overwrite().catch((error: unknown) => notifyFailure('The partial was not saved', error))
            }
          />
        )}
        <PartialPanes
          name={name}
          content={content}
          footer={
            backup.restoredAt !== undefined && (
              <RestoredNotice savedAt={backup.restoredAt} onDiscard={reload} />
            )
          }
          editor={
            <CodeEditor
              label="Partial source"
              initial={start.content}
              extensions={language}
              sourceError={sourceErrorOf(save.error)}
              onChange={setContent}
            />
          }
        />
      </Stack>
      <LeaveGuard isChanged={isChanged} backup={backup} />
      <HistoryDrawer
        content={{ kind: 'partial', id: name }}
        isOpen={isHistoryOpen}
        isChanged={isChanged}
        onClose={() => setIsHistoryOpen(false)}
        onRestored={reload}
      />
    </>
  )
}

/**
 * Returns the initial state of the editor. When the partial was saved after the backup was started, the backup keeps its
 * older base, so that saving it is a conflict.
 */
function startFrom(
  partial: PartialWithContent,
  restored: StoredBackup<PartialBackup> | undefined,
): PartialBackup {
  const { content, version, contentVersion } = partial
  const base = { content, version, contentVersion }
  if (!restored) return { content, base }
  const { base: older } = restored.value
  return { content: restored.value.content, base: older.content === content ? base : older }
}

function NotSaved(props: { error: Error; onReload: () => Promise<void>; onOverwrite: () => void }) {
  const { error } = props
  const isConflict = error instanceof Failure && error.status === 412
  return (
    <Alert color="red" role="alert" title="The partial was not saved">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {isConflict
          ? 'This partial was saved in another tab or by another author after you opened it. Choose which version to keep.'
          : withDetail(error).message}
      </Text>
      {isConflict && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => void props.onReload()}>
            Use the saved version
          </Button>
          <Button size="xs" color="red" onClick={props.onOverwrite}>
            Overwrite with my version
          </Button>
        </Group>
      )}
    </Alert>
  )
}
