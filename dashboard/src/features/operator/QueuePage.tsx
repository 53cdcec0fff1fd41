import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { Blank } from '../../ui/Blank.tsx'
import { CopyText } from '../../ui/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { count, duration } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { AccountLink } from './AccountLink.tsx'
import { type FailedJob, queueQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

interface Backlog {
  name: string
  waiting: number
  oldestSeconds: number
}

const QUEUES: Record<string, string> = {
  generate: 'PDFs',
  'generate-failed': 'PDFs that were given up',
  mail: 'Mails',
  'mail-failed': 'Mails that were given up',
  thumbnail: 'Thumbnails',
  notice: 'Notices to accounts',
}

const BACKLOG: readonly Column<Backlog>[] = [
  { id: 'name', header: 'Queue', cell: ({ name }) => QUEUES[name] ?? name },
  { id: 'waiting', header: 'Waiting', align: 'right', cell: ({ waiting }) => count(waiting) },
  {
    id: 'oldest',
    header: 'The oldest for',
    align: 'right',
    cell: ({ waiting, oldestSeconds }) => (waiting === 0 ? '–' : duration(oldestSeconds * 1_000)),
  },
]

const FAILED: readonly Column<FailedJob>[] = [
  {
    id: 'jobId',
    header: 'Job',
    cell: ({ jobId }) => <CopyText value={jobId} shown={`${jobId.slice(0, 8)}…`} label="Copy job id" />,
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
  return queues.toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name))
}

/** Begins to read the queue. */
export function loader(): null {
  void queryClient.prefetchQuery(queueQuery)
  return null
}

/** What waits, what runs, and which jobs failed. */
export function Component() {
  const { data: queue } = useQuery(queueQuery)
  return (
    <>
      <OperatorHeader description="What waits and what runs, over all processes, as it goes on." />
      <Stack gap="lg">
        {queue ? (
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
            <Figure label="PDFs being made" value={count(queue.processing)} />
            <Figure label="PDFs waiting" value={count(queue.pending)} />
            <Figure label="Made in the last hour" value={count(queue.completedLastHour)} />
            <Figure label="Failed in the last hour" value={count(queue.failedLastHour)} />
          </SimpleGrid>
        ) : (
          <Skeleton height={56} />
        )}
        <Section title="Backlog" description="Jobs that could start now, if somebody took them up.">
          <DataTable
            label="Backlog"
            columns={BACKLOG}
            rows={queue && inOrder(queue.queues)}
            rowKey={({ name }) => name}
            empty="–"
          />
        </Section>
        <Section
          title="Failed jobs"
          description="The latest of the last 30 days. Why is for their owners alone."
        >
          <DataTable
            label="Failed jobs"
            columns={FAILED}
            rows={queue?.failed}
            rowKey={({ jobId }) => jobId}
            empty={
              <Blank
                icon={<IconMoodSmile size={32} stroke={1.4} aria-hidden />}
                title="None failed"
                description="Jobs whose template or data are at fault are listed here, too."
              />
            }
          />
        </Section>
      </Stack>
    </>
  )
}
