import { type TSchema, Type } from 'typebox'
import { CURSOR_PATTERN } from '../../database/pages.ts'
import { JOB_STATUSES, MODES } from '../../generation/history/jobs.ts'
import { FirstDay, LastDay, TimeZone } from './day-ranges.ts'
import {
  Cursor,
  GenerationStarted,
  NextCursor,
  Nullable,
  RenderWarning,
  Timestamp,
  Uuid,
  UuidParameter,
} from './schemas.ts'

export const LIMIT_PATTERN = '^([1-9][0-9]?|100)$'
const KEY_PATTERN = '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$'

const jobFields = {
  jobId: Uuid,
  status: Type.Enum([...JOB_STATUSES]),
  templateId: Uuid,
  isTest: Type.Boolean({ description: 'True for a call with a test key, which costs nothing.' }),
  pagesGenerated: Type.Integer({ description: 'Number of elements of data.' }),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
  pdfUrl: Nullable(
    Type.String({
      description: 'Signed URL of the PDF. null until the job is completed, and after it has expired.',
    }),
  ),
  expiresIn: Nullable(
    Type.String({
      description: 'Lifetime of the PDF, counted from the end of the job. null without pdfUrl.',
    }),
  ),
  size: Nullable(Type.Integer({ description: 'Size of the PDF in bytes.' })),
  message: Nullable(
    Type.String({ description: 'Reason of a failure, or a note that the PDF is no longer stored.' }),
  ),
  recipients: Type.Array(
    Type.Object({
      email: Type.String(),
      status: Type.Enum(['queued', 'sent', 'failed']),
      message: Type.Optional(
        Type.String({ description: 'Response of the mail server, if it rejected the mail.' }),
      ),
    }),
    { description: 'Status of the mail to each recipient.' },
  ),
}

/** Asynchronous job, for the API. */
const Job = Type.Object(jobFields, { title: 'Job' })

/** Job or synchronous render, for the dashboard. */
const JobDetail = Type.Object(
  {
    ...jobFields,
    mode: Type.Enum([...MODES]),
    templateName: Type.String({ description: 'Name of the template at the time of the render.' }),
    templateVersion: Nullable(
      Type.Integer({ description: 'Version that the call has pinned. null for the published version.' }),
    ),
    templateExists: Type.Boolean({ description: 'False when the template has been deleted.' }),
    tokenId: Nullable(Uuid),
    keyName: Nullable(Type.String()),
    sheets: Nullable(Type.Integer()),
    durationMs: Nullable(
      Type.Integer({
        description: 'Time from the arrival of the call to its end, including queues. In milliseconds.',
      }),
    ),
    expiresAt: Nullable(Timestamp),
    attempts: Type.Integer({ description: 'Number of attempts of a job. 0 for a synchronous call.' }),
    phases: Type.Array(
      Type.Object(
        { phase: Type.String(), ms: Type.Number() },
        { description: 'Phases in the order of their execution.' },
      ),
    ),
    warnings: Type.Array(RenderWarning),
  },
  { title: 'JobDetail' },
)

export const JobResponse = Type.Object({ job: Job })
export const JobDetailResponse = Type.Object({ job: JobDetail })

const pageOf = <Schema extends TSchema>(job: Schema) =>
  Type.Object({ jobs: Type.Array(job), nextCursor: NextCursor }, { title: 'JobList' })
export const JobList = pageOf(Job)
export const JobDetailList = pageOf(JobDetail)

const filterFields = {
  status: Type.Optional(Type.Enum([...JOB_STATUSES])),
  templateId: Type.Optional(UuidParameter),
  batchId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Batch of the jobs. Without it, the list has no jobs of batches.',
    }),
  ),
  from: Type.Optional(FirstDay),
  to: Type.Optional(LastDay),
  timeZone: Type.Optional(TimeZone),
}
const detailFilterFields = {
  ...filterFields,
  tokenId: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'Identifier of an API key, or `none` for renders without a key.',
    }),
  ),
  mode: Type.Optional(Type.Enum([...MODES])),
}
const pageFields = {
  limit: Type.Optional(
    Type.String({ pattern: LIMIT_PATTERN, description: 'Jobs per page, at most 100. Default: 50.' }),
  ),
  cursor: Cursor(CURSOR_PATTERN),
}
const strict = { additionalProperties: false }

/** Filter and page of the list of jobs. `from` and `to` are the days on which they were created. */
export const JobsQuery = Type.Object({ ...filterFields, ...pageFields }, strict)
export const JobDetailsQuery = Type.Object({ ...detailFilterFields, ...pageFields }, strict)
/** Filter of the export. */
export const JobDetailsFilter = Type.Object(detailFilterFields, strict)

/** Response of the dashboard for an accepted job. */
export const JobStarted = Type.Object({ ...GenerationStarted.properties, jobId: Uuid })
