import { Alert, Code, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { type RequestDetail, requestQuery } from '../../api/requests.ts'
import { paths } from '../../base/paths.ts'
import { toneOf } from '../../labels/requests.ts'
import { WARNING_LABELS } from '../../labels/warnings.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/text/numbers.ts'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { PhaseTimeline } from '../jobs/PhaseTimeline.tsx'
import { RequestCode } from './RequestCode.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { RunAgain } from './RunAgain.tsx'
import { Can } from '../../layout/Can.tsx'

/** Reads the call. @throws {Failure} 404 when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.ensureQueryData(requestQuery(params['requestId'] ?? ''))
  return null
}

/** Page of one call. */
export function Component() {
  const { requestId = '' } = useParams()
  const { data: request } = useQuery(requestQuery(requestId))
  if (!request) return <Skeleton height={320} />
  const { status, durationMs, phases, createdAt } = request
  return (
    <>
      <Breadcrumb to={paths.requests()}>Requests</Breadcrumb>
      <PageHeader
        title={`${request.method} ${request.path}`}
        aside={<StatusBadge tone={toneOf(status)} label={String(status)} />}
        actions={
          <Can permission="jobs:write">
            <RunAgain request={request} />
          </Can>
        }
      />
      <Stack gap="lg">
        {request.message !== null && <Failure request={request} />}
        <RequestFacts request={request} />
        <Section title="Duration by phase">
          <PhaseTimeline job={{ phases, durationMs, mode: 'sync', completedAt: createdAt }} />
        </Section>
        {request.warnings.length > 0 && <Warnings request={request} />}
        <RequestCode request={request} />
      </Stack>
    </>
  )
}

function Failure({ request }: { request: RequestDetail }) {
  const { message, errorBody } = request
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={`The call was answered ${request.status}`}
    >
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{message}</Text>
      {errorBody !== null && hasDetails(errorBody) && (
        <Code block mt="sm" tabIndex={0} aria-label="Error response">
          {formatted(errorBody)}
        </Code>
      )}
    </Alert>
  )
}

/** Returns true when an error response has more fields than its message. */
function hasDetails(json: string): boolean {
  return Object.keys(JSON.parse(json)).length > 1
}

function formatted(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}

function Warnings({ request }: { request: RequestDetail }) {
  return (
    <Section
      title="Warnings"
      description={
        request.renderStatus === null ? undefined : 'The page of the render shows what they are about.'
      }
    >
      <DataTable
        label="Warnings"
        rows={request.warnings}
        rowKey={({ kind }) => kind}
        empty={undefined}
        columns={[
          { id: 'kind', header: 'Warning', cell: ({ kind }) => WARNING_LABELS[kind] ?? kind },
          { id: 'count', header: 'Count', align: 'right', cell: (warning) => count(warning.count) },
        ]}
      />
    </Section>
  )
}
