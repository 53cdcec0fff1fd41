import { type Static, Type } from 'typebox'

const PAGES_MAX = 50
const RECIPIENTS_MAX = 50
const NAME_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 2_000

const Uuid = Type.String({ format: 'uuid', examples: ['3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'] })
const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-20T12:00:00.000Z'] })

// Own fields only: a body that tries to reach an object's prototype is refused, not repaired.
const noPrototypeKeys = { propertyNames: { not: { enum: ['__proto__', 'constructor', 'prototype'] } } }

const templateFields = {
  userId: Type.String({ description: 'The account that owns the template.' }),
  templateId: Uuid,
  id: Type.String({ format: 'uuid', description: 'Always equal to templateId.' }),
  name: Type.String(),
  description: Type.String(),
  storageKey: Type.String({ description: 'users/<user>/templates/<templateId>.hbs' }),
  fileSize: Type.Integer({ description: 'Bytes of the source.' }),
  contentVersion: Type.String({ description: 'SHA-256 of the source, hex.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const TemplateSchema = Type.Object(templateFields, { title: 'Template' })

export const TemplateList = Type.Object({
  templates: Type.Array(
    Type.Object({ ...templateFields, thumbnailUrl: Type.Union([Type.String(), Type.Null()]) }),
  ),
})

export const TemplateWithContent = Type.Object({
  template: Type.Object({
    ...templateFields,
    content: Type.String({ description: 'The Handlebars source.' }),
  }),
})

const sourceFields = {
  content: Type.String({ minLength: 1, description: 'The Handlebars source, base64-encoded.' }),
  contentEncoding: Type.Literal('base64'),
}
const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, description: 'The display name.' })
const Description = Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })

export const UploadBody = Type.Object(
  { name: Name, ...sourceFields, description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const ReplaceBody = Type.Object(
  { ...sourceFields, name: Type.Optional(Name), description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const TemplateRemoved = Type.Object({ message: Type.String(), templateId: Uuid })

export const GenerateBody = Type.Object(
  {
    templateId: Uuid,
    data: Type.Unsafe<object>({
      type: ['object', 'array'],
      minItems: 1,
      maxItems: PAGES_MAX,
      items: { not: { type: 'null' } },
      description: 'An object gives one page; an array gives one page per element, at most 50.',
    }),
    async: Type.Optional(Type.Boolean({ description: 'Make the PDF in the background. Default false.' })),
    sendEmail: Type.Optional(
      Type.Array(Type.String({ maxLength: 254, examples: ['ada@example.com'] }), {
        maxItems: RECIPIENTS_MAX,
        description: 'Who gets the finished PDF by mail.',
      }),
    ),
  },
  noPrototypeKeys,
)

const IDEMPOTENCY_KEY_LENGTH_MAX = 255

export const GenerateHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      format: 'printable-ascii',
      description:
        'Any text of your own that names this call, such as a UUID. Repeated within 24 hours with the same body, ' +
        'the call is answered as before and charged once. A call that failed was not charged and may be repeated.',
    }),
  ),
})

export const Generated = Type.Object({
  success: Type.Literal(true),
  pdfUrl: Type.String({ description: 'Where the PDF can be fetched, without a key.' }),
  expiresIn: Type.Literal('5 days'),
  size: Type.Integer({ description: 'Bytes of the PDF.' }),
  pagesGenerated: Type.Integer({ description: 'Elements of data, and credits charged.' }),
})

export const GenerationStarted = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  async: Type.Literal(true),
  pagesGenerated: Type.Integer(),
})

const Nullable = {
  String: Type.Union([Type.String(), Type.Null()]),
  Integer: Type.Union([Type.Integer(), Type.Null()]),
}

export const JobFound = Type.Object({
  job: Type.Object({
    jobId: Uuid,
    status: Type.Union([
      Type.Literal('pending'),
      Type.Literal('processing'),
      Type.Literal('completed'),
      Type.Literal('failed'),
    ]),
    templateId: Uuid,
    pagesGenerated: Type.Integer(),
    createdAt: Timestamp,
    completedAt: Type.Union([Timestamp, Type.Null()]),
    pdfUrl: Nullable.String,
    expiresIn: Nullable.String,
    size: Nullable.Integer,
    message: Nullable.String,
    recipients: Type.Array(
      Type.Object({
        email: Type.String(),
        status: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')]),
        message: Type.Optional(Type.String({ description: 'What the mail server said, if it refused.' })),
      }),
      { description: 'How far the mail to each recipient is.' },
    ),
  }),
})

export const Failure = Type.Object(
  {
    message: Type.String({ description: 'What went wrong, in words.' }),
    error: Type.Optional(Type.String({ description: 'Detail, such as the compiler’s message or a code.' })),
  },
  { title: 'Failure' },
)
export type Failure = Static<typeof Failure>

/** The failures that every route under /v1 may answer with, and those that are its own. */
export function failures(...own: number[]) {
  return { ...requestFailures(401, 403, 413, 429, 500), ...failuresWith(own) }
}

/** The failures that a request may earn on any route by what it is itself, and `more`. */
export function requestFailures(...more: number[]) {
  return failuresWith([400, 408, 415, 431, ...more])
}

function failuresWith(statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, Failure]))
}
