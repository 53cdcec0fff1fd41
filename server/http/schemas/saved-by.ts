import { Type } from 'typebox'

/** Who has stored something, for the dashboard and for programs. */
export const SavedBy = Type.Union(
  [
    Type.Object({
      kind: Type.Enum(['person', 'key']),
      name: Type.Union([Type.String(), Type.Null()], {
        description: 'The address of a person, or a key’s name; null for a key that has been deleted.',
      }),
    }),
    Type.Null(),
  ],
  { description: 'Null where nobody knows.' },
)
