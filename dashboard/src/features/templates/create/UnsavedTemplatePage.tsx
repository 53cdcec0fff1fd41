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
import { draftKeys } from '../../../drafts/keys.ts'
import { type StoredDraft, writeDraft } from '../../../drafts/store.ts'
import { useDraftStorage } from '../../../drafts/use-draft-storage.ts'
import { paths } from '../../../base/paths.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { EditorPanes } from '../editor/EditorPanes.tsx'
import { LeaveGuard } from '../editor/LeaveGuard.tsx'
import { type Draft, type DraftTexts, useDraft } from '../use-draft.ts'
import classes from '../editor/TemplateEditor.module.css'
import { NOT_STORED, readUnsavedTemplate } from './unsaved-templates.ts'

/** Reads the draft. Redirects to the page for new templates when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { account } = await queryClient.ensureQueryData(meQuery)
  const stored = await readUnsavedTemplate(account.userId, params['draftId'] ?? '')
  if (!stored) throw redirect(paths.newTemplate())
  return { stored }
}

/** Editor of a template that is not saved yet, because its file has a syntax error. */
export function Component() {
  const { stored } = useLoaderData<{ stored: StoredDraft<DraftTexts> }>()
  return <UnsavedTemplate key={stored.key} stored={stored} />
}

function UnsavedTemplate({ stored }: { stored: StoredDraft<DraftTexts> }) {
  const { key, name } = stored
  const draft = useDraft(NOT_STORED, stored)
  const storage = useDraftStorage({ key, name, value: draft.unsaved, restored: stored })
  const create = useCreate(name, draft, storage.discard)
  const save = () => {
    const { content, sampleData } = draft
    if (draft.isChanged && !create.isPending) create.mutate({ content, sampleData })
  }
  useHotkeys([['mod+S', save]], [], true)
  return (
    <>
      <EditorPanes
        name={name}
        draft={draft}
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
                disabled={!draft.isChanged}
                loading={create.isPending}
                onClick={save}
              >
                Save
              </Button>
            }
          />
        }
      />
      <LeaveGuard isChanged={draft.isChanged} draft={storage} />
    </>
  )
}

/** Creates the template and opens it in its editor. Input that is made meanwhile becomes a draft of the template. */
function useCreate(name: string, draft: Draft, discard: () => Promise<void>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const owner = useMe().account.userId
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (texts: { content: string; sampleData: string }) =>
      unwrap(api.POST('/dashboard/api/templates', { body: { name, ...texts } })),
    onSuccess: async (created, sent) => {
      const { content, sampleData } = draft
      if (content !== sent.content || sampleData !== sent.sampleData) {
        const value: DraftTexts = { content, sampleData, dataSchema: created.dataSchema, base: created }
        const { templateId } = created
        await writeDraft({
          owner,
          key: draftKeys.template(templateId),
          name,
          editor: templateId,
          savedAt: Date.now(),
          value,
        })
      }
      void queries.invalidateQueries({ queryKey: ['templates', 'list'] })
      await discard()
      // Flushed, so that the editor has no unsaved changes and does not ask before this page is left.
      flushSync(() => draft.setBase({ ...created, content, sampleData }))
      await navigate(paths.template(created.templateId), { replace: true })
    },
    onError: (error) => notifyFailure('The template was not saved', withDetail(error)),
  })
}
