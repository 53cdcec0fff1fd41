import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usageQuery } from '../../api/usage.ts'
import { DayField } from './DayField.tsx'
import { FILTER_NAMES, type FilterName, withFilter } from './filter.ts'
import { MODE_LABELS, JOB_STATUSES } from '../../labels/jobs.ts'

const STATUS_OPTIONS = Object.entries(JOB_STATUSES).map(([value, { label }]) => ({ value, label }))
const MODE_OPTIONS = Object.entries(MODE_LABELS).map(([value, label]) => ({ value, label }))

/** Filters of the list of jobs. Their values are in the URL of the page. */
export function JobFilters() {
  const [search, setSearch] = useSearchParams()
  const [isOpened, setIsOpened] = useState(false)
  // The usage has the names of all templates and keys with jobs, including deleted ones. It is read only when the names
  // are needed.
  const { data: usage, isLoading } = useQuery({
    ...usageQuery(30),
    enabled: isOpened || search.has('templateId') || search.has('tokenId'),
  })
  const isFiltered = FILTER_NAMES.some((name) => search.has(name))
  const set = (name: FilterName) => (value: string | null) =>
    // Typing a date produces intermediate dates, which must not be entries of the browser history.
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
    nothingFoundMessage: isLoading ? 'Loading…' : 'No matches',
  }
  const day = (name: 'from' | 'to') => ({
    w: { base: 'calc(50% - 5px)', xs: 150 },
    // The raw value, valid or not, so that a partly typed date stays.
    day: search.get(name) ?? '',
    onChange: set(name),
  })
  return (
    <Group gap="xs" mb="md" align="flex-end" role="search" aria-label="Filter jobs">
      <Select label="State" placeholder="Any" data={STATUS_OPTIONS} {...select} {...field('status')} />
      <Select
        label="Template"
        placeholder="Any"
        data={withCurrent(
          search.get('templateId'),
          (usage?.templates ?? []).map(({ templateId, name }) => ({ value: templateId, label: name })),
        )}
        {...named}
        {...field('templateId')}
      />
      <Select
        label="API key"
        placeholder="Any"
        data={withCurrent(
          search.get('tokenId'),
          (usage?.keys ?? []).map(({ tokenId, name }) => ({
            value: tokenId ?? 'none',
            label: tokenId === null ? 'Dashboard' : (name ?? tokenId),
          })),
        )}
        {...named}
        {...field('tokenId')}
      />
      <Select label="Mode" placeholder="Any" data={MODE_OPTIONS} {...select} {...field('mode')} />
      <DayField label="From" {...day('from')} />
      <DayField label="To" {...day('to')} />
      {isFiltered && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setSearch({})}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

/** Adds the selected value to the options when it is unknown, so that an old link still shows its filter. */
function withCurrent(current: string | null, options: { value: string; label: string }[]) {
  if (current === null || options.some(({ value }) => value === current)) return options
  return [...options, { value: current, label: current === 'none' ? 'Dashboard' : `${current.slice(0, 8)}…` }]
}
