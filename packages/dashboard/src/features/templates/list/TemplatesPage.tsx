import { Anchor, Button, Group, Pagination, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { IconLayoutGrid, IconList, IconPlus, IconSearch, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../base/paths.ts'
import { Can, RoleNotice } from '../../../layout/Can.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { templatesQuery, type TemplatesQuery, type TemplateSort } from '../../../api/templates.ts'
import { TemplateCards } from './TemplateCards.tsx'
import { TemplateTable } from './TemplateTable.tsx'

const SORTS: { value: TemplateSort; label: string }[] = [
  { value: 'updated', label: 'Last changed' },
  { value: 'created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'used', label: 'Most used' },
]

const STATES: { value: NonNullable<TemplatesQuery['archived']>; label: string }[] = [
  { value: 'exclude', label: 'Active' },
  { value: 'only', label: 'Archived' },
  { value: 'include', label: 'All' },
]

/** Prefetches the templates. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(templatesQuery(queryFrom(new URL(request.url).searchParams)))
  return null
}

/** List of the templates, with a search and filters. */
export function Component() {
  const [query, setQuery] = useSearchParams()
  const selection = queryFrom(query)
  const { search, sort, page, tag, archived } = selection
  const isTable = query.get('view') === 'table'
  const { data, isPlaceholderData } = useQuery(templatesQuery(selection))
  const set = (name: string, value: string, fallback: string) => {
    const next = new URLSearchParams(query)
    if (value === fallback) next.delete(name)
    else next.set(name, value)
    if (name !== 'page' && name !== 'view') next.delete('page')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const isFiltered = search !== '' || tag !== undefined || archived !== undefined
  const mayBeEmpty = data?.total === 0 && !isFiltered && page === 1
  // An account whose templates are all archived needs the filters.
  const all = useQuery({ ...templatesQuery({ ...selection, archived: 'include' }), enabled: mayBeEmpty }).data
  const isEmpty = mayBeEmpty && all?.total === 0

  return (
    <>
      <PageHeader
        title="Templates"
        description="HTML with Handlebars that is rendered to PDF with your data."
        actions={
          <Can permission="content:write">
            <Button component={Link} to={paths.newTemplate()} leftSection={<IconPlus size={16} />}>
              New template
            </Button>
          </Can>
        }
      />
      <RoleNotice permission="content:write" what="create or change templates" />
      {isEmpty ? (
        <EmptyState
          icon={<IconTemplate />}
          title="No templates yet"
          description="Your templates appear here. Start from an example, a file or an empty template."
          action={
            <Can permission="content:write">
              <Button component={Link} to={paths.newTemplate()}>
                New template
              </Button>
            </Can>
          }
        />
      ) : (
        <Stack gap="md">
          <Group gap="sm">
            <TextInput
              aria-label="Search templates"
              placeholder="Search by name, description, tag or ID"
              type="search"
              leftSection={<IconSearch size={16} />}
              defaultValue={search}
              onChange={(event) => set('search', event.currentTarget.value.slice(0, 200), '')}
              style={{ flex: '1 1 16rem' }}
            />
            {((data?.tags.length ?? 0) > 0 || tag !== undefined) && (
              <Select
                aria-label="Filter by tag"
                placeholder="All tags"
                data={data?.tags ?? []}
                value={tag ?? null}
                clearable
                clearButtonProps={{ 'aria-label': 'Show all tags' }}
                onChange={(value) => set('tag', value ?? '', '')}
                w={170}
              />
            )}
            <Select
              aria-label="Filter by state"
              data={STATES}
              value={archived ?? 'exclude'}
              allowDeselect={false}
              onChange={(value) => set('archived', value ?? 'exclude', 'exclude')}
              w={120}
            />
            <Select
              aria-label="Sort by"
              data={SORTS}
              value={sort}
              allowDeselect={false}
              onChange={(value) => set('sort', value ?? 'updated', 'updated')}
              w={150}
            />
            <SegmentedControl
              aria-label="Show as"
              value={isTable ? 'table' : 'cards'}
              onChange={(value) => set('view', value, 'cards')}
              data={[
                { value: 'cards', label: <IconLayoutGrid size={16} aria-label="Cards" /> },
                { value: 'table', label: <IconList size={16} aria-label="Table" /> },
              ]}
            />
          </Group>
          <div aria-busy={data === undefined || isPlaceholderData}>
            {data?.total === 0 ? (
              <EmptyState
                icon={<IconSearch />}
                title="No matching templates"
                description={
                  search === ''
                    ? 'No template matches these filters.'
                    : `No template contains “${search}” in its name, description, ID or tags.`
                }
                action={
                  <Anchor component={Link} to={paths.templates()} reloadDocument={false}>
                    Show all templates
                  </Anchor>
                }
              />
            ) : isTable ? (
              <TemplateTable templates={data?.templates} />
            ) : (
              <TemplateCards templates={data?.templates} />
            )}
          </div>
          {data && data.total > data.pageSize && (
            <Pagination
              total={Math.ceil(data.total / data.pageSize)}
              value={page}
              onChange={(value) => set('page', String(value), '1')}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          )}
        </Stack>
      )}
    </>
  )
}

/** Returns the query in the URL of the page. */
function queryFrom(query: URLSearchParams): TemplatesQuery {
  const tag = query.get('tag')
  const archived = STATES.find(({ value }) => value === query.get('archived'))?.value ?? 'exclude'
  return {
    ...(tag !== null && { tag: tag.slice(0, 50) }),
    ...(archived !== 'exclude' && { archived }),
    search: query.get('search') ?? '',
    sort: SORTS.find(({ value }) => value === query.get('sort'))?.value ?? ('updated' as const),
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }
}
