import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/DataTable.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { wordsForAuthor } from '../author.ts'
import type { TemplateOverview } from '../queries.ts'

const COLUMNS: Column<TemplateOverview>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ templateId, name, description }) => (
      <>
        <Anchor component={Link} to={paths.template(templateId)} fw={500}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {description}
        </Text>
      </>
    ),
  },
  { id: 'version', header: 'Version', align: 'right', from: 'sm', cell: ({ version }) => version },
  {
    id: 'pages',
    header: 'Pages in 30 days',
    align: 'right',
    from: 'sm',
    cell: ({ pages }) => pages.toLocaleString(),
  },
  {
    id: 'used',
    header: 'Last used',
    from: 'md',
    cell: ({ usedAt }) => (usedAt === null ? '–' : <RelativeTime at={usedAt} />),
  },
  { id: 'changed', header: 'Changed', cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  {
    id: 'by',
    header: 'By',
    from: 'md',
    cell: ({ updatedBy }) => (updatedBy === null ? '–' : wordsForAuthor(updatedBy)),
  },
]

/** Templates as rows. `templates` undefined: not there yet. */
export function TemplateTable(props: { templates: readonly TemplateOverview[] | undefined }) {
  return (
    <DataTable
      label="Templates"
      columns={COLUMNS}
      rows={props.templates}
      rowKey={({ templateId }) => templateId}
      empty={null}
    />
  )
}
