import { Type } from 'typebox'
import { CURSOR_PATTERN } from '../../database/pages.ts'
import { JOB_STATUSES } from '../../generation/history/jobs.ts'
import { FirstDay, LastDay, TimeZone } from './day-ranges.ts'
import { LIMIT_PATTERN } from './job-schemas.ts'
import { Cursor, NextCursor, Nullable, Timestamp, Uuid, UuidParameter } from './schemas.ts'

export const STATUS_PATTERN = '^([2345]xx|[2345][0-9]{2})$'
export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const requestFields = {
  requestId: Type.String({ format: 'uuid', description: 'The header `x-request-id` of the response.' }),
  createdAt: Timestamp,
  method: Type.String(),
  route: Type.String({ description: 'Pattern of the path.', examples: ['/v1/templates/{templateId}'] }),
  path: Type.String({ description: 'Decoded path of the call, without its query.' }),
  status: Type.Integer({
    description: 'Status of the response. 499 when the client closed the connection before the response.',
  }),
  durationMs: Type.Number({
    description: 'Time from the arrival of the call to the end of its response, in milliseconds.',
  }),
  tokenId: Nullable(Uuid),
  keyName: Nullable(Type.String({ description: 'Name of the API key at the time of the call.' })),
  isTest: Type.Boolean({ description: 'True for a call with a test key.' }),
  templateId: Nullable(Uuid),
  templateName: Nullable(
    Type.String({ description: 'Current name of the template. null when it has been deleted.' }),
  ),
  renderId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Id of the render that the call started. For an asynchronous call it is the jobId.',
    }),
  ),
  renderStatus: Nullable(
    Type.Enum([...JOB_STATUSES], {
      description: 'State of the render. null without a render, and 30 days after its end.',
    }),
  ),
  cost: Type.Integer({ description: 'Credits that the call costs.' }),
  warnings: Type.Array(
    Type.Object({ kind: Type.String(), count: Type.Integer() }, { title: 'WarningCount' }),
    { description: 'Number of warnings of the render by kind. Warnings of a job are in the job.' },
  ),
  message: Nullable(Type.String({ description: 'The `message` of the error response.' })),
  omitted: Type.Integer({
    description: 'Number of calls after this one that are not listed, because the account sent too many.',
  }),
}

/** Call of an account, for the list. */
const Request = Type.Object(requestFields, { title: 'LoggedRequest' })

/** Call of an account with its details. */
const RequestDetail = Type.Object(
  {
    ...requestFields,
    phases: Type.Array(Type.Object({ phase: Type.String(), ms: Type.Number() }), {
      description: 'Phases in the order of their execution.',
    }),
    errorBody: Nullable(Type.String({ description: 'JSON text of the error response.' })),
    requestBody: Nullable(
      Type.String({
        description: 'JSON text of the body, without passwords. null unless the account keeps bodies.',
      }),
    ),
    requestBodyNote: Nullable(Type.String({ description: 'Reason why the body was not kept.' })),
  },
  { title: 'LoggedRequestDetail' },
)

export const RequestParams = Type.Object({ requestId: Type.String({ format: 'uuid' }) })
export const RequestResponse = Type.Object({ request: RequestDetail })
export const RequestList = Type.Object(
  {
    requests: Type.Array(Request),
    nextCursor: NextCursor,
    days: Type.Integer({ description: 'Days that calls are kept. 0: the log is off (REQUEST_LOG_DAYS).' }),
  },
  { title: 'RequestList' },
)

/** Filter and page of the list of requests. */
export const RequestsQuery = Type.Object(
  {
    requestId: Type.Optional(UuidParameter),
    status: Type.Optional(
      Type.String({ pattern: STATUS_PATTERN, description: 'A status such as `404`, or a class: `4xx`.' }),
    ),
    method: Type.Optional(Type.Enum([...REQUEST_METHODS])),
    route: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Pattern of the path.',
        examples: ['/v1/pdf/generate'],
      }),
    ),
    tokenId: Type.Optional(UuidParameter),
    templateId: Type.Optional(UuidParameter),
    isTest: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Calls with test keys, or with live keys.' }),
    ),
    from: Type.Optional(FirstDay),
    to: Type.Optional(LastDay),
    timeZone: Type.Optional(TimeZone),
    limit: Type.Optional(
      Type.String({ pattern: LIMIT_PATTERN, description: 'Calls per page, at most 100. Default: 50.' }),
    ),
    cursor: Cursor(CURSOR_PATTERN),
  },
  { additionalProperties: false },
)
