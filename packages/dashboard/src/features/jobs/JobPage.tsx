import { Alert, Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconExternalLink, IconRefresh, IconRefreshOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { Can } from '../../layout/Can.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { CurlExample } from '../keys/CurlExample.tsx'
import { type Job, jobQuery } from '../../api/jobs.ts'
import { JobFacts } from './JobFacts.tsx'
import { PhaseTimeline } from './PhaseTimeline.tsx'
import { RenderAgain } from './RenderAgain.tsx'
import { JOB_STATUSES, MAIL_STATUSES } from '../../labels/jobs.ts'
import { WARNING_LABELS } from '../../labels/warnings.ts'

/** Reads the job. @throws {Failure} 404 when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.ensureQueryData(jobQuery(params['jobId'] ?? ''))
  return null
}

/** Page of one job. */
export function Component() {
  const { jobId = '' } = useParams()
  const { data: job } = useQuery(jobQuery(jobId))
  if (!job) return <Skeleton height={320} />
  return (
    <>
      <Breadcrumb to={paths.jobs()}>Jobs</Breadcrumb>
      <PageHeader
        title={job.templateName}
        aside={<StatusBadge {...JOB_STATUSES[job.status]} />}
        actions={<Actions job={job} />}
      />
      <Stack gap="lg">
        {job.status === 'failed' && (
          <Alert
            color="red"
            icon={<IconAlertCircle aria-hidden />}
            title="The job failed. Nothing was charged."
          >
            <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{job.message}</Text>
          </Alert>
        )}
        <JobFacts job={job} />
        <Section
          title="Duration by phase"
          description={
            job.mode === 'async'
              ? 'Phases of the last attempt. “Waiting” includes the time in the queue and earlier attempts.'
              : undefined
          }
        >
          <PhaseTimeline job={job} />
        </Section>
        {job.warnings.length > 0 && <Warnings job={job} />}
        {job.recipients.length > 0 && <Mails job={job} />}
        <CallAgain job={job} />
      </Stack>
    </>
  )
}

function Actions({ job }: { job: Job }) {
  const [isRendering, setIsRendering] = useState(false)
  return (
    <>
      <Can permission="jobs:write">
        {job.templateExists ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setIsRendering(true)}
          >
            Render again
          </Button>
        ) : (
          <DisabledRenderAgain />
        )}
      </Can>
      <RenderAgain job={job} isOpen={isRendering} onClose={() => setIsRendering(false)} />
      {job.pdfUrl !== null && (
        <Button
          component="a"
          href={job.pdfUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open PDF
        </Button>
      )}
    </>
  )
}

function DisabledRenderAgain() {
  return (
    <Tooltip label="The template was deleted." events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="default"
        leftSection={<IconRefreshOff size={16} aria-hidden />}
        data-disabled
        aria-disabled
        aria-describedby="render-again"
        onClick={(event) => event.preventDefault()}
      >
        Render again
      </Button>
    </Tooltip>
  )
}

function Warnings({ job }: { job: Job }) {
  return (
    <Section title="Warnings" description="The PDF was rendered, but it may not look as intended.">
      <DataTable
        label="Warnings"
        rows={job.warnings}
        rowKey={({ kind, subject }) => `${kind} ${subject}`}
        empty={undefined}
        columns={[
          { id: 'kind', header: 'Warning', cell: ({ kind }) => WARNING_LABELS[kind] ?? kind },
          {
            id: 'subject',
            header: 'Subject',
            cell: ({ subject }) => (
              <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {subject}
              </Text>
            ),
          },
          { id: 'count', header: 'Count', align: 'right', cell: (warning) => count(warning.count) },
        ]}
      />
    </Section>
  )
}

function Mails({ job }: { job: Job }) {
  return (
    <Section title="Mails">
      <DataTable
        label="Mails"
        rows={job.recipients}
        rowKey={({ email }) => email}
        empty={undefined}
        columns={[
          {
            id: 'email',
            header: 'To',
            cell: ({ email }) => <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>,
          },
          {
            id: 'status',
            header: 'State',
            cell: ({ status }) => <StatusBadge {...MAIL_STATUSES[status]} />,
          },
          {
            id: 'message',
            header: 'Mail server response',
            cell: ({ message }) => (
              <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {message ?? '–'}
              </Text>
            ),
          },
        ]}
      />
    </Section>
  )
}

function CallAgain({ job }: { job: Job }) {
  const { templateId, templateExists: exists } = job
  return (
    <Section title="Render this template again">
      <Text id="render-again" mb={exists ? 'sm' : 0}>
        The data of a call is not kept. Data of synchronous calls is never stored. Data of asynchronous jobs
        is stored until the job ends.{' '}
        {exists
          ? 'To render again, send your data here or from a program:'
          : 'The job cannot be rendered again, because its template was deleted.'}
      </Text>
      {exists && (
        <Stack gap="sm">
          <CurlExample templateId={templateId} />
          <Group>
            <Button component={Link} to={paths.template(templateId)} variant="default" size="xs">
              Open template
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  )
}
