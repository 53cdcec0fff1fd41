import { Type } from 'typebox'

/** Author of a version: a user or an API key. */
export const SavedBy = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Enum(['person', 'key']),
        name: Type.Union([Type.String(), Type.Null()], {
          description: 'E-mail address of a user or name of an API key. null for a deleted key.',
        }),
      },
      { title: 'Author' },
    ),
    Type.Null(),
  ],
  { description: 'Author of the version. null if it is not known.' },
)
