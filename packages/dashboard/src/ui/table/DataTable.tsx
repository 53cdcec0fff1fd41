import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './DataTable.module.css'

/** Column of a table of `Row`s. */
export interface Column<Row> {
  /** Unique in the table. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sort key of a row. Without it, the column cannot be sorted. */
  sortBy?: (row: Row) => string | number
  align?: 'right'
  /** Smallest breakpoint at which the column is shown. */
  from?: 'sm' | 'md' | 'lg'
}

/** Sort order of a table. */
export interface Sort {
  by: string
  descending: boolean
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

/**
 * Table with sortable columns. Shows a skeleton while `rows` is `undefined`.
 * @param props `label`: accessible name. `empty`: content for a table without rows. `sort` and `onSort`: set when the
 * page controls the order; the table does by default.
 */
export function DataTable<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  empty: ReactNode
  initialSort?: Sort
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
}) {
  const { columns, rows } = props
  const [ownSort, setOwnSort] = useState(props.initialSort)
  const sort = props.onSort ? props.sort : ownSort
  const setSort = props.onSort ?? setOwnSort
  if (rows?.length === 0) return props.empty
  const isOnServer = props.onSort !== undefined
  const sorted = rows && !isOnServer ? inOrder(rows, columns, sort) : rows

  return (
    <Table.ScrollContainer
      minWidth={0}
      className={classes.frame}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      <Table
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover
        aria-busy={rows === undefined}
        aria-label={props.label}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={setSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted?.map((row) => (
            <Table.Tr key={props.rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.id} ta={column.align ?? 'left'} visibleFrom={column.from}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          {!sorted &&
            SKELETON_ROWS.map((key) => (
              <Table.Tr key={key}>
                {columns.map((column) => (
                  <Table.Td key={column.id} visibleFrom={column.from}>
                    <Skeleton height={14} width="70%" />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function HeaderCell<Row>(props: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const { column, sort } = props
  const isSorted = sort?.by === column.id
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Icon = direction === 'descending' ? IconArrowDown : direction ? IconArrowUp : IconArrowsSort
  return (
    <Table.Th ta={column.align ?? 'left'} visibleFrom={column.from} aria-sort={direction} scope="col">
      {column.sortBy ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => props.onSort({ by: column.id, descending: direction === 'ascending' })}
        >
          {column.header}
          <Icon size={14} aria-hidden className={direction ? '' : classes.unsorted} />
        </UnstyledButton>
      ) : (
        column.header
      )}
    </Table.Th>
  )
}

function inOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined) {
  const sortBy = columns.find((column) => column.id === sort?.by)?.sortBy
  if (!sortBy || !sort) return rows
  const sign = sort.descending ? -1 : 1
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)))
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return one.localeCompare(other, undefined, { numeric: true, sensitivity: 'base' })
  }
  return Number(one) - Number(other)
}
