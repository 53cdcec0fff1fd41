import { Anchor, Button, Group, Pagination, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { IconLayoutGrid, IconList, IconPlus, IconSearch, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../base/paths.ts'
import { Can, RoleNotice } from '../../../layout/Can.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { templatesQuery, type TemplateSort } from '../../../api/templates.ts'
import { TemplateCards } from './TemplateCards.tsx'
import { TemplateTable } from './TemplateTable.tsx'

const SORTS: { value: TemplateSort; label: string }[] = [
  { value: 'updated', label: 'Last changed' },
  { value: 'created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'used', label: 'Most used' },
]

/** Prefetches the templates. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(templatesQuery(queryFrom(new URL(request.url).searchParams)))
  return null
}

/** List of the templates, with a search. */
export function Component() {
  const [query, setQuery] = useSearchParams()
  const { search, sort, page } = queryFrom(query)
  const isTable = query.get('view') === 'table'
  const { data, isPlaceholderData } = useQuery(templatesQuery({ search, sort, page }))
  const set = (name: string, value: string, fallback: string) => {
    const next = new URLSearchParams(query)
    if (value === fallback) next.delete(name)
    else next.set(name, value)
    if (name !== 'page' && name !== 'view') next.delete('page')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const isEmpty = data?.total === 0 && search === '' && page === 1

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
              placeholder="Search by name, description or ID"
              type="search"
              leftSection={<IconSearch size={16} />}
              defaultValue={search}
              onChange={(event) => set('search', event.currentTarget.value.slice(0, 200), '')}
              style={{ flex: '1 1 16rem' }}
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
                description={`No template contains “${search}” in its name, description or ID.`}
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
function queryFrom(query: URLSearchParams) {
  return {
    search: query.get('search') ?? '',
    sort: SORTS.find(({ value }) => value === query.get('sort'))?.value ?? ('updated' as const),
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }
}
