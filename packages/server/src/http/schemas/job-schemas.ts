import { Type } from 'typebox'
import { CURSOR_PATTERN } from '../../generation/history/history.ts'
import { FirstDay, LastDay, TimeZone } from './day-ranges.ts'
import { Nullable, Timestamp, Uuid, UuidParameter } from './schemas.ts'

export const LIMIT_PATTERN = '^([1-9][0-9]?|100)$'

/** Status of a job. */
const JobStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('failed'),
])

const Job = Type.Object(
  {
    jobId: Uuid,
    status: JobStatus,
    templateId: Uuid,
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
        status: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')]),
        message: Type.Optional(
          Type.String({ description: 'Response of the mail server, if it rejected the mail.' }),
        ),
      }),
      { description: 'Status of the mail to each recipient.' },
    ),
  },
  { title: 'Job' },
)

/** Response with one job. */
export const JobResponse = Type.Object({ job: Job })

/** Filter and cursor of the list of jobs. */
export const JobsQuery = Type.Object(
  {
    status: Type.Optional(JobStatus),
    templateId: Type.Optional(UuidParameter),
    from: Type.Optional(FirstDay),
    to: Type.Optional(LastDay),
    timeZone: Type.Optional(TimeZone),
    limit: Type.Optional(
      Type.String({
        pattern: LIMIT_PATTERN,
        description: 'Jobs per page, at most 100. Default: 50.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ pattern: CURSOR_PATTERN, description: '`nextCursor` of the previous page.' }),
    ),
  },
  { additionalProperties: false },
)

/** Page of the list of jobs. */
export const JobList = Type.Object(
  {
    jobs: Type.Array(Job),
    nextCursor: Nullable(Type.String({ description: '`cursor` of the next page. null on the last page.' })),
  },
  { title: 'JobList' },
)
