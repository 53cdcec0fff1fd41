import { Type } from 'typebox'
import { CURSOR_PATTERN } from '../../../generation/history/history.ts'
import { Nullable, RenderWarning, Timestamp, Uuid, UuidParameter } from '../../schemas/schemas.ts'
import { FirstDay, LastDay, TimeZone } from '../../schemas/day-ranges.ts'

const State = Type.Union([
  Type.Literal('pending'),
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('failed'),
])
const Mode = Type.Union([Type.Literal('sync'), Type.Literal('async')])
const KEY_PATTERN = '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$'
const Cursor = Type.String({ pattern: CURSOR_PATTERN })

/** Filter of renders. `from` and `to` are the days on which they started. */
export const JobFilter = Type.Object({
  state: Type.Optional(State),
  template: Type.Optional(UuidParameter),
  key: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'Identifier of an API key, or `none` for renders without a key.',
    }),
  ),
  mode: Type.Optional(Mode),
  from: Type.Optional(FirstDay),
  to: Type.Optional(LastDay),
  timeZone: Type.Optional(TimeZone),
})

/** Cursors of a page of the list. */
export const JobPosition = Type.Object({
  olderThan: Type.Optional(Cursor),
  newerThan: Type.Optional(Cursor),
})

const jobFields = {
  jobId: Uuid,
  state: State,
  mode: Mode,
  template: Type.Object({ templateId: Uuid, name: Type.String(), exists: Type.Boolean() }),
  key: Nullable(Type.Object({ tokenId: Uuid, name: Type.String() })),
  pages: Type.Integer(),
  sheets: Nullable(Type.Integer()),
  size: Nullable(Type.Integer()),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
  durationMs: Nullable(
    Type.Integer({
      description: 'Time from the arrival of the call to its end, including queues. In milliseconds.',
    }),
  ),
  warningCount: Type.Integer(),
  message: Nullable(Type.String({ description: 'Reason of the failure.' })),
}

/** Page of the list with the cursors of the previous and the next page. */
export const JobPage = Type.Object({
  jobs: Type.Array(Type.Object(jobFields, { title: 'Job' })),
  newer: Nullable(Type.String({ description: '`newerThan` of the previous page.' })),
  older: Nullable(Type.String({ description: '`olderThan` of the next page.' })),
})

/** Render with all its details. */
export const JobDetail = Type.Object(
  {
    ...jobFields,
    pdfUrl: Nullable(
      Type.String({ description: 'Link to the PDF. null without a PDF, and after the PDF has expired.' }),
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
    recipients: Type.Array(
      Type.Object({
        email: Type.String(),
        status: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')]),
        message: Nullable(
          Type.String({ description: 'Response of the mail server, if it rejected the mail.' }),
        ),
      }),
    ),
  },
  { title: 'JobDetail' },
)

/** Response for an accepted job. */
export const JobCreated = Type.Object({ jobId: Uuid })
