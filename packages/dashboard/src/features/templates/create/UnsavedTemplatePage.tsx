import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { api, unwrap } from '../../../api/client.ts'
import { withDetail } from '../../../base/failure.ts'
import { meQuery, useMe } from '../../../api/me.ts'
import { notifyFailure, queryClient } from '../../../api/query-client.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { type StoredBackup, writeBackup } from '../../../backups/store.ts'
import { useBackup } from '../../../backups/use-backup.ts'
import { paths } from '../../../base/paths.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { EditorPanes } from '../editor/EditorPanes.tsx'
import { LeaveGuard } from '../editor/LeaveGuard.tsx'
import { type EditorTexts, type TemplateBackup, useEditorTexts } from '../use-editor-texts.ts'
import classes from '../editor/TemplateEditor.module.css'
import { NOT_STORED, readUnsavedTemplate } from './unsaved-templates.ts'

/** Reads the backup. Redirects to the page for new templates when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { account } = await queryClient.ensureQueryData(meQuery)
  const stored = await readUnsavedTemplate(account.userId, params['backupId'] ?? '')
  if (!stored) throw redirect(paths.newTemplate())
  return { stored }
}

/** Editor of a template that is not saved yet, because its file has a syntax error. */
export function Component() {
  const { stored } = useLoaderData<{ stored: StoredBackup<TemplateBackup> }>()
  return <UnsavedTemplate key={stored.key} stored={stored} />
}

function UnsavedTemplate({ stored }: { stored: StoredBackup<TemplateBackup> }) {
  const { key, name } = stored
  const texts = useEditorTexts(NOT_STORED, stored)
  const backup = useBackup({ key, name, value: texts.unsaved, restored: stored })
  const create = useCreate(name, texts, backup.discard)
  const save = () => {
    const { content, sampleData } = texts
    if (texts.isChanged && !create.isPending) create.mutate({ content, sampleData })
  }
  useHotkeys([['mod+S', save]], [], true)
  return (
    <>
      <EditorPanes
        name={name}
        texts={texts}
        isNew
        header={
          <PageHeader
            title={name}
            aside={
              <span role="status" className={classes.state}>
                {create.isPending ? 'Saving…' : 'Not saved: the template has a syntax error'}
              </span>
            }
            actions={
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                disabled={!texts.isChanged}
                loading={create.isPending}
                onClick={save}
              >
                Save
              </Button>
            }
          />
        }
      />
      <LeaveGuard isChanged={texts.isChanged} backup={backup} />
    </>
  )
}

/** Creates the template and opens it in its editor. Input that is made meanwhile becomes a backup of the template. */
function useCreate(name: string, texts: EditorTexts, discard: () => Promise<void>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const owner = useMe().account.userId
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (sent: { content: string; sampleData: string }) =>
      unwrap(api.POST('/dashboard/api/templates', { body: { name, ...sent } })),
    onSuccess: async (created, sent) => {
      const { content, sampleData } = texts
      if (content !== sent.content || sampleData !== sent.sampleData) {
        const { dataSets, pdfOptions, dataSchema } = created
        const value: TemplateBackup = {
          content,
          sampleData,
          dataSets,
          pdfOptions,
          dataSchema,
          base: created,
        }
        const { templateId } = created
        await writeBackup({
          owner,
          key: backupKeys.template(templateId),
          name,
          editor: templateId,
          savedAt: Date.now(),
          value,
        })
      }
      void queries.invalidateQueries({ queryKey: ['templates', 'list'] })
      await discard()
      // Flushed, so that the editor has no unsaved changes and does not ask before this page is left.
      flushSync(() => texts.setBase({ ...created, content, sampleData }))
      await navigate(paths.template(created.templateId), { replace: true })
    },
    onError: (error) => notifyFailure('The template was not saved', withDetail(error)),
  })
}
