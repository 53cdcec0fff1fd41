import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from 'typebox'
import type { JsonText } from '../bodies/json-bodies.ts'
import { FLOW_REASONS } from '@platen/renderer/service'
import { ARCHIVED_FILTERS, type ArchivedFilter } from '../../templates/organization.ts'
import { PdfOptionsBody } from './option-schemas.ts'

/** Limit of pages per call. */
export const PAGES_MAX = 50
const RECIPIENTS_MAX = 50
const NAME_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 2_000

const uuid = { format: 'uuid', examples: ['3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'] }

// A schema with a title is a shared component of the OpenAPI documents. The schemas of parameters have no titles:
// their examples move to the parameters, so the same title would name two different schemas.
export const Uuid = Type.String({ ...uuid, title: 'Uuid' })
export const UuidParameter = Type.String(uuid)
/** Time in a response. The serializer writes a `Date` as ISO 8601 in UTC. */
export const Timestamp = Type.Unsafe<Date | string>({
  type: 'string',
  format: 'date-time',
  examples: ['2026-11-20T12:00:00.000Z'],
  title: 'Timestamp',
})

/** Response that confirms an action. */
export const Done = Type.Object({ message: Type.String() }, { title: 'Done' })

/** Cursor of a page of a list, in a query. */
export function Cursor(pattern: string) {
  return Type.Optional(Type.String({ pattern, description: '`nextCursor` of the previous page.' }))
}

/** Cursor of the next page, in a response. */
export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: '`cursor` of the next page. null on the last page.',
})

/** Schema of a value that may be null, with the description of the value. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { description }: { description?: unknown } = schema
  return Type.Union([schema, Type.Null()], typeof description === 'string' ? { description } : {})
}

/** Rejects field names that could change the prototype of an object (prototype pollution). */
export const noPrototypeKeys = { propertyNames: { not: { enum: ['__proto__', 'constructor', 'prototype'] } } }

const templateFields = {
  userId: Type.String({ description: 'Identifier of the account that owns the template.' }),
  templateId: Uuid,
  id: Type.String({ format: 'uuid', description: 'Always equal to templateId.' }),
  name: Type.String(),
  description: Type.String(),
  storageKey: Type.String({
    description:
      'Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`.',
  }),
  fileSize: Type.Integer({ description: 'Size of the source in bytes.' }),
  contentVersion: Type.String({ description: 'SHA-256 of the source, hex.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const TemplateSchema = Type.Object(templateFields, { title: 'Template' })

export const TemplateList = Type.Object({
  templates: Type.Array(
    Type.Object(
      {
        ...templateFields,
        thumbnailUrl: Nullable(
          Type.String({
            description: 'Signed URL of a PNG of the first sheet. null until the picture is created.',
          }),
        ),
        tags: Type.Optional(Type.Array(Type.String(), { description: 'Absent without tags.' })),
        archivedAt: Type.Optional(Timestamp),
      },
      { title: 'ListedTemplate' },
    ),
  ),
})

/** Returns the filters of a list of templates. @param archived what the list does without a filter `archived`. */
export const templateFilters = (archived: ArchivedFilter) => ({
  tag: Type.Optional(Type.String({ maxLength: 50, description: 'Only templates with this tag.' })),
  archived: Type.Optional(
    Type.Enum([...ARCHIVED_FILTERS], {
      type: 'string',
      description: `Filter for archived templates. Default: ${archived}.`,
    }),
  ),
})

export const TemplateListQuery = Type.Object(templateFilters('include'))

export const TemplateWithContent = Type.Object({
  template: Type.Object(
    { ...templateFields, content: Type.String({ description: 'The Handlebars source.' }) },
    { title: 'TemplateWithContent' },
  ),
})

const sourceFields = {
  content: Type.String({ minLength: 1, description: 'The Handlebars source, base64-encoded.' }),
  contentEncoding: Type.Literal('base64'),
}
/** Name of a template. */
export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  description: 'Name in lists, and in file names of PDFs.',
})
export const Description = Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })

