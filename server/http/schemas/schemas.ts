import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from 'typebox'
import { PdfOptionsBody } from './option-schemas.ts'

/** Pages that one call may make. */
export const PAGES_MAX = 50
const RECIPIENTS_MAX = 50
const NAME_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 2_000

export const Uuid = Type.String({ format: 'uuid', examples: ['3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'] })
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-20T12:00:00.000Z'] })

/** A value that may be null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** Own fields only: a body that tries to reach an object's prototype is refused, not repaired. */
export const noPrototypeKeys = { propertyNames: { not: { enum: ['__proto__', 'constructor', 'prototype'] } } }

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
  templates: Type.Array(Type.Object({ ...templateFields, thumbnailUrl: Nullable(Type.String()) })),
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
/** How a template is called. */
export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  description: 'The display name.',
})
export const Description = Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })

export const UploadBody = Type.Object(
  { name: Name, ...sourceFields, description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const ReplaceBody = Type.Object(
  { ...sourceFields, name: Type.Optional(Name), description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const ReplaceHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The contentVersion that is to be replaced, in quotes. Any, if not given.' }),
  ),
})

export const TemplateRemoved = Type.Object({ message: Type.String(), templateId: Uuid })

export const SchemaStored = Type.Object({
  message: Type.String(),
  templateId: Uuid,
  schemaVersion: Type.String({ description: 'SHA-256 of the schema as it is kept, hex.' }),
})

/** What a template is filled with. */
export const Data = Type.Unsafe<object>({
  type: ['object', 'array'],
  minItems: 1,
  maxItems: PAGES_MAX,
  items: { not: { type: 'null' } },
  description: 'An object gives one page; an array gives one page per element, at most 50.',
})

const renderFields = {
  templateId: Uuid,
  data: Data,
  sendEmail: Type.Optional(
    Type.Array(Type.String({ maxLength: 254, examples: ['ada@example.com'] }), {
      maxItems: RECIPIENTS_MAX,
      description: 'Who gets the finished PDF by mail.',
    }),
  ),
  options: Type.Optional(PdfOptionsBody),
}

/** What is to be made, and for whom. */
export const RenderBody = Type.Object(renderFields, noPrototypeKeys)

/** The narrowest picture, and one that an A4 sheet fills at 360 dpi; 1,240 are 150 dpi. */
const PICTURE_WIDTH = { minimum: 16, maximum: 3_000 }
const SHEETS_MAX = 1_000

export const GenerateBody = Type.Object(
  {
    ...renderFields,
    async: Type.Optional(Type.Boolean({ description: 'Make the PDF in the background. Default false.' })),
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'Fill and print, answer what there is to say of it and what it would cost, and charge and store nothing.',
      }),
    ),
    picture: Type.Optional(
      Type.Object(
        {
          sheet: Type.Optional(
            Type.Integer({ minimum: 1, maximum: SHEETS_MAX, description: 'Which sheet. Default 1.' }),
          ),
          width: Type.Optional(Type.Integer({ ...PICTURE_WIDTH, description: 'Pixels. Default 1240.' })),
        },
        {
          ...noPrototypeKeys,
          description: 'With Accept: image/png, what is drawn. A repeated call may ask for another sheet.',
        },
      ),
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

export const Generated = Type.Object(
  {
    success: Type.Literal(true),
    pdfUrl: Type.String({ description: 'Where the PDF can be fetched, without a key.' }),
    expiresIn: Type.Literal('5 days'),
    size: Type.Integer({ description: 'Bytes of the PDF.' }),
    pagesGenerated: Type.Integer({ description: 'Elements of data, and credits charged.' }),
  },
  { title: 'Synchronous generation' },
)

export const GenerationStarted = Type.Object(
  {
    success: Type.Literal(true),
    message: Type.String(),
    async: Type.Literal(true),
    pagesGenerated: Type.Integer(),
  },
  { title: 'Asynchronous generation' },
)

/** Sheets and scale of each element. */
export const Pages = Type.Array(
  Type.Object({
    sheets: Type.Integer({ description: 'Sheets of paper that the page takes.' }),
    scale: Type.Number({ description: 'Scale of its content: 1 is its own size.' }),
  }),
  { description: 'The page of each element of the data.' },
)

export const Scale = Type.Number({
  description: 'Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet.',
})

export const DryRunMade = Type.Object(
  {
    success: Type.Literal(true),
    dryRun: Type.Literal(true),
    pagesGenerated: Type.Integer({ description: 'Elements of data.' }),
    sheets: Type.Integer({ description: 'Sheets of paper that the PDF would have.' }),
    size: Type.Integer({ description: 'Bytes of the PDF.' }),
    pages: Pages,
    scale: Scale,
    warnings: Type.Array(Type.Object({ kind: Type.String(), subject: Type.String(), count: Type.Integer() })),
    cost: Type.Integer({ description: 'Credits that the call would take.' }),
    credits: Type.Integer({ description: 'Credits that the account has to spend.' }),
    coversCost: Type.Boolean({
      description: 'Whether these are enough: otherwise the call is answered 402.',
    }),
  },
  { title: 'Dry run' },
)

/** A file as it is sent: nothing is made of it. */
function file(description: string) {
  return { schema: Type.Unsafe<Buffer | Readable>({ type: 'string', format: 'binary', description }) }
}

/** What a call may be answered with, by its `Accept`. */
export const GenerateAnswer = {
  description:
    'The generated PDF, the started job or the result of the dry run. Accept selects JSON with a link (the default), the PDF itself or a picture.',
  headers: {
    'x-platen-sheets': { type: 'integer', description: 'Sheets of paper in the PDF.' },
    'x-platen-scale': {
      type: 'number',
      description: 'Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet.',
    },
    'x-platen-warnings': { type: 'integer', description: 'What could not be printed as it was meant.' },
    'x-platen-pages': { type: 'integer', description: 'With a file: the credits charged.' },
    link: { type: 'string', description: 'With a file: where the PDF is kept for 5 days (rel="alternate").' },
  },
  content: {
    'application/json': { schema: Type.Union([Generated, GenerationStarted, DryRunMade]) },
    'application/pdf': file('The PDF.'),
    'image/png': file('A picture of a sheet.'),
  },
}

export const Failure = Type.Object(
  {
    message: Type.String({ description: 'What went wrong, in words.' }),
    error: Type.Optional(Type.String({ description: 'Detail, such as the compiler’s message or a code.' })),
  },
  { title: 'Failure' },
)
export type Failure = Static<typeof Failure>

/** What of the data does not fit the template's schema. */
export const Problems = Type.Array(
  Type.Object({
    path: Type.String({ description: 'JSON Pointer into data: /lines/2/price.' }),
    message: Type.String({ description: 'What is wrong there.' }),
  }),
  { description: 'At most 20.' },
)

/** A failure that may lie in the data. */
export const DataFailure = Type.Object(
  {
    message: Type.String({ description: 'What went wrong, in words.' }),
    error: Type.Optional(Type.String({ description: 'Detail, such as what does not fit, and where.' })),
    problems: Type.Optional(Problems),
  },
  { title: 'DataFailure' },
)

/** The failures that every route under /v1 may answer with, and those that are its own. */
export function failures(...own: number[]) {
  return { ...requestFailures(401, 403, 413, 429, 500, 503), ...failuresWith(own) }
}

/** The failures that a request may earn on any route by what it is itself, and `more`. */
export function requestFailures(...more: number[]) {
  return failuresWith([400, 408, 415, 431, ...more])
}

function failuresWith(statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, Failure]))
}
