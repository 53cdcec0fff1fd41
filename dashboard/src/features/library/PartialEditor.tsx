import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Failure, withDetail } from '../../api/failure.ts'
import { notifyOf, queryClient } from '../../api/query-client.ts'
import { draftKeys } from '../../drafts/keys.ts'
import { Restored } from '../../drafts/Restored.tsx'
import type { StoredDraft } from '../../drafts/store.ts'
import { useKeptDraft } from '../../drafts/use-kept-draft.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/CopyButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CodeEditor } from '../templates/code/CodeEditor.tsx'
import { templateLanguage } from '../templates/code/setup.ts'
import { LeaveGuard } from '../templates/editor/LeaveGuard.tsx'
import { PartialHistory } from './PartialHistory.tsx'
import classes from './PartialEditor.module.css'
import { partialNowQuery, type PartialWithContent, useSavePartial } from './library.ts'

/** Unsaved text of a partial, as it is kept in this browser. */
export interface KeptPartial {
  content: string
  /** Text and version that the draft is based on. */
  base: { content: string; version: number }
}

/**
 * The editor of a partial.
 * @param props `restored`: unsaved changes that this browser has kept. `onReload` takes what the service has instead.
 */
export function PartialEditor(props: {
  partial: PartialWithContent
  restored: StoredDraft<KeptPartial> | undefined
  onReload: () => Promise<void>
}) {
  const { partial, restored } = props
  const { name } = partial
  const [start] = useState(() => startFrom(partial, restored))
  const [content, setContent] = useState(start.content)
  const [base, setBase] = useState(start.base)
  const [language] = useState(templateLanguage)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const save = useSavePartial()
  const isChanged = content !== base.content
  const kept = useMemo(() => (isChanged ? { content, base } : undefined), [isChanged, content, base])
  const keptDraft = useKeptDraft({ key: draftKeys.partial(name), name, value: kept, restored })
  const reload = async () => {
    await props.onReload()
    await keptDraft.discard()
  }
  const saveUpon = (seen: number) =>
    save.mutate({ name, content, seen }, { onSuccess: ({ version }) => setBase({ content, version }) })
  const saveNow = () => {
    if (isChanged && !save.isPending) saveUpon(base.version)
  }
  const overwrite = async () => {
    const saved = await queryClient.fetchQuery(partialNowQuery(name))
    saveUpon(saved.version)
  }

  useHotkeys([['mod+S', saveNow]], [], true)

  return (
    <>
      <Breadcrumb to={paths.shared()}>Partials & assets</Breadcrumb>
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
        description={<CopyText value={`{{> ${name}}}`} label="Copy the call" />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconHistory size={16} />}
              onClick={() => setIsHistoryOpen(true)}
            >
              History
            </Button>
            <Button
              leftSection={<IconDeviceFloppy size={16} />}
              disabled={!isChanged}
              loading={save.isPending}
              onClick={saveNow}
            >
              Save
            </Button>
          </>
        }
      />
      <Stack gap="sm">
        {keptDraft.restoredAt !== undefined && <Restored savedAt={keptDraft.restoredAt} onDiscard={reload} />}
        {save.error && (
          <NotSaved
            error={save.error}
            onReload={reload}
            onOverwrite={() => void overwrite().catch(notifyOf)}
          />
        )}
        <div className={classes.frame}>
          <CodeEditor
            label="Partial source"
            initial={start.content}
            extensions={language}
            mistake={mistakeOf(save.error)}
            onChange={setContent}
          />
        </div>
      </Stack>
      <LeaveGuard isChanged={isChanged} draft={keptDraft} />
      <PartialHistory
        name={name}
        isOpen={isHistoryOpen}
        isChanged={isChanged}
        onClose={() => setIsHistoryOpen(false)}
        onReload={reload}
      />
    </>
  )
}

/** When the partial was saved since the draft began, the older base stays, so that saving is refused as a conflict. */
function startFrom(partial: PartialWithContent, restored: StoredDraft<KeptPartial> | undefined): KeptPartial {
  const base = { content: partial.content, version: partial.version }
  if (!restored) return { content: partial.content, base }
  const { content, base: older } = restored.value
  return { content, base: older.content === partial.content ? base : older }
}

function NotSaved(props: { error: Error; onReload: () => Promise<void>; onOverwrite: () => void }) {
  const { error } = props
  const isConflict = error instanceof Failure && error.status === 412
  return (
    <Alert color="red" role="alert" title="It was not saved">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {isConflict
          ? 'This partial was saved in another tab or by another author after you opened it. Choose which text to keep. Both stay in the history once they are saved.'
          : withDetail(error).message}
      </Text>
      {isConflict && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => void props.onReload()}>
            Take what is saved, and discard mine
          </Button>
          <Button size="xs" color="red" onClick={props.onOverwrite}>
            Overwrite with mine
          </Button>
        </Group>
      )}
    </Alert>
  )
}

function mistakeOf(error: Error | null) {
  if (!(error instanceof Failure) || !error.place) return undefined
  return { ...error.place, message: error.detail ?? error.message }
}
