import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../api/client.ts'
import { type Template, templateQuery } from '../../../api/templates.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { useFormBackup } from '../../../backups/use-form-backup.tsx'
import { DialogButtons } from '../../../ui/forms/DialogButtons.tsx'

const NAME_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 2_000

/** Form for the name and the description of a template. */
export function NameForm({ template, onDone }: { template: Template; onDone: () => void }) {
  const { templateId } = template
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: template.name, description: template.description },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  })
  const backup = useFormBackup({
    key: backupKeys.templateName(templateId),
    name: `Name and description of “${template.name}”`,
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const done = () => {
    void backup.discard()
    onDone()
  }
  const update = useMutation({
    meta: { failureTitle: 'The name and description were not saved' },
    mutationFn: (body: { name: string; description: string }) =>
      unwrap(api.PATCH('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, body })),
    onSuccess: ({ name, description }) => {
      queryClient.setQueryData(
        templateQuery(templateId).queryKey,
        (cached) => cached && { ...cached, name, description },
      )
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      done()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => update.mutate(values))}>
      <Stack gap="sm">
        {backup.notice}
        <TextInput label="Name" maxLength={NAME_LENGTH_MAX} data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          maxLength={DESCRIPTION_LENGTH_MAX}
          rows={3}
          {...form.getInputProps('description')}
        />
        <DialogButtons submit="Save changes" onCancel={done} isPending={update.isPending} />
      </Stack>
    </form>
  )
}
