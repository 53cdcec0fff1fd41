import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Failure, withDetail } from '../../../base/failure.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import { publishDraft, saveDraft, type Template, templateQuery } from '../../../api/templates.ts'
import { changesBetween, mergeTexts } from '../texts.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { confirmPublish } from './confirm-publish.ts'

/**
 * Returns functions to save the texts of a template as a draft and to publish it. They detect a version that was saved
 * meanwhile (optimistic concurrency).
 * @param onReload replaces the texts by the saved version.
 */
export function useSave(templateId: string, texts: EditorTexts, onReload: () => Promise<void>) {
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
    mutationFn: () => saveDraft(templateId, texts.base.etag, texts.changes),
    onSuccess: apply,
    onError: onError('The template was not saved'),
    meta: { shownInline: true },
  })
  const overwriting = useMutation({
    mutationFn: async (saved: Template) => {
      const changes = changesBetween(saved, mergeTexts(texts.base, texts, saved))
      if (Object.keys(changes).length > 0) await saveDraft(templateId, saved.etag, changes)
      // The editor still shows its own version of texts that it did not change.
      await onReload()
      setConflict(undefined)
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
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
      if (base.draft === null || !(await confirmPublish(texts))) return
      await publishDraft(templateId, base)
      apply(await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 }))
      notifications.show({ message: `Version ${base.draft} is published. New renders use it.` })
    },
    onError: onError('The template was not published'),
    meta: { shownInline: true },
  })
  const isSaving = saving.isPending || overwriting.isPending
  const isBusy = isSaving || publishing.isPending
  return {
    isSaving,
    isPublishing: publishing.isPending,
    canPublish: texts.isChanged || texts.base.draft !== null,
    conflict,
    save: () => {
      if (texts.isChanged && !isBusy) saving.mutate()
    },
    publish: () => {
      if (!isBusy) publishing.mutate()
    },
    /** Saves what was changed here over a saved version that was shown to the user. */
    overwrite: (saved: Template) => overwriting.mutate(saved),
    /** Shows the conflict before saving. */
    compare: () => setConflict(new Failure(412, 'A newer version was saved.')),
    closeConflict: () => setConflict(undefined),
  }
}
