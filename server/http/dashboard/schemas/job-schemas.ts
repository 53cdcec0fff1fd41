import { Type } from 'typebox'
import { CURSOR_PATTERN } from '../../../generation/history/history.ts'
import { Nullable, Timestamp, Uuid } from '../../schemas/schemas.ts'
import { Day, TimeZone } from '../../schemas/day-ranges.ts'

const State = Type.Union([
  Type.Literal('pending'),
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('failed'),
])
const Mode = Type.Union([Type.Literal('sync'), Type.Literal('async')])
const KEY_PATTERN = '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$'
const Cursor = Type.String({ pattern: CURSOR_PATTERN })

/** What a query may ask of the generations; days are those on which they began. */
export const JobFilter = Type.Object({
  state: Type.Optional(State),
  template: Type.Optional(Uuid),
  key: Type.Optional(
    Type.String({ pattern: KEY_PATTERN, description: 'A key’s id, or none: those without one.' }),
  ),
  mode: Type.Optional(Mode),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  timeZone: Type.Optional(TimeZone),
})

/** Where a page of the list begins. */
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
  durationMs: Nullable(Type.Integer({ description: 'From the call’s arrival to its end, with waiting.' })),
  warningCount: Type.Integer(),
  message: Nullable(Type.String({ description: 'Why it failed.' })),
}

/** A page of the list, and the cursors of those around it. */
export const JobPage = Type.Object({
  jobs: Type.Array(Type.Object(jobFields)),
  newer: Nullable(Type.String({ description: 'What newerThan is for the page before.' })),
  older: Nullable(Type.String({ description: 'What olderThan is for the page after.' })),
})

/** One generation with all that is known of it. */
export const JobDetail = Type.Object({
  ...jobFields,
  pdfUrl: Nullable(Type.String({ description: 'While it lives.' })),
  expiresAt: Nullable(Timestamp),
  attempts: Type.Integer({ description: 'How often a job was begun; 0 for a call that was waited for.' }),
  phases: Type.Array(
    Type.Object(
      { phase: Type.String(), ms: Type.Number() },
      { description: 'In the order of a call’s way.' },
    ),
  ),
  warnings: Type.Array(Type.Object({ kind: Type.String(), subject: Type.String(), count: Type.Integer() })),
  recipients: Type.Array(
    Type.Object({
      email: Type.String(),
      status: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')]),
      message: Nullable(Type.String({ description: 'What the mail server said, if it refused.' })),
    }),
  ),
})

/** A generation that was accepted. */
export const JobCreated = Type.Object({ jobId: Uuid })
