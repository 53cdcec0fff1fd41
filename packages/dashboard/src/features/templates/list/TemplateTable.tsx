import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { authorLabel } from '../../../labels/authors.ts'
import type { TemplateOverview } from '../../../api/templates.ts'
import { TemplateMarks } from './TemplateMarks.tsx'

const COLUMNS: Column<TemplateOverview>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (template) => (
      <>
        <Group gap="xs">
          <Anchor component={Link} to={paths.template(template.templateId)} fw={500}>
            {template.name}
          </Anchor>
          <TemplateMarks {...template} />
        </Group>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {template.description}
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
    header: 'Changed by',
    from: 'md',
    cell: ({ updatedBy }) => (updatedBy === null ? '–' : authorLabel(updatedBy)),
  },
]

/** Table of templates. Shows a skeleton while `templates` is `undefined`. */
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
