import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { keysQuery } from '../../api/keys.ts'
import { templatesQuery } from '../../api/templates.ts'
import { paths } from '../../base/paths.ts'
import { STATUS_CLASSES } from '../../labels/requests.ts'
import { withFilter } from '../jobs/filter.ts'
import { type FilterName, isFiltered, requestIdIn } from './filter.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MODES = [
  { value: 'false', label: 'Live keys' },
  { value: 'true', label: 'Test keys' },
]

/** Filters of the list of calls. Their values are in the URL of the page. @param props `routes`: routes of the list. */
export function RequestFilters(props: { routes: readonly string[] }) {
  const [search, setSearch] = useSearchParams()
  const [isOpened, setIsOpened] = useState(false)
  // The names are read only when they are needed.
  const enabled = isOpened || search.has('templateId') || search.has('tokenId')
  const templateList = useQuery({ ...templatesQuery({ search: '', sort: 'name', page: 1 }), enabled })
  const keyList = useQuery({ ...keysQuery, enabled })
  const field = (name: FilterName) => ({
    value: search.get(name) ?? null,
    onChange: (value: string | null) =>
      setSearch((current) => withFilter(current, name, value), { preventScrollReset: true }),
    clearable: true,
    size: 'sm',
    placeholder: 'Any',
    comboboxProps: { withinPortal: true },
    w: { base: 'calc(50% - 5px)', xs: 160 },
  })
  const named = {
    searchable: true,
    onDropdownOpen: () => setIsOpened(true),
    nothingFoundMessage: templateList.isLoading || keyList.isLoading ? 'Loading…' : 'No matches',
  }
  const options = (name: FilterName, values: { value: string; label: string }[]) => {
    const current = search.get(name)
    if (current === null || values.some(({ value }) => value === current)) return values
    return [...values, { value: current, label: current }]
  }
  const routes = props.routes.map((route) => ({ value: route, label: route }))
  const templates = (templateList.data?.templates ?? []).map(({ templateId, name }) => ({
    value: templateId,
    label: name,
  }))
  const keys = (keyList.data ?? []).map(({ tokenId, name }) => ({ value: tokenId, label: name }))
  return (
    <Group gap="xs" mb="md" align="flex-end" role="search" aria-label="Filter calls">
      <Select label="Status" data={options('status', STATUS_CLASSES)} {...field('status')} />
      <Select label="Method" data={METHODS} {...field('method')} />
      <Select label="Route" data={options('route', routes)} searchable {...field('route')} />
      <Select label="Template" data={options('templateId', templates)} {...named} {...field('templateId')} />
      <Select label="API key" data={options('tokenId', keys)} {...named} {...field('tokenId')} />
      <Select label="Mode" data={MODES} {...field('isTest')} />
      <FindById />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setSearch({})}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

/** Field that opens the call with an id. */
function FindById() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const requestId = requestIdIn(text)
    if (requestId === undefined) return setProblem('This is not a request ID.')
    void navigate(paths.request(requestId))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={4} align="flex-end">
        <TextInput
          label="Request ID"
          placeholder="x-request-id"
          size="sm"
          w={{ base: 200, xs: 180 }}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" variant="default" size="sm">
          Open
        </Button>
      </Group>
    </form>
  )
}
