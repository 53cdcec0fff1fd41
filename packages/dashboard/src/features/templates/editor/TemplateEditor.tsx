import { Badge, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCode, IconDeviceFloppy, IconHistory, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { backupKeys } from '../../../backups/keys.ts'
import type { StoredBackup } from '../../../backups/store.ts'
import { useBackup } from '../../../backups/use-backup.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { Template } from '../../../api/templates.ts'
import { useMay } from '../../../api/me.ts'
import { Can, RoleNotice } from '../../../layout/Can.tsx'
import { onDemand } from '../../../layout/on-demand.tsx'
import { EditorPanes } from './EditorPanes.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { RestoredNotice } from '../../../backups/RestoredNotice.tsx'
import { type EditorTexts, type TemplateBackup, useEditorTexts } from '../use-editor-texts.ts'
import { useSave } from './use-save.ts'
import classes from './TemplateEditor.module.css'

const ConflictDialog = onDemand(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
const HistoryDrawer = onDemand(async () => (await import('../../history/HistoryDrawer.tsx')).HistoryDrawer)
const UseInCode = onDemand(async () => (await import('../use/UseInCode.tsx')).UseInCode)

/**
 * Editor of a saved template.
 * @param props `restored`: backup of this browser. `onReload`: replaces the texts by the saved version.
 */
export function TemplateEditor(props: {
  template: Template
  restored: StoredBackup<TemplateBackup> | undefined
  onReload: () => Promise<void>
}) {
  const { template, restored } = props
  const { templateId, name } = template
  const texts = useEditorTexts(template, restored)
  const backup = useBackup({
    key: backupKeys.template(templateId),
    name,
    value: texts.unsaved,
    restored,
  })
  const [opened, setOpened] = useState<'history' | 'code'>()
  const reload = async () => {
    await props.onReload()
    await backup.discard()
  }
  const save = useSave(templateId, texts, reload)

  const mayWrite = useMay('content:write')
  useHotkeys([['mod+S', () => mayWrite && save.save()]], [], true)

  return (
    <>
      <EditorPanes
        name={name}
        texts={texts}
        header={
          <>
            <PageHeader
              title={name}
              aside={
                <>
                  <Badge variant="default" tt="none" fw={500}>
                    Version {texts.base.draft ?? texts.base.version}
                  </Badge>
                  {template.archivedAt !== null && (
                    <StatusBadge tone="off" label="Archived: calls are rejected" />
                  )}
                  <span role="status" className={classes.state}>
                    {stateOf(save, texts)}
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
                  <Can permission="content:write">
                    <Button
                      variant="default"
                      leftSection={<IconDeviceFloppy size={16} />}
                      disabled={!texts.isChanged}
                      loading={save.isSaving}
                      onClick={save.save}
                    >
                      Save
                    </Button>
                    <Button
                      leftSection={<IconUpload size={16} />}
                      disabled={!save.canPublish}
                      loading={save.isPublishing}
                      onClick={save.publish}
                    >
                      Publish
                    </Button>
                    <MoreMenu
                      template={template}
                      isChanged={texts.isChanged}
                      onRemove={backup.discard}
                      onDiscarded={reload}
                    />
                  </Can>
                </>
              }
            />
            <RoleNotice permission="content:write" what="save or publish this template" />
          </>
        }
        footer={
          backup.restoredAt !== undefined && (
            <RestoredNotice
              savedAt={backup.restoredAt}
              onDiscard={reload}
              {...(texts.base.etag !== template.etag && { onCompare: save.compare })}
            />
          )
        }
      />
      <LeaveGuard isChanged={texts.isChanged} backup={backup} />
      {save.conflict && (
        <ConflictDialog
          templateId={templateId}
          conflict={save.conflict}
          texts={texts}
          isSaving={save.isSaving}
          onClose={save.closeConflict}
          onOverwrite={save.overwrite}
          onTakeSaved={reload}
        />
      )}
      {opened === 'history' && (
        <HistoryDrawer
          content={{ kind: 'template', id: templateId }}
          isOpen
          isChanged={texts.isChanged}
          actions={(version, current) =>
            !version.isCurrent && (
              <Button
                component={Link}
                to={paths.templateDifference(templateId, version.number, current.number)}
                variant="default"
                size="compact-sm"
                aria-label={`Compare version ${version.number} with the current version`}
              >
                Compare
              </Button>
            )
          }
          onClose={() => setOpened(undefined)}
          onRestored={reload}
        />
      )}
      {opened === 'code' && (
        <UseInCode
          isOpen
          onClose={() => setOpened(undefined)}
          templateId={templateId}
          data={texts.data}
          pdfOptions={texts.pdfOptions}
          isUnpublished={texts.isChanged || texts.base.draft !== null}
        />
      )}
    </>
  )
}

function stateOf(save: ReturnType<typeof useSave>, { isChanged, base }: EditorTexts): string {
  if (save.isPublishing) return 'Publishing…'
  if (save.isSaving) return 'Saving…'
  if (isChanged) return 'Unsaved changes'
  return base.draft === null ? 'Published' : 'Draft saved'
}
