import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../api/client.ts'
import { type Template, templateQuery } from '../../../api/templates.ts'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'

/** Returns a function that archives a template after a confirmation, or restores an archived one. */
export function useArchive({ templateId, name, archivedAt }: Template): () => Promise<void> {
  const queryClient = useQueryClient()
  const isArchived = archivedAt !== null
  const mutation = useMutation({
    meta: { failureTitle: `The template was not ${isArchived ? 'restored' : 'archived'}` },
    mutationFn: () => {
      const params = { path: { templateId } }
      return isArchived
        ? unwrap(api.POST('/dashboard/api/templates/{templateId}/unarchive', { params }))
        : unwrap(api.POST('/dashboard/api/templates/{templateId}/archive', { params }))
    },
    onSuccess: () => {
      queryClient.setQueryData(
        templateQuery(templateId).queryKey,
        (cached) => cached && { ...cached, archivedAt: isArchived ? null : new Date().toISOString() },
      )
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      notifications.show({ message: `“${name}” was ${isArchived ? 'restored' : 'archived'}.` })
    },
  })
  return async () => {
    const isConfirmed =
      isArchived ||
      (await confirmDialog({
        title: `Archive “${name}”?`,
        message:
          'Calls with this template are rejected, and the list of templates leaves it out. You can restore it at any time.',
        confirmLabel: 'Archive template',
      }))
    if (isConfirmed) mutation.mutate()
  }
}
