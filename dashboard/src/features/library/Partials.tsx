import { ActionIcon, Anchor, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ask } from '../../ui/ask.ts'
import { Blank } from '../../ui/Blank.tsx'
import { CopyText } from '../../ui/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsForAuthor } from '../templates/author.ts'
import { NewPartial } from './NewPartial.tsx'
import { partialsQuery, type SharedPartial, useRemovePartial } from './library.ts'

const COLUMNS: readonly Column<SharedPartial>[] = [
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
    header: 'In a template',
    from: 'sm',
    cell: ({ name }) => <CopyText value={`{{> ${name}}}`} label={`Copy the call of ${name}`} />,
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
        <RelativeTime at={updatedAt} /> · {wordsForAuthor(updatedBy)}
      </>
    ),
  },
  { id: 'actions', header: 'Actions', align: 'right', cell: ({ name }) => <RemovePartial name={name} /> },
]

/** The account's partials. */
export function Partials() {
  const { data: partials } = useQuery(partialsQuery)
  const [isNew, dialog] = useDisclosure(false)
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
      New partial
    </Button>
  )
  return (
    <Section
      title="Partials"
      description="Pieces that every template may call, with all their versions."
      actions={partials?.length === 0 ? undefined : create}
    >
      <DataTable
        label="Partials"
        columns={COLUMNS}
        rows={partials}
        rowKey={({ name }) => name}
        initialSort={{ by: 'name', descending: false }}
        empty={
          <Blank
            icon={<IconPuzzle size={32} stroke={1.4} aria-hidden />}
            title="No partials yet"
            description="A letterhead, a footer, bank details: write them once, and call them wherever they belong."
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
    const isSure = await ask({
      title: 'Delete partial',
      message: `Delete “${name}” and all its versions? Calls with templates that use it fail from then on. This cannot be undone.`,
      confirm: 'Delete partial',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(name, { onSuccess: () => notifications.show({ message: `“${name}” is deleted.` }) })
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
