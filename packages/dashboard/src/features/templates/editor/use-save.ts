import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Failure, withDetail } from '../../../base/failure.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import { publishDraft, saveDraft, type Template, templateQuery } from '../../../api/templates.ts'
import type { EditorTexts } from '../use-editor-texts.ts'

/**
 * Returns functions to save the texts of a template as a draft and to publish it. They detect a version that was saved
 * meanwhile (optimistic concurrency).
 */
export function useSave(templateId: string, texts: EditorTexts) {
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Failure>()
  const apply = (template: Template) => {
    setConflict(undefined)
    texts.setBase(template)
    queryClient.setQueryData(templateQuery(templateId).queryKey, template)
    void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
  }
  const onError = (title: string) => (error: Error) => {
    if (error instanceof Failure && error.status === 412) setConflict(error)
    else notifyFailure(title, withDetail(error))
  }
  const saving = useMutation({
    mutationFn: (etag: string) => saveDraft(templateId, etag, texts.changes),
    onSuccess: apply,
    onError: onError('The template was not saved'),
    meta: { shownInline: true },
  })
  const publishing = useMutation({
    mutationFn: async () => {
      let { base } = texts
      if (texts.isChanged) {
        const saved = await saveDraft(templateId, base.etag, texts.changes)
        // The texts are saved, also if they cannot be published.
        apply(saved)
        base = saved
      }
      // Changed sample data alone is no draft.
      if (base.draft === null) return
      await publishDraft(templateId, base)
      apply(await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 }))
      notifications.show({ message: `Version ${base.draft} is published. New renders use it.` })
    },
    onError: onError('The template was not published'),
    meta: { shownInline: true },
  })
  const isBusy = saving.isPending || publishing.isPending
  return {
    isSaving: saving.isPending,
    isPublishing: publishing.isPending,
    canPublish: texts.isChanged || texts.base.draft !== null,
    conflict,
    save: () => {
      if (texts.isChanged && !isBusy) saving.mutate(texts.base.etag)
    },
    publish: () => {
      if (!isBusy) publishing.mutate()
    },
    /** Overwrites a saved version that was shown to the user. */
    overwrite: (etag: string) => saving.mutate(etag),
    /** Shows the conflict before saving. */
    compare: () => setConflict(new Failure(412, 'A newer version was saved.')),
    closeConflict: () => setConflict(undefined),
  }
}
