import { ActionIcon, Menu, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconPencil,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, unwrap } from '../../../api/client.ts'
import { useMe } from '../../../api/me.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { removeBackup } from '../../../backups/store.ts'
import { paths } from '../../../base/paths.ts'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'
import { onDemand } from '../../../layout/on-demand.tsx'
import { useArchive } from './use-archive.ts'
import { discardDraft, type Template } from '../../../api/templates.ts'

const TagsForm = onDemand(async () => (await import('./TagsForm.tsx')).TagsForm)
const NameForm = onDemand(async () => (await import('./NameForm.tsx')).NameForm)

/**
 * Menu of a template: rename, tags, duplicate, discard its draft, archive, delete.
 * @param props `isChanged`: the editor has unsaved changes. `onRemove`: removes their backup. `onDiscarded`: replaces the
 * texts by the published version.
 */
export function MoreMenu(props: {
  template: Template
  isChanged: boolean
  onRemove: () => Promise<void>
  onDiscarded: () => Promise<void>
}) {
  const { template } = props
  const [isNaming, naming] = useDisclosure(false)
  const [isTagging, tagging] = useDisclosure(false)
  const archive = useArchive(template)
  const isArchived = template.archivedAt !== null
  const remove = useRemove(template, props.onRemove)
  const discard = useDiscard(template, props)
  const duplicate = useDuplicate(template)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={naming.open}>
            Name and description
          </Menu.Item>
          <Menu.Item leftSection={<IconTag size={16} />} onClick={tagging.open}>
            Tags
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate()}>
            Duplicate
          </Menu.Item>
          {template.draft !== null && (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void discard()}>
              Discard draft
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
            onClick={() => void archive()}
          >
            {isArchived ? 'Restore from archive' : 'Archive'}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={naming.close} title="Name and description">
        <NameForm template={template} onDone={naming.close} />
      </Modal>
      <Modal opened={isTagging} onClose={tagging.close} title="Tags">
        {isTagging && <TagsForm template={template} onDone={tagging.close} />}
      </Modal>
    </>
  )
}

/** Copies the saved texts of a template, and opens the copy. */
function useDuplicate({ templateId }: Template) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { failureTitle: 'The template was not duplicated' },
    mutationFn: () =>
      unwrap(
        api.POST('/dashboard/api/templates/{templateId}/duplicate', { params: { path: { templateId } } }),
      ),
    onSuccess: async (copy) => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      notifications.show({ message: `“${copy.name}” was created.` })
      await navigate(paths.template(copy.templateId))
    },
  })
}

function useDiscard(
  template: Template,
  { isChanged, onDiscarded }: { isChanged: boolean; onDiscarded: () => Promise<void> },
): () => Promise<void> {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    meta: { failureTitle: 'The draft was not discarded' },
    mutationFn: () => discardDraft(template),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      await onDiscarded()
    },
  })
  return async () => {
    const unsaved = isChanged ? ' Your unsaved changes are lost.' : ''
    const isConfirmed = await confirmDialog({
      title: 'Discard the draft?',
      message: `The editor shows version ${template.version}, which is published, again. The draft stays in the history.${unsaved}`,
      confirmLabel: 'Discard draft',
      danger: isChanged,
    })
    if (isConfirmed) mutation.mutate()
  }
}

function useRemove({ templateId, name }: Template, onRemove: () => Promise<void>): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const owner = useMe().account.userId
  const mutation = useMutation({
    meta: { failureTitle: 'The template was not deleted' },
    mutationFn: () =>
      unwrap(api.DELETE('/dashboard/api/templates/{templateId}', { params: { path: { templateId } } })),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      notifications.show({ message: `“${name}” was deleted.` })
      await onRemove()
      await removeBackup(owner, backupKeys.templateName(templateId))
      await removeBackup(owner, backupKeys.templateData(templateId))
      await removeBackup(owner, backupKeys.callData(templateId))
      await navigate(paths.templates())
    },
  })
  return async () => {
    const isConfirmed = await confirmDialog({
      title: `Delete “${name}”?`,
      message:
        'The template, its sample data and all its versions are permanently deleted. Existing PDFs are kept.',
      confirmLabel: 'Delete template',
      danger: true,
    })
    if (isConfirmed) mutation.mutate()
  }
}
