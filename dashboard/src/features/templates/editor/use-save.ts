import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, api } from '../../../api/client.ts'
import { Failure, withDetail } from '../../../api/failure.ts'
import { notifyOf } from '../../../api/query-client.ts'
import { templateQuery } from '../queries.ts'
import type { Draft } from './use-draft.ts'

/** Saving a draft upon the revision that it was made of. */
export function useSave(templateId: string, draft: Draft) {
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Failure>()
  const mutation = useMutation({
    mutationFn: (revision: number) =>
      answered(
        api.PUT('/dashboard/api/templates/{templateId}', {
          params: { path: { templateId }, header: { 'if-match': `"${revision}"` } },
          body: draft.changes,
        }),
      ),
    onSuccess: (saved) => {
      setConflict(undefined)
      draft.setBase(saved)
      queryClient.setQueryData(templateQuery(templateId).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['templates', 'versions', templateId] })
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 412) setConflict(error)
      else notifyOf(withDetail(error))
    },
    meta: { shownInline: true },
  })
  return {
    isSaving: mutation.isPending,
    conflict,
    save: () => {
      if (draft.isChanged && !mutation.isPending) mutation.mutate(draft.base.revision)
    },
    /** Saves upon a revision that its author has been told of. */
    overwrite: (revision: number) => mutation.mutate(revision),
    /** Shows the conflict that saving would meet. */
    compare: () => setConflict(new Failure(412, 'A newer version was saved.')),
    forgetConflict: () => setConflict(undefined),
  }
}
