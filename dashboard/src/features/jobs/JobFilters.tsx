import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usageQuery } from '../usage/usage.ts'
import { DayField } from './DayField.tsx'
import { FILTER_NAMES, type FilterName, withFilter } from './filter.ts'
import { MODES, STATES } from './states.ts'

const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }))
const MODE_OPTIONS = Object.entries(MODES).map(([value, label]) => ({ value, label }))

/** What the list is narrowed by; it stands in the page's address. */
export function JobFilters() {
  const [search, setSearch] = useSearchParams()
  const [isOpened, setIsOpened] = useState(false)
  // Whatever has jobs has usage, even where the template or key is gone. It is read when its names are wanted.
  const { data: usage, isLoading } = useQuery({
    ...usageQuery(30),
    enabled: isOpened || search.has('template') || search.has('key'),
  })
  const isFiltered = FILTER_NAMES.some((name) => search.has(name))
  const set = (name: FilterName) => (value: string | null) =>
    // A day that is being typed is many days: none of them is worth going back to.
    setSearch((current) => withFilter(current, name, value), {
      preventScrollReset: true,
      replace: name === 'from' || name === 'to',
    })
  const field = (name: FilterName) => ({ value: search.get(name) ?? null, onChange: set(name) })
  const select = {
    clearable: true,
    size: 'sm',
    comboboxProps: { withinPortal: true },
    w: { base: 'calc(50% - 5px)', xs: 170 },
  }
  const named = {
    ...select,
    searchable: true,
    onDropdownOpen: () => setIsOpened(true),
    nothingFoundMessage: isLoading ? 'Being read…' : 'None',
  }
  const day = (name: 'from' | 'to') => ({
    w: { base: 'calc(50% - 5px)', xs: 150 },
    // As it stands there, valid or not: half a year is typed on.
    day: search.get(name) ?? '',
    onChange: set(name),
  })
  return (
    <Group gap="xs" mb="md" align="flex-end" role="search" aria-label="Filter jobs">
      <Select label="State" placeholder="Any" data={STATE_OPTIONS} {...select} {...field('state')} />
      <Select
        label="Template"
        placeholder="Any"
        data={withCurrent(
          search.get('template'),
          (usage?.templates ?? []).map(({ templateId, name }) => ({ value: templateId, label: name })),
        )}
        {...named}
        {...field('template')}
      />
      <Select
        label="Key"
        placeholder="Any"
        data={withCurrent(
          search.get('key'),
          (usage?.keys ?? []).map(({ tokenId, name }) => ({
            value: tokenId ?? 'none',
            label: tokenId === null ? 'Dashboard' : (name ?? tokenId),
          })),
        )}
        {...named}
        {...field('key')}
      />
      <Select label="Mode" placeholder="Any" data={MODE_OPTIONS} {...select} {...field('mode')} />
      <DayField label="From" {...day('from')} />
      <DayField label="To" {...day('to')} />
      {isFiltered && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setSearch({})}>
          Clear
        </Button>
      )}
    </Group>
  )
}

/** The options, with what is chosen among them even where it is unknown: an old link still shows what it means. */
function withCurrent(current: string | null, options: { value: string; label: string }[]) {
  if (current === null || options.some(({ value }) => value === current)) return options
  return [...options, { value: current, label: current === 'none' ? 'Dashboard' : `${current.slice(0, 8)}…` }]
}
