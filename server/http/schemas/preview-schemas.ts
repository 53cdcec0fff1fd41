import { Type } from 'typebox'
import { Data, noPrototypeKeys, Nullable, Pages, Problems, Scale, Uuid } from './schemas.ts'

const Content = Type.String({ minLength: 1, description: 'The Handlebars source, base64-encoded.' })
const ContentEncoding = Type.Literal('base64')

/** What is to be looked at. */
export const PreviewBody = Type.Object(
  {
    templateId: Type.Optional(Uuid),
    content: Type.Optional(Content),
    contentEncoding: Type.Optional(ContentEncoding),
    data: Type.Optional(Data),
    picture: Type.Optional(Type.Boolean({ description: 'Whether a sheet is drawn. Default true.' })),
    sheet: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'Which sheet is drawn. Default 1.' }),
    ),
    width: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 2_000,
        description: 'Pixels that the picture may be wide; it may be twice as high. Default 1000.',
      }),
    ),
  },
  {
    ...noPrototypeKeys,
    description:
      'Either templateId, or content and contentEncoding. Without data, a stored template is filled with its sample ' +
      'data and a source with {}, and helpers that cannot work with that print nothing.',
  },
)

/** What a preview tells. */
export const Previewed = Type.Object({
  sheets: Type.Integer({ description: 'Sheets of paper.' }),
  pages: Pages,
  scale: Scale,
  warnings: Type.Array(Type.Object({ kind: Type.String(), subject: Type.String(), count: Type.Integer() }), {
    description: 'What did not go as the template wants it, such as fonts that are missing.',
  }),
  elementsLeftOut: Type.Integer({
    description: 'Elements of the data that it does not show: it has the first five.',
  }),
  problems: Type.Array(Problems.items, {
    description:
      'Where the data do not fit the template’s schema, so that a call would be refused; at most 20.',
  }),
  picture: Nullable(
    Type.Object({ sheet: Type.Integer(), png: Type.String({ description: 'A PNG, base64-encoded.' }) }),
  ),
})

export const CheckBody = Type.Object({ content: Content, contentEncoding: ContentEncoding }, noPrototypeKeys)

export const Checked = Type.Object({ valid: Type.Literal(true) })

/** A failure that may lie in the source. */
export const SourceFailure = Type.Object(
  {
    message: Type.String(),
    error: Type.Optional(Type.String({ description: 'Detail, such as the compiler’s message.' })),
    line: Type.Optional(Type.Integer({ description: 'Of the source, from 1 on.' })),
    column: Type.Optional(Type.Integer({ description: 'From 0 on, as the compiler counts.' })),
  },
  { title: 'SourceFailure' },
)
