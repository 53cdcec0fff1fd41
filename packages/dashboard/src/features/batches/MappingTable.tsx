import { Select, Text, TextInput } from '@mantine/core'
import type { BatchCheck } from '../../api/batches.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Choices, type ColumnRule, type ColumnType, ruleOf } from './rules.ts'

const TYPES: { value: ColumnType; label: string }[] = [
  { value: 'file', label: 'As in the file' },
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
]
const EXAMPLES = 3

/** Table of the columns of a file: their first values, and their paths and types in the data. */
export function MappingTable(props: {
  check: BatchCheck
  choices: Choices
  onChange: (column: string, rule: ColumnRule) => void
}) {
  const { check, choices, onChange } = props
  const columns = check.columns.flatMap((name, at) => (name === '' ? [] : [{ name, at }]))
  return (
    <DataTable
      label="Columns"
      rows={columns}
      rowKey={({ at }) => at}
      empty={undefined}
      columns={[
        {
          id: 'name',
          header: 'Column',
          cell: ({ name }) => (
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          ),
        },
        {
          id: 'examples',
          header: 'First values',
          from: 'sm',
          cell: ({ at }) => (
            <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {check.firstRows
                .slice(0, EXAMPLES)
                .map(({ cells }) => cells[at] ?? '')
                .filter((cell) => cell !== '')
                .join(' · ') || '–'}
            </Text>
          ),
        },
        {
          id: 'path',
          header: 'Path in the data',
          cell: ({ name }) => (
            <TextInput
              aria-label={`Path of ${name}`}
              placeholder="Left out"
              size="xs"
              spellCheck={false}
              value={ruleOf(choices, name).path}
              onChange={(event) =>
                onChange(name, { ...ruleOf(choices, name), path: event.currentTarget.value })
              }
            />
          ),
        },
        {
          id: 'type',
          header: 'Type',
          from: 'sm',
          cell: ({ name }) => (
            <Select
              aria-label={`Type of ${name}`}
              size="xs"
              w={150}
              allowDeselect={false}
              data={TYPES}
              value={ruleOf(choices, name).type}
              onChange={(type) => type && onChange(name, { ...ruleOf(choices, name), type })}
            />
          ),
        },
      ]}
    />
  )
}
