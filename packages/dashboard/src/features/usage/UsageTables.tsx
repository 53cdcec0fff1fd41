import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { Section } from '../../ui/page/Section.tsx'
import type { Usage } from '../../api/usage.ts'

interface Counts {
  pages: number
  completed: number
  failed: number
}

const COUNTS: readonly Column<Counts>[] = [
  {
    id: 'pages',
    header: 'Pages',
    align: 'right',
    sortBy: ({ pages }) => pages,
    cell: ({ pages }) => count(pages),
  },
  {
    id: 'completed',
    header: 'PDFs',
    align: 'right',
    from: 'sm',
    sortBy: ({ completed }) => completed,
    cell: ({ completed }) => count(completed),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'right',
    sortBy: ({ failed }) => failed,
    cell: ({ failed }) => count(failed),
  },
]

const TEMPLATES: readonly Column<Usage['templates'][number]>[] = [
  {
    id: 'name',
    header: 'Template',
    sortBy: ({ name }) => name,
    cell: ({ templateId, name, exists }) => (
      <Named to={paths.jobsOfTemplate(templateId)} name={name} note={exists ? '' : 'deleted'} />
    ),
  },
  ...COUNTS,
]

const KEYS: readonly Column<Usage['keys'][number]>[] = [
  {
    id: 'name',
    header: 'API key',
    sortBy: ({ name }) => name ?? '',
    cell: ({ tokenId, name, lastFour }) => (
      <Named
        to={paths.jobsOfKey(tokenId ?? 'none')}
        name={tokenId === null ? 'Dashboard' : (name ?? tokenId)}
        note={tokenId === null ? '' : lastFour === null ? 'deleted' : `…${lastFour}`}
      />
    ),
  },
  ...COUNTS,
]

const MOST_FIRST = { by: 'pages', descending: true }

/** Usage by template. */
export function UsageByTemplate({ usage }: { usage: Usage }) {
  return (
    <Section title="By template">
      <DataTable
        label="Usage by template"
        columns={TEMPLATES}
        rows={usage.templates}
        rowKey={({ templateId }) => templateId}
        initialSort={MOST_FIRST}
        empty={<NoData />}
      />
    </Section>
  )
}

/** Usage by API key. */
export function UsageByKey({ usage }: { usage: Usage }) {
  return (
    <Section title="By API key">
      <DataTable
        label="Usage by key"
        columns={KEYS}
        rows={usage.keys}
        rowKey={({ tokenId }) => tokenId ?? 'none'}
        initialSort={MOST_FIRST}
        empty={<NoData />}
      />
    </Section>
  )
}

function Named(props: { to: string; name: string; note: string }) {
  return (
    <>
      <Anchor component={Link} to={props.to} style={{ overflowWrap: 'anywhere' }}>
        {props.name}
      </Anchor>
      {props.note !== '' && (
        <Text span size="xs" c="dimmed" ml={6}>
          {props.note}
        </Text>
      )}
    </>
  )
}

function NoData() {
  return <Text c="dimmed">No data for this period. Details are kept for 30 days.</Text>
}
