import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../../api/client.ts'
import { Failure, withDetail } from '../../../base/failure.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import { templateQuery } from '../../../api/templates.ts'
import type { EditorTexts } from '../use-editor-texts.ts'

/** Returns functions to save the texts of a template. They detect a version that was saved meanwhile (optimistic concurrency). */
export function useSave(templateId: string, texts: EditorTexts) {
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Failure>()
  const mutation = useMutation({
    mutationFn: (etag: string) =>
      unwrap(
        api.PUT('/dashboard/api/templates/{templateId}', {
          params: { path: { templateId }, header: { 'if-match': etag } },
          body: texts.changes,
        }),
      ),
    onSuccess: (saved) => {
      setConflict(undefined)
      texts.setBase(saved)
      queryClient.setQueryData(templateQuery(templateId).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 412) setConflict(error)
      else notifyFailure('The template was not saved', withDetail(error))
    },
    meta: { shownInline: true },
  })
  return {
    isSaving: mutation.isPending,
    conflict,
    save: () => {
      if (texts.isChanged && !mutation.isPending) mutation.mutate(texts.base.etag)
    },
    /** Overwrites a saved version that was shown to the user. */
    overwrite: (etag: string) => mutation.mutate(etag),
    /** Shows the conflict before saving. */
    compare: () => setConflict(new Failure(412, 'A newer version was saved.')),
    closeConflict: () => setConflict(undefined),
  }
}
