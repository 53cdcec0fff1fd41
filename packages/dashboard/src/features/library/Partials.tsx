import { ActionIcon, Anchor, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { Can } from '../../layout/Can.tsx'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { authorLabel } from '../../labels/authors.ts'
import { NewPartial } from './NewPartial.tsx'
import { partialsQuery, type PartialOverview } from '../../api/library.ts'
import { useRemovePartial } from './library.ts'

const COLUMNS: readonly Column<PartialOverview>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name }) => (
      <Anchor component={Link} to={paths.partial(name)} fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  {
    id: 'call',
    header: 'Use in a template',
    from: 'sm',
    cell: ({ name }) => <CopyText value={`{{> ${name}}}`} label={`Copy the reference to ${name}`} />,
  },
  {
    id: 'version',
    header: 'Version',
    from: 'md',
    align: 'right',
    sortBy: ({ version }) => version,
    cell: ({ version }) => version,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    from: 'sm',
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt, updatedBy }) => (
      <>
        <RelativeTime at={updatedAt} /> · {authorLabel(updatedBy)}
      </>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: ({ name }) => (
      <Can permission="content:write">
        <RemovePartial name={name} />
      </Can>
    ),
  },
]

/** Partials of the account. */
export function Partials() {
  const { data: partials } = useQuery(partialsQuery)
  const [isNew, dialog] = useDisclosure(false)
  const create = (
    <Can permission="content:write">
      <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
        New partial
      </Button>
    </Can>
  )
  return (
    <Section
      title="Partials"
      description="Reusable pieces of Handlebars source that your templates can include."
      actions={partials?.length === 0 ? undefined : create}
    >
      <DataTable
        label="Partials"
        columns={COLUMNS}
        rows={partials}
        rowKey={({ name }) => name}
        initialSort={{ by: 'name', descending: false }}
        empty={
          <EmptyState
            icon={<IconPuzzle size={32} stroke={1.4} aria-hidden />}
            title="No partials yet"
            description="Create a partial for content that several templates share, such as a letterhead or a footer."
            action={create}
          />
        }
      />
      <NewPartial isOpen={isNew} onClose={dialog.close} />
    </Section>
  )
}

function RemovePartial({ name }: { name: string }) {
  const remove = useRemovePartial()
  const removeIfSure = async () => {
    const isSure = await confirmDialog({
      title: 'Delete partial?',
      message: `Delete “${name}” and all its versions? Calls with templates that use it will fail. This cannot be undone.`,
      confirmLabel: 'Delete partial',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(name, { onSuccess: () => notifications.show({ message: `“${name}” was deleted.` }) })
  }
  return (
    <Tooltip label="Delete">
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Delete ${name}`}
        loading={remove.isPending}
        onClick={() => void removeIfSure()}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
