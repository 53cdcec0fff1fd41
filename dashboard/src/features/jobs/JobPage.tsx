import { Alert, Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconExternalLink, IconRefresh, IconRefreshOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { count } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { CallWithCurl } from '../keys/CallWithCurl.tsx'
import { type JobDetail, jobQuery } from './jobs.ts'
import { JobFacts } from './JobFacts.tsx'
import { PhaseTimeline } from './PhaseTimeline.tsx'
import { RenderAgain } from './RenderAgain.tsx'
import { MAIL_STATES, STATES, WARNINGS } from './states.ts'

/** Reads the job. @throws its `Failure`, for one that is not there. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.ensureQueryData(jobQuery(params['jobId'] ?? ''))
  return null
}

/** All that is known of one job. */
export function Component() {
  const { jobId = '' } = useParams()
  const { data: job } = useQuery(jobQuery(jobId))
  if (!job) return <Skeleton height={320} />
  return (
    <>
      <Breadcrumb to={paths.jobs()}>Jobs</Breadcrumb>
      <PageHeader
        title={job.template.name}
        aside={<StatusBadge tone={STATES[job.state].tone}>{STATES[job.state].label}</StatusBadge>}
        actions={<Actions job={job} />}
      />
      <Stack gap="lg">
        {job.state === 'failed' && (
          <Alert
            color="red"
            icon={<IconAlertCircle aria-hidden />}
            title="It could not be made. Nothing was charged."
          >
            <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{job.message}</Text>
          </Alert>
        )}
        <JobFacts job={job} />
        <Section
          title="Where the time went"
          description={
            job.mode === 'async'
              ? 'Of the last attempt. Waiting and earlier attempts are told together.'
              : undefined
          }
        >
          <PhaseTimeline job={job} />
        </Section>
        {job.warnings.length > 0 && <Warnings job={job} />}
        {job.recipients.length > 0 && <Mails job={job} />}
        <ByProgram job={job} />
      </Stack>
    </>
  )
}

function Actions({ job }: { job: JobDetail }) {
  const [isRendering, setIsRendering] = useState(false)
  return (
    <>
      {job.template.exists ? (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setIsRendering(true)}
        >
          Render again
        </Button>
      ) : (
        <NoMoreRendering />
      )}
      <RenderAgain template={job.template} isOpen={isRendering} onClose={() => setIsRendering(false)} />
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

function NoMoreRendering() {
  return (
    <Tooltip label="Its template was deleted." events={{ hover: true, focus: true, touch: true }}>
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

function Warnings({ job }: { job: JobDetail }) {
  return (
    <Section title="Warnings" description="The PDF was made, but not as its author meant it.">
      <DataTable
        label="Warnings"
        rows={job.warnings}
        rowKey={({ kind, subject }) => `${kind} ${subject}`}
        empty={undefined}
        columns={[
          { id: 'kind', header: 'What', cell: ({ kind }) => WARNINGS[kind] ?? kind },
          {
            id: 'subject',
            header: 'About',
            cell: ({ subject }) => (
              <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {subject}
              </Text>
            ),
          },
          { id: 'count', header: 'Times', align: 'right', cell: (warning) => count(warning.count) },
        ]}
      />
    </Section>
  )
}

function Mails({ job }: { job: JobDetail }) {
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
            cell: ({ status }) => (
              <StatusBadge tone={MAIL_STATES[status].tone}>{MAIL_STATES[status].label}</StatusBadge>
            ),
          },
          {
            id: 'message',
            header: 'What the mail server said',
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

function ByProgram({ job }: { job: JobDetail }) {
  const { templateId, exists } = job.template
  return (
    <Section title="Once more">
      <Text id="render-again" mb={exists ? 'sm' : 0}>
        The data of a call are not kept: a synchronous call’s never, a job’s no longer than until it has
        ended.{' '}
        {exists
          ? 'With your data it can be made again, here or by a program:'
          : 'Nor can it be made again with your data, since its template was deleted.'}
      </Text>
      {exists && (
        <Stack gap="sm">
          <CallWithCurl templateId={templateId} />
          <Group>
            <Button component={Link} to={paths.template(templateId)} variant="default" size="xs">
              Open the template
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  )
}