export const UploadBody = Type.Object(
  { name: Name, ...sourceFields, description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const DraftBody = Type.Object(sourceFields, noPrototypeKeys)

export const ReplaceBody = Type.Object(
  { ...sourceFields, name: Type.Optional(Name), description: Type.Optional(Description) },
  noPrototypeKeys,
)

export const TemplateRemoved = Type.Object(
  { message: Type.String(), templateId: Uuid },
  { title: 'TemplateRemoved' },
)

export const SchemaStored = Type.Object({
  message: Type.String(),
  templateId: Uuid,
  schemaVersion: Type.String({ description: 'SHA-256 of the stored schema, hex.' }),
})

/** Data of a render. The body parser has serialized it. */
export const Data = Type.Unsafe<JsonText | JsonText[]>({
  type: ['object', 'array'],
  minItems: 1,
  maxItems: PAGES_MAX,
  items: { not: { type: 'null' } },
  description: 'An object for one page, or an array with one element per page, at most 50.',
})

/** Version of the template in a render or preview. */
export const TemplateVersion = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 999_999_999 }), Type.Literal('draft')],
  {
    description:
      'Version of the template: a number, or "draft" for the newest saved version, published or not. Default: the ' +
      'published version.',
  },
)

const renderFields = {
  templateId: Uuid,
  templateVersion: Type.Optional(TemplateVersion),
  data: Data,
  sendEmail: Type.Optional(
    Type.Array(Type.String({ maxLength: 254, examples: ['ada@example.com'] }), {
      maxItems: RECIPIENTS_MAX,
      description: 'E-mail addresses that receive the finished PDF.',
    }),
  ),
  options: Type.Optional(PdfOptionsBody),
}

/** Body of a render: template, data, recipients and options. */
export const RenderBody = Type.Object(renderFields, noPrototypeKeys)

/** Width of a picture in pixels. 3,000 pixels are an A4 sheet at 360 dpi, 1,240 at 150 dpi. */
const PICTURE_WIDTH = { minimum: 16, maximum: 3_000 }
const SHEETS_MAX = 1_000

export const GenerateBody = Type.Object(
  {
    ...renderFields,
    async: Type.Optional(Type.Boolean({ description: 'Render the PDF in the background. Default: false.' })),
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'Render without storing the PDF or charging credits. The response has the sheets, warnings and cost. Default: false.',
      }),
    ),
    picture: Type.Optional(
      Type.Object(
        {
          sheet: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: SHEETS_MAX,
              description: 'Number of the sheet. Default: 1.',
            }),
          ),
          width: Type.Optional(
            Type.Integer({ ...PICTURE_WIDTH, description: 'Width in pixels. Default: 1240.' }),
          ),
        },
        {
          ...noPrototypeKeys,
          description:
            'Sheet and size of the picture. Only allowed with Accept: image/png. A repeated call may request another sheet.',
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
        'A unique text for this call, such as a UUID. If the call is repeated within 24 hours with the same key and ' +
        'body, the response is the same and the charge is made once. A failed call is not charged and can be repeated.',
    }),
  ),
})

export const Generated = Type.Object(
  {
    success: Type.Literal(true),
    pdfUrl: Type.String({ description: 'Signed URL of the PDF. It works without an API key.' }),
    expiresIn: Type.Literal('5 days'),
    size: Type.Integer({ description: 'Size of the PDF in bytes.' }),
    pagesGenerated: Type.Integer({ description: 'Number of elements of data, and of credits charged.' }),
  },
  { title: 'Synchronous generation' },
)

export const GenerationStarted = Type.Object(
  {
    success: Type.Literal(true),
    message: Type.String(),
    async: Type.Literal(true),
    pagesGenerated: Type.Integer({ description: 'Number of elements of data.' }),
  },
  { title: 'Asynchronous generation' },
)

/** Sheets, scale and overflow of each page. */
export const Pages = Type.Array(
  Type.Object(
    {
      sheets: Type.Integer({ description: 'Number of sheets of the page.' }),
      scale: Type.Number({
        description:
          'Scale of the content: 1 when it was not scaled. At least 0.85, or 0.67 when it is too wide.',
      }),
      overflow: Type.Enum(['none', 'fit', 'flow'], {
        description:
          'Handling of content that is too tall for one sheet. none: it fits. fit: it was scaled to one sheet. flow: it takes several sheets at full size.',
      }),
      reason: Type.Optional(
        Type.Enum([...FLOW_REASONS], {
          description:
            'With flow: why the page was not scaled. requested: by the meta element page-overflow. page-selector: ' +
            '@page has :first, :left, :right or :blank. page-counter: a margin box has page numbers. forced-break, ' +
            'named-page: they separate content. too-long: it would need a scale below 0.85.',
        }),
      ),
    },
    { title: 'Page' },
  ),
  { description: 'Pages, in the order of the elements of data.' },
)

