import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { answered, api } from '../../../api/client.ts'
import { withDetail } from '../../../api/failure.ts'
import { meQuery, useMe } from '../../../api/me.ts'
import { notifyOf, queryClient } from '../../../api/query-client.ts'
import { draftKeys } from '../../../drafts/keys.ts'
import { type StoredDraft, writeDraft } from '../../../drafts/store.ts'
import { useKeptDraft } from '../../../drafts/use-kept-draft.ts'
import { paths } from '../../../paths.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { EditorPanes } from '../editor/EditorPanes.tsx'
import { LeaveGuard } from '../editor/LeaveGuard.tsx'
import { type Draft, type KeptTexts, useDraft } from '../editor/use-draft.ts'
import classes from '../editor/Workbench.module.css'
import { NOT_STORED, readUnsavedTemplate } from './unsaved-templates.ts'

/** Reads the draft; without one, leads to where a template begins. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { account } = await queryClient.ensureQueryData(meQuery)
  const stored = await readUnsavedTemplate(account.userId, params['draftId'] ?? '')
  if (!stored) throw redirect(paths.newTemplate())
  return { stored }
}

/** The editor of a template that is not stored yet, because its file has a syntax error. */
export function Component() {
  const { stored } = useLoaderData<{ stored: StoredDraft<KeptTexts> }>()
  return <UnsavedTemplate key={stored.key} stored={stored} />
}

function UnsavedTemplate({ stored }: { stored: StoredDraft<KeptTexts> }) {
  const { key, name } = stored
  const draft = useDraft(NOT_STORED, stored)
  const kept = useKeptDraft({ key, name, value: draft.kept, restored: stored })
  const create = useCreate(name, draft, kept.discard)
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
                {create.isPending ? 'Saving…' : 'Not saved yet: the template has a syntax error'}
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
      <LeaveGuard isChanged={draft.isChanged} draft={kept} />
    </>
  )
}

/** Stores the template and opens it in its editor. Text typed while it was saved is kept as a draft of it. */
function useCreate(name: string, draft: Draft, discard: () => Promise<void>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const owner = useMe().account.userId
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (texts: { content: string; sampleData: string }) =>
      answered(api.POST('/dashboard/api/templates', { body: { name, ...texts } })),
    onSuccess: async (created, sent) => {
      const { content, sampleData } = draft
      if (content !== sent.content || sampleData !== sent.sampleData) {
        const value: KeptTexts = { content, sampleData, dataSchema: created.dataSchema, base: created }
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
      // Nothing is unsaved any more, so that nothing asks before this page is left.
      flushSync(() => draft.setBase({ ...created, content, sampleData }))
      await navigate(paths.template(created.templateId), { replace: true })
    },
    onError: (error) => notifyOf(withDetail(error)),
  })
}
