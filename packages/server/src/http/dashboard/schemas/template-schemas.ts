import { Type } from 'typebox'
import { EXAMPLE_NAMES } from '../../../templates/examples.ts'
import { TEMPLATE_SORTS } from '../../../templates/overview.ts'
import { DATA_SETS_MAX, PDF_OPTIONS_BYTES_MAX, SCHEMA_BYTES_MAX } from '@platen/template/template-limits'
import {
  Data,
  Description,
  Name,
  noPrototypeKeys,
  Nullable,
  Pages,
  Problems,
  RenderWarning,
  Scale,
  templateFilters,
  Timestamp,
  Uuid,
} from '../../schemas/schemas.ts'
import { PdfOptionsBody } from '../../schemas/option-schemas.ts'
import { contentFields, Source } from '../../schemas/content-schemas.ts'

const SEARCH_LENGTH_MAX = 200

export const TemplatesQuery = Type.Object({
  ...templateFilters('exclude'),
  search: Type.Optional(Type.String({ maxLength: SEARCH_LENGTH_MAX })),
  sort: Type.Optional(Type.Enum([...TEMPLATE_SORTS])),
  page: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,4}$', description: 'Page number, starting at 1.' }),
  ),
})

const overviewFields = {
  templateId: Uuid,
  name: Type.String(),
  description: Type.String(),
  ...contentFields,
  draft: Nullable(
    Type.Integer({
      description: 'Number of the draft: the newest version, which is not published. null without a draft.',
    }),
  ),
  thumbnailUrl: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(Type.String()),
  archivedAt: Type.Union([Timestamp, Type.Null()], {
    description: 'Time at which it was archived. null for a template that calls can use.',
  }),
}

export const TemplateSearchResult = Type.Object(
  {
    templates: Type.Array(
      Type.Object(
        {
          ...overviewFields,
          pages: Type.Integer({ description: 'Pages rendered with it in the last 30 days.' }),
          usedAt: Type.Union([Timestamp, Type.Null()]),
        },
        { title: 'TemplateOverview' },
      ),
    ),
    total: Type.Integer({ description: 'Number of matches on all pages.' }),
    tags: Type.Array(Type.String(), { description: 'Tags of all templates of the account.' }),
    pageSize: Type.Integer(),
  },
  { title: 'TemplateSearchResult' },
)

const DataSet = Type.Object(
  {
    name: Type.String({ description: 'At most 64 letters, digits, “-” and “_”.' }),
    data: Type.String({ minLength: 1, description: 'JSON text: an object or an array of objects.' }),
  },
  { ...noPrototypeKeys, title: 'DataSet' },
)

export const TemplateDetails = Type.Object(
  {
    ...overviewFields,
    content: Source,
    etag: Type.String({
      description: 'ETag of source, sample data, data sets, PDF options and data schema together.',
    }),
    sampleData: Type.String({ description: 'JSON text, formatted as its author wrote it.' }),
    dataSets: Type.Array(DataSet, { description: 'Further data for previews.' }),
    pdfOptions: Type.String({
      description:
        'The field options of calls for the preview of the editor, as JSON text. Empty without options.',
    }),
    dataSchema: Type.String({
      description: 'JSON Schema that data must match, as JSON text. Empty without a schema.',
    }),
  },
  { title: 'TemplateDetails' },
)

const Content = Type.String({ minLength: 1, description: 'The Handlebars source as plain text.' })
const SampleData = Type.String({ minLength: 1, description: 'JSON text: an object or an array of objects.' })

const DataSchema = Type.String({
  maxLength: SCHEMA_BYTES_MAX,
  description: 'JSON Schema as JSON text. Empty to remove it.',
})

export const CreateBody = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    example: Type.Optional(Type.Enum([...EXAMPLE_NAMES])),
    content: Type.Optional(Content),
    sampleData: Type.Optional(SampleData),
  },
  noPrototypeKeys,
)

export const SaveBody = Type.Object(
  {
    content: Type.Optional(Content),
    sampleData: Type.Optional(SampleData),
    dataSets: Type.Optional(
      Type.Array(DataSet, { maxItems: DATA_SETS_MAX, description: 'Replaces all data sets.' }),
    ),
    pdfOptions: Type.Optional(
      Type.String({
        maxLength: PDF_OPTIONS_BYTES_MAX,
        description:
          'The field options of calls for the preview of the editor, as JSON text. Empty to remove them.',
      }),
    ),
    dataSchema: Type.Optional(DataSchema),
  },
  { ...noPrototypeKeys, minProperties: 1 },
)

export const DescribeBody = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Description) },
  { ...noPrototypeKeys, minProperties: 1 },
)

export const PreviewBody = Type.Object(
  {
    content: Content,
    data: Data,
    dataSchema: Type.Optional(DataSchema),
    options: Type.Optional(PdfOptionsBody),
  },
  noPrototypeKeys,
)

export const PreviewResult = Type.Object(
  {
    pdf: Type.String({ description: 'The PDF, base64-encoded.' }),
    sheets: Type.Integer(),
    elementsLeftOut: Type.Integer({
      description: 'Elements of data that are not shown. A preview shows the first five.',
    }),
    pages: Pages,
    scale: Scale,
    warnings: Type.Array(RenderWarning),
    problems: Type.Array(Problems.items, {
      description:
        'Validation errors of data against the data schema, at most 20. With any, a call is rejected.',
    }),
    ms: Type.Object(
      { check: Type.Number(), fill: Type.Number(), print: Type.Number(), pack: Type.Number() },
      { description: 'Duration of each phase. In milliseconds.' },
    ),
  },
  { title: 'Preview' },
)

export const Helpers = Type.Object({
  helpers: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        example: Type.String(),
        result: Type.String(),
        isBlock: Type.Boolean({ description: 'True for a block helper.' }),
        parameters: Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
          description: 'Named parameters, such as `currency="EUR"`.',
        }),
      },
      { title: 'Helper' },
    ),
  ),
})

export const Examples = Type.Object({
  examples: Type.Array(
    Type.Object(
      { name: Type.Enum([...EXAMPLE_NAMES]), title: Type.String(), description: Type.String() },
      { title: 'Example' },
    ),
  ),
})
