import { Alert, Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { type Batch, batchQuery, isInProgress, readFailedRows, useChangeBatch } from '../../api/batches.ts'
import { useMay } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { BATCH_STATUSES, OUTPUT_LABELS } from '../../labels/batches.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { saveAs } from '../../ui/files/save-as.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { count, countOf } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import classes from './BatchPage.module.css'

/** Reads the batch. @throws {Failure} 404 when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.ensureQueryData(batchQuery(params['batchId'] ?? ''))
  return null
}

/** Page of one batch: its progress and results. */
export function Component() {
  const { batchId = '' } = useParams()
  const { data: batch } = useQuery(batchQuery(batchId))
  if (!batch) return <Skeleton height={320} />
  return (
    <>
      <Breadcrumb to={paths.batches()}>Batches</Breadcrumb>
      <PageHeader
        title={batch.name}
        aside={<StatusBadge {...BATCH_STATUSES[batch.status]} />}
        actions={<Actions batch={batch} />}
      />
      <Stack gap="lg">
        {batch.message !== null && (
          <Alert
            color={batch.status === 'failed' ? 'red' : 'yellow'}
            icon={<IconAlertCircle aria-hidden />}
            title={batch.status === 'failed' ? 'The batch failed' : 'The batch is paused'}
          >
            <Text style={{ overflowWrap: 'anywhere' }}>{batch.message}</Text>
          </Alert>
        )}
        <Progress batch={batch} />
        <Details batch={batch} />
      </Stack>
    </>
  )
}

function Actions({ batch }: { batch: Batch }) {
  const cancel = useChangeBatch('cancel')
  const resume = useChangeBatch('resume')
  const { batchId, status, results } = batch
  const mayWrite = useMay('jobs:write')
  return (
    <>
      {mayWrite && ['queued', 'running', 'paused'].includes(status) && (
        <ConfirmButton
          loading={cancel.isPending}
          dialog={{
            title: 'Cancel batch?',
            message:
              'Rows that are completed stay charged, and their documents can be downloaded. A cancelled batch cannot be resumed.',
            confirmLabel: 'Cancel batch',
            danger: true,
          }}
          onConfirm={() => cancel.mutate(batchId)}
        >
          Cancel batch
        </ConfirmButton>
      )}
      {mayWrite && canResume(batch) && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate(batchId)}
        >
          Resume batch
        </Button>
      )}
      {results.map(({ url, fileName }) => (
        <Button
          key={url}
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {results.length > 1 ? `Download ${fileName}` : `Download ${batch.output === 'zip' ? 'ZIP' : 'PDF'}`}
        </Button>
      ))}
    </>
  )
}

/** Returns true for a paused batch, and for an ended one whose completed rows could not be merged. */
function canResume({ status, output, rowsCompleted, results, message }: Batch): boolean {
  if (status === 'paused') return true
  const hasEnded = status === 'cancelled' || status === 'failed'
  return hasEnded && output === 'pdf' && rowsCompleted > 0 && results.length === 0 && message !== null
}

function Progress({ batch }: { batch: Batch }) {
  const { batchId, rows, rowsCompleted, rowsFailed, rowsWaiting } = batch
  const download = useMutation({
    meta: { failureTitle: 'The CSV file was not downloaded' },
    mutationFn: readFailedRows,
    onSuccess: (file) => saveAs(file, 'failed-rows.csv'),
  })
  return (
    <Section title="Progress">
      <Stack gap="md">
        <progress
          className={classes.bar}
          max={rows}
          value={rowsCompleted + rowsFailed}
          aria-label="Progress"
        />
        <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="lg" m={0}>
          <Fact name="Rows">{count(rows)}</Fact>
          <Fact name="Completed">{count(rowsCompleted)}</Fact>
          <Fact name="Failed">{count(rowsFailed)}</Fact>
          <Fact name="Waiting">{count(rowsWaiting)}</Fact>
        </SimpleGrid>
        {isInProgress(batch) && (
          <Text size="sm" c="dimmed">
            You can leave this page. The batch continues.
          </Text>
        )}
        {rowsFailed > 0 && (
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate(batchId)}
            >
              Download failed rows
            </Button>
            <Text size="sm" c="dimmed">
              A CSV file with the error of each row. Nothing was charged for them.
            </Text>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

function Details({ batch }: { batch: Batch }) {
  return (
    <Section title="Details">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" verticalSpacing="md" m={0}>
        <Fact name="Batch ID">
          <CopyText value={batch.batchId} label="Copy batch ID" />
        </Fact>
        <Fact name="Template">
          <Anchor component={Link} to={paths.template(batch.templateId)}>
            {batch.templateName}
          </Anchor>
          {`, version ${batch.templateVersion}`}
        </Fact>
        <Fact name="Output">{OUTPUT_LABELS[batch.output]}</Fact>
        <Fact name="Cost">{costLabel(batch)}</Fact>
        <Fact name="Jobs">
          <Anchor component={Link} to={paths.jobsOfBatch(batch.batchId)}>
            Show the jobs of this batch
          </Anchor>
        </Fact>
        <Fact name="Created">
          <RelativeTime at={batch.createdAt} />
        </Fact>
        <Fact name="Ended">{batch.endedAt === null ? 'Not yet' : <RelativeTime at={batch.endedAt} />}</Fact>
        {batch.expiresAt !== null && (
          <Fact name="Results">
            Expire <RelativeTime at={batch.expiresAt} />
          </Fact>
        )}
      </SimpleGrid>
    </Section>
  )
}

function costLabel({ isTest, cost, endedAt }: Batch): string {
  if (isTest) return 'Nothing (test key)'
  return endedAt === null ? `${countOf(cost, 'credit')} so far` : countOf(cost, 'credit')
}
