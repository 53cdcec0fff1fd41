import { Badge, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCode, IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { draftKeys } from '../../../drafts/keys.ts'
import type { StoredDraft } from '../../../drafts/store.ts'
import { useDraftStorage } from '../../../drafts/use-draft-storage.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { Template } from '../../../api/templates.ts'
import { UseInCode } from '../use/UseInCode.tsx'
import { HistoryDrawer } from '../versions/HistoryDrawer.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EditorPanes } from './EditorPanes.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { RestoredNotice } from '../../../drafts/RestoredNotice.tsx'
import { type DraftTexts, useDraft } from '../use-draft.ts'
import { useSave } from './use-save.ts'
import classes from './TemplateEditor.module.css'

/**
 * Editor of a saved template.
 * @param props `restored`: draft of this browser. `onReload`: replaces the texts by the saved version.
 */
export function TemplateEditor(props: {
  template: Template
  restored: StoredDraft<DraftTexts> | undefined
  onReload: () => Promise<void>
}) {
  const { template, restored } = props
  const { templateId, name } = template
  const draft = useDraft(template, restored)
  const storage = useDraftStorage({
    key: draftKeys.template(templateId),
    name,
    value: draft.unsaved,
    restored,
  })
  const save = useSave(templateId, draft)
  const [opened, setOpened] = useState<'history' | 'code'>()
  const reload = async () => {
    await props.onReload()
    await storage.discard()
  }

  useHotkeys([['mod+S', () => save.save()]], [], true)

  return (
    <>
      <EditorPanes
        name={name}
        draft={draft}
        header={
          <>
            <PageHeader
              title={name}
              aside={
                <>
                  <Badge variant="default" tt="none" fw={500}>
                    Version {draft.base.version}
                  </Badge>
                  <span role="status" className={classes.state}>
                    {save.isSaving ? 'Saving…' : draft.isChanged ? 'Unsaved changes' : 'Saved'}
                  </span>
                </>
              }
              actions={
                <>
                  <Button
                    variant="default"
                    leftSection={<IconCode size={16} />}
                    onClick={() => setOpened('code')}
                  >
                    Use in code
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconHistory size={16} />}
                    onClick={() => setOpened('history')}
                  >
                    History
                  </Button>
                  <Button
                    leftSection={<IconDeviceFloppy size={16} />}
                    disabled={!draft.isChanged}
                    loading={save.isSaving}
                    onClick={save.save}
                  >
                    Save
                  </Button>
                  <MoreMenu template={template} onRemove={storage.discard} />
                </>
              }
            />
            {storage.restoredAt !== undefined && (
              <RestoredNotice
                savedAt={storage.restoredAt}
                onDiscard={reload}
                {...(draft.base.revision !== template.revision && { onCompare: save.compare })}
              />
            )}
          </>
        }
      />
      <LeaveGuard isChanged={draft.isChanged} draft={storage} />
      <ConflictDialog
        templateId={templateId}
        conflict={save.conflict}
        draft={draft}
        onClose={save.closeConflict}
        onOverwrite={save.overwrite}
        onTakeSaved={reload}
      />
      <HistoryDrawer
        isOpen={opened === 'history'}
        onClose={() => setOpened(undefined)}
        template={template}
        draft={draft}
        onReload={reload}
      />
      <UseInCode
        isOpen={opened === 'code'}
        onClose={() => setOpened(undefined)}
        templateId={templateId}
        sampleData={draft.sampleData}
      />
    </>
  )
}
