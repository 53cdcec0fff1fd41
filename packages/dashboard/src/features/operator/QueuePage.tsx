import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { Figure } from '../../ui/text/Figure.tsx'
import { count, duration } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { AccountLink } from './AccountLink.tsx'
import { type FailedJob, queueQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

/** Jobs of one queue that are ready to start. */
interface Backlog {
  queue: string
  waiting: number
  oldestSeconds: number
}

const QUEUES: Record<string, string> = {
  generate: 'PDFs',
  'generate-failed': 'PDFs, dead-letter queue',
  batch: 'Batches',
  'batch-failed': 'Batches, dead-letter queue',
  mail: 'Mails',
  'mail-failed': 'Mails, dead-letter queue',
  'invitation-mail-failed': 'Invitations, dead-letter queue',
  thumbnail: 'Thumbnails',
  notice: 'Notices to accounts',
  'invitation-mail': 'Invitations',
  'sign-in-mail': 'Sign-in mails',
  webhook: 'Webhook events',
  'expired-renders': 'Schedule: expired renders',
  'low-credit-notices': 'Schedule: low-credit notices',
  'overdue-webhooks': 'Schedule: overdue webhook events',
  sweep: 'Schedule: sweep',
}

const BACKLOG: readonly Column<Backlog>[] = [
  { id: 'queue', header: 'Queue', cell: ({ queue }) => QUEUES[queue] ?? queue },
  { id: 'waiting', header: 'Waiting', align: 'right', cell: ({ waiting }) => count(waiting) },
  {
    id: 'oldest',
    header: 'Oldest waiting for',
    align: 'right',
    cell: ({ waiting, oldestSeconds }) => (waiting === 0 ? '–' : duration(oldestSeconds * 1_000)),
  },
]

const FAILED: readonly Column<FailedJob>[] = [
  {
    id: 'jobId',
    header: 'Job',
    cell: ({ jobId }) => <CopyText value={jobId} shown={`${jobId.slice(0, 8)}…`} label="Copy job ID" />,
  },
  {
    id: 'userId',
    header: 'Account',
    cell: ({ userId, email }) => <AccountLink userId={userId} email={email} />,
  },
  { id: 'pages', header: 'Pages', align: 'right', from: 'sm', cell: ({ pages }) => count(pages) },
  { id: 'attempts', header: 'Attempts', align: 'right', from: 'sm', cell: ({ attempts }) => attempts },
  {
    id: 'failedAt',
    header: 'Failed',
    align: 'right',
    cell: ({ failedAt }) => <RelativeTime at={failedAt} />,
  },
]

const ORDER = Object.keys(QUEUES)

function inOrder(queues: readonly Backlog[]): Backlog[] {
  return queues.toSorted((one, other) => ORDER.indexOf(one.queue) - ORDER.indexOf(other.queue))
}

/** Prefetches the queue. */
export function loader(): null {
  void queryClient.prefetchQuery(queueQuery)
  return null
}

/** Waiting, running and failed jobs. */
export function Component() {
  const { data: queue } = useQuery(queueQuery)
  return (
    <>
      <OperatorHeader description="Waiting and running jobs of all processes, refreshed every 5 seconds." />
      <Stack gap="lg">
        {queue ? (
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
            <Figure label="PDFs in progress" value={count(queue.processing)} />
            <Figure label="PDFs waiting" value={count(queue.pending)} />
            <Figure label="Completed in the last hour" value={count(queue.completedLastHour)} />
            <Figure label="Failed in the last hour" value={count(queue.failedLastHour)} />
          </SimpleGrid>
        ) : (
          <Skeleton height={56} />
        )}
        <Section title="Backlog" description="Jobs that are ready to start and wait for a free worker.">
          <DataTable
            label="Backlog"
            columns={BACKLOG}
            rows={queue && inOrder(queue.queues)}
            rowKey={(backlog) => backlog.queue}
            empty="–"
          />
        </Section>
        <Section
          title="Failed jobs"
          description="The latest failed jobs of the last 30 days. Only the owner of a job can see the reason."
        >
          <DataTable
            label="Failed jobs"
            columns={FAILED}
            rows={queue?.failed}
            rowKey={({ jobId }) => jobId}
            empty={
              <EmptyState
                icon={<IconMoodSmile size={32} stroke={1.4} aria-hidden />}
                title="No failed jobs"
                description="Failed jobs appear here, including those with an error in the template or in the data."
              />
            }
          />
        </Section>
      </Stack>
    </>
  )
}
