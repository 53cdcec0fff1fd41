import { Stack, TagsInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../../api/client.ts'
import { messageOf } from '../../../base/failure.ts'
import { type Template, templateQuery, templatesQuery } from '../../../api/templates.ts'
import { DialogButtons } from '../../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../../ui/forms/FormFailure.tsx'

const TAGS_MAX = 20
const TAG_LENGTH_MAX = 50

/** Form for the tags of a template. It suggests the tags of the other templates. */
export function TagsForm({ template, onDone }: { template: Template; onDone: () => void }) {
  const { templateId } = template
  const queryClient = useQueryClient()
  const [tags, setTags] = useState<string[]>(template.tags)
  const { data: list } = useQuery({
    ...templatesQuery({ search: '', sort: 'updated', page: 1 }),
    // The form works without suggestions.
    throwOnError: false,
  })
  const save = useMutation({
    meta: { shownInline: true },
    mutationFn: () =>
      unwrap(
        api.PUT('/dashboard/api/templates/{templateId}/tags', {
          params: { path: { templateId } },
          body: { tags },
        }),
      ),
    onSuccess: ({ tags: stored }) => {
      queryClient.setQueryData(
        templateQuery(templateId).queryKey,
        (cached) => cached && { ...cached, tags: stored },
      )
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      onDone()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <FormFailure message={save.error ? messageOf(save.error) : undefined} />
        <TagsInput
          label="Tags"
          description="Press Enter after each tag. The list of templates can be filtered by a tag."
          data-autofocus
          data={list?.tags ?? []}
          value={tags}
          onChange={setTags}
          maxTags={TAGS_MAX}
          maxLength={TAG_LENGTH_MAX}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all tags' }}
        />
        <DialogButtons submit="Save tags" onCancel={onDone} isPending={save.isPending} />
      </Stack>
    </form>
  )
}
