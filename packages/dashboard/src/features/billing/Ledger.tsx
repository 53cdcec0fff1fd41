import { Anchor, Group, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { count, countOf } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { ShowOlder } from '../../ui/table/ShowOlder.tsx'
import { type LedgerEntry, ledgerQuery } from '../../api/billing.ts'
import { money } from './money.ts'

// Mantine's own colours have too little contrast for text.
const ADDED = 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-4))'

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { id: 'createdAt', header: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { id: 'entry', header: 'Entry', cell: (entry) => <EntryText entry={entry} /> },
  {
    id: 'credits',
    header: 'Credits',
    align: 'right',
    cell: ({ credits }) => (
      <Text span inherit fw={500} c={credits > 0 ? ADDED : undefined} style={{ whiteSpace: 'nowrap' }}>
        {credits > 0 ? `+${count(credits)}` : `−${count(-credits)}`}
      </Text>
    ),
  },
  { id: 'balance', header: 'Balance', align: 'right', from: 'sm', cell: ({ balance }) => count(balance) },
]

/** Ledger of the account, the newest entry first. */
export function Ledger() {
  const ledger = useInfiniteQuery(ledgerQuery)
  return (
    <>
      <DataTable
        label="Ledger"
        columns={COLUMNS}
        rows={ledger.data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ entryId }) => entryId}
        empty={
          <EmptyState
            icon={<IconReceipt size={32} stroke={1.4} aria-hidden />}
            title="No entries yet"
            description="Added credits, purchases and charged renders appear here."
          />
        }
      />
      <ShowOlder list={ledger} />
    </>
  )
}

function EntryText({ entry }: { entry: LedgerEntry }) {
  const { jobId, receiptUrl, note, amount, currency } = entry
  const label = labelOf(entry)
  if (jobId !== null) {
    return (
      <Anchor component={Link} to={paths.job(jobId)}>
        {label}
      </Anchor>
    )
  }
  return (
    <Group gap={6} style={{ overflowWrap: 'anywhere' }}>
      <span>{label}</span>
      {note !== '' && <Dimmed>{note}</Dimmed>}
      {entry.kind === 'purchase' && amount !== null && currency !== null && (
        <Dimmed>{money(amount, currency)}</Dimmed>
      )}
      {entry.kind === 'purchase' && receiptUrl !== null && (
        <Anchor href={receiptUrl} target="_blank" rel="noreferrer" inherit>
          Receipt
        </Anchor>
      )}
    </Group>
  )
}

function Dimmed(props: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {props.children}
    </Text>
  )
}

function labelOf({ kind, credits }: LedgerEntry): string {
  switch (kind) {
    case 'welcome':
      return 'Welcome credits'
    case 'generation':
      return `Render of ${countOf(-credits, 'page')}`
    case 'purchase':
      return 'Purchase'
    case 'refund':
      return credits < 0 ? 'Refund' : 'Failed refund'
    case 'dispute':
      return credits < 0 ? 'Payment dispute' : 'Payment dispute won'
    case 'added':
      return credits < 0 ? 'Removed by the operator' : 'Added by the operator'
  }
}