export const Scale = Type.Number({
  description:
    'Smallest scale of any page: 1 when nothing was scaled. At least 0.85, or 0.67 when content is too wide.',
})

/** Defect of the output. */
export const RenderWarning = Type.Object(
  { kind: Type.String(), subject: Type.String(), count: Type.Integer() },
  { title: 'RenderWarning' },
)

export const DryRunResult = Type.Object(
  {
    success: Type.Literal(true),
    dryRun: Type.Literal(true),
    pagesGenerated: Type.Integer({ description: 'Number of elements of data.' }),
    sheets: Type.Integer({ description: 'Number of sheets of the PDF.' }),
    size: Type.Integer({ description: 'Size of the PDF in bytes.' }),
    pages: Pages,
    scale: Scale,
    warnings: Type.Array(RenderWarning, { description: 'Defects of the output, such as missing fonts.' }),
    cost: Type.Integer({ description: 'Credits that the call would cost.' }),
    credits: Type.Integer({ description: 'Credits that the account can spend.' }),
    coversCost: Type.Boolean({
      description: 'True when the account has enough credits. Otherwise the call would fail with 402.',
    }),
  },
  { title: 'Dry run' },
)

/** Schema of a file that is sent as it is and not serialized. */
function file(description: string) {
  return { schema: Type.Unsafe<Buffer | Readable>({ type: 'string', format: 'binary', description }) }
}

/** Responses of POST /v1/pdf/generate, by `Accept`. */
export const GenerateResponse = {
  description:
    'The generated PDF, the started job or the result of the dry run. Accept selects JSON with a link (the default), the PDF itself or a picture.',
  headers: {
    'x-platen-sheets': { type: 'integer', description: 'Number of sheets of the PDF.' },
    'x-platen-scale': {
      type: 'number',
      description:
        'Smallest scale of any page: 1 when nothing was scaled. At least 0.85, or 0.67 when content is too wide.',
    },
    'x-platen-warnings': { type: 'integer', description: 'Number of warnings, such as missing fonts.' },
    'x-platen-pages': {
      type: 'integer',
      description: 'With a file: number of pages, and of credits charged.',
    },
    link: {
      type: 'string',
      description: 'With a file: signed URL of the PDF, valid for 5 days (rel="alternate").',
    },
  },
  content: {
    'application/json': { schema: Type.Union([Generated, GenerationStarted, DryRunResult]) },
    'application/pdf': file('The PDF.'),
    'image/png': file('Picture of a sheet.'),
  },
}

export const Failure = Type.Object(
  {
    message: Type.String({ description: 'Description of the error.' }),
    error: Type.Optional(Type.String({ description: 'Detail, such as the compiler’s message or a code.' })),
  },
  { title: 'Failure' },
)
export type Failure = Static<typeof Failure>

/** Validation errors of data against the data schema of the template, or of an e-invoice against its rules. */
export const Problems = Type.Array(
  Type.Object(
    {
      path: Type.String({
        description:
          'JSON Pointer into data, for example /lines/2/price. For an e-invoice: into the body, /options/einvoice/….',
      }),
      message: Type.String({ description: 'Description of the error.' }),
      rule: Type.Optional(Type.String({ description: 'Rule of e-invoices, for example BR-CO-10.' })),
      term: Type.Optional(Type.String({ description: 'Business term of EN 16931, for example BT-106.' })),
    },
    { title: 'Problem' },
  ),
  {
    description:
      'Validation errors of data against the data schema of the template, or of an e-invoice against its rules, at most 20.',
  },
)

/** Error response that may have validation errors of data. */
export const DataFailure = Type.Object(
  {
    message: Type.String({ description: 'Description of the error.' }),
    error: Type.Optional(
      Type.String({ description: 'Detail, such as the first validation error with its path.' }),
    ),
    problems: Type.Optional(Problems),
  },
  { title: 'DataFailure' },
)

/** Returns the error responses of a route that needs credentials: the common ones and those with the given statuses. */
export function failures(...statuses: number[]) {
  return { ...requestFailures(401, 403, 413, 429, 500, 503), ...failuresWith(statuses) }
}

/** Returns the error responses of any route: for malformed requests, and those with the given statuses. */
export function requestFailures(...statuses: number[]) {
  return failuresWith([400, 408, 415, 431, ...statuses])
}

function failuresWith(statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, Failure]))
}
