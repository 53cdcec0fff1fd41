import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Failure } from '../../api/failure.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/CopyButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CodeEditor } from '../templates/code/CodeEditor.tsx'
import { templateLanguage } from '../templates/code/setup.ts'
import { LeaveGuard } from '../templates/editor/LeaveGuard.tsx'
import { PartialHistory } from './PartialHistory.tsx'
import classes from './PartialEditor.module.css'
import { type PartialWithContent, useSavePartial } from './shared.ts'

/** Where a partial is written. `onReload` takes what the service has instead. */
export function PartialEditor(props: { partial: PartialWithContent; onReload: () => Promise<void> }) {
  const { partial } = props
  const { name } = partial
  const [content, setContent] = useState(partial.content)
  const [base, setBase] = useState({ content: partial.content, version: partial.version })
  const [language] = useState(templateLanguage)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const save = useSavePartial()
  const isChanged = content !== base.content
  const saveNow = () => {
    if (!isChanged || save.isPending) return
    save.mutate(
      { name, content, seen: base.version },
      { onSuccess: ({ version }) => setBase({ content, version }) },
    )
  }

  useHotkeys([['mod+S', saveNow]], [], true)
  useWindowEvent('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })

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
        {save.error && <NotSaved error={save.error} onReload={props.onReload} />}
        <div className={classes.frame}>
          <CodeEditor
            label="Partial source"
            initial={partial.content}
            extensions={language}
            mistake={mistakeOf(save.error)}
            onChange={setContent}
          />
        </div>
      </Stack>
      <LeaveGuard isChanged={isChanged} />
      <PartialHistory
        name={name}
        isOpen={isHistoryOpen}
        isChanged={isChanged}
        onClose={() => setIsHistoryOpen(false)}
        onReload={props.onReload}
      />
    </>
  )
}

function NotSaved(props: { error: Error; onReload: () => Promise<void> }) {
  const { error } = props
  const isConflict = error instanceof Failure && error.status === 412
  const detail = error instanceof Failure ? error.detail : undefined
  return (
    <Alert color="red" role="alert" title="It was not saved">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {detail === undefined ? error.message : `${error.message}: ${detail}`}
      </Text>
      {isConflict && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => void props.onReload()}>
            Take what is saved, and lose mine
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
