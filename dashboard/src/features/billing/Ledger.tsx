import { Anchor, Group, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Blank } from '../../ui/Blank.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { count, countOf } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
import { type LedgerEntry, ledgerQuery } from './billing.ts'
import { money } from './money.ts'

// Mantine's own are too pale for texts.
const ADDED = 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-4))'

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { id: 'createdAt', header: 'When', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { id: 'what', header: 'What', cell: (entry) => <What entry={entry} /> },
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

/** What has changed the balance, the newest first, as far back as somebody wants to see it. */
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
          <Blank
            icon={<IconReceipt size={32} stroke={1.4} aria-hidden />}
            title="Nothing yet"
            description="Credits that are added, and PDFs that use them, are listed here."
          />
        }
      />
      <ShowOlder list={ledger} />
    </>
  )
}

function What({ entry }: { entry: LedgerEntry }) {
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
      return 'Welcome'
    case 'generation':
      return `PDF of ${countOf(-credits, 'page')}`
    case 'purchase':
      return 'Bought'
    case 'refund':
      return credits < 0 ? 'Refunded' : 'A refund that did not arrive'
    case 'dispute':
      return credits < 0 ? 'Payment disputed' : 'Dispute settled for you'
    case 'added':
      return credits < 0 ? 'Taken by the operator' : 'Added by the operator'
  }
}
