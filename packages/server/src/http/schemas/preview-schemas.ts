import { Type } from 'typebox'
import {
  Data,
  noPrototypeKeys,
  Nullable,
  Pages,
  Problems,
  RenderWarning,
  Scale,
  TemplateVersion,
  Uuid,
} from './schemas.ts'

const Content = Type.String({ minLength: 1, description: 'The Handlebars source, base64-encoded.' })
const ContentEncoding = Type.Literal('base64')

/** Preview request: a source or a stored template, with data or with its sample data. */
export const PreviewBody = Type.Object(
  {
    templateId: Type.Optional(Uuid),
    templateVersion: Type.Optional(TemplateVersion),
    content: Type.Optional(Content),
    contentEncoding: Type.Optional(ContentEncoding),
    data: Type.Optional(Data),
    dataSet: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Name of a data set of the template, instead of data.',
      }),
    ),
    picture: Type.Optional(Type.Boolean({ description: 'Return a picture of a sheet. Default: true.' })),
    sheet: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Number of the sheet in the picture. Default: 1.',
      }),
    ),
    width: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 2_000,
        description:
          'Maximum width of the picture in pixels. The maximum height is twice the width. Default: 1000.',
      }),
    ),
  },
  {
    ...noPrototypeKeys,
    description:
      'Either templateId, with or without templateVersion, or content and contentEncoding. Without data and dataSet, a stored template is filled with its ' +
      'sample data. A source is filled with {}, and helpers print nothing for missing values.',
  },
)

/** Result of a preview. */
export const PreviewResult = Type.Object(
  {
    sheets: Type.Integer({ description: 'Number of sheets.' }),
    pages: Pages,
    scale: Scale,
    warnings: Type.Array(RenderWarning, { description: 'Defects of the output, such as missing fonts.' }),
    elementsLeftOut: Type.Integer({
      description: 'Elements of data that are not shown. A preview shows the first five.',
    }),
    problems: Type.Array(Problems.items, {
      description:
        'Validation errors of data against the data schema of the template, at most 20. With any, a call is rejected.',
    }),
    picture: Nullable(
      Type.Object({ sheet: Type.Integer(), png: Type.String({ description: 'A PNG, base64-encoded.' }) }),
    ),
  },
  { title: 'PreviewResult' },
)

export const CheckBody = Type.Object({ content: Content, contentEncoding: ContentEncoding }, noPrototypeKeys)

export const CheckResult = Type.Object({ valid: Type.Literal(true) })

/** Error response that may have a position in the source. */
export const SourceFailure = Type.Object(
  {
    message: Type.String(),
    error: Type.Optional(Type.String({ description: 'Detail, such as the compiler’s message.' })),
    line: Type.Optional(Type.Integer({ description: 'Line in the source, starting at 1.' })),
    column: Type.Optional(Type.Integer({ description: 'Column in the line, starting at 0.' })),
  },
  { title: 'SourceFailure' },
)
