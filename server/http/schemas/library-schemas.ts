import { Type } from 'typebox'
import type { Asset } from '../../library/assets.ts'
import type { SharedPartial } from '../../library/partials.ts'
import type { Version } from '../../templates/versions.ts'
import { noPrototypeKeys, Nullable, Timestamp } from './schemas.ts'
import { SavedBy } from './saved-by.ts'

// Any text: one that can be no name is answered as one that nobody has, and refused in words where it is given.
export const NameParams = Type.Object({ name: Type.String() })

/** Description of the preconditions in `PutHeaders`. */
export const SEEN =
  'With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor ' +
  'the content in the body.'

/** Of what is put under /v1, so that nobody's change is lost. */
export const PutHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The contentVersion that is to be replaced, in quotes. Any, if not given.' }),
  ),
  'if-none-match': Type.Optional(Type.String({ description: '`*`: only where there is none of this name.' })),
})

const partialFields = {
  name: Type.String({ description: 'What templates call it by: `{{> name}}`.' }),
  fileSize: Type.Integer({ description: 'Bytes of the source.' }),
  contentVersion: Type.String({ description: 'SHA-256 of the source, hex.' }),
  version: Type.Integer({ description: 'The number of the present version, from 1 on.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: SavedBy,
}

export const PartialSchema = Type.Object(partialFields, { title: 'Partial' })

export const PartialList = Type.Object({ partials: Type.Array(PartialSchema) })

export const PartialWithContent = Type.Object({
  partial: Type.Object({
    ...partialFields,
    content: Type.String({ description: 'The Handlebars source.' }),
  }),
})

export const PartialQuery = Type.Object({
  version: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'The number of an older version.' }),
  ),
})

export const PutPartialBody = Type.Object(
  {
    content: Type.Optional(
      Type.String({ minLength: 1, description: 'The Handlebars source, base64-encoded.' }),
    ),
    contentEncoding: Type.Optional(Type.Literal('base64')),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: 'Instead of content: the number of an older version, whose content it gets again.',
      }),
    ),
  },
  noPrototypeKeys,
)

const versionFields = {
  number: Type.Integer(),
  fileSize: Type.Integer(),
  contentVersion: Type.String(),
  createdAt: Timestamp,
  savedBy: SavedBy,
  restored: Nullable(Type.Integer()),
  isCurrent: Type.Boolean(),
}

export const PartialVersionList = Type.Object({
  versions: Type.Array(Type.Object(versionFields, { title: 'PartialVersion' })),
})

export const Removed = Type.Object({ message: Type.String(), name: Type.String() })

export const AssetSchema = Type.Object(
  {
    name: Type.String({ description: 'What templates call it by: `{{asset "name"}}`.' }),
    contentType: Type.String({ description: 'What its bytes are.', examples: ['image/png', 'font/woff2'] }),
    fileSize: Type.Integer({ description: 'Bytes.' }),
    contentVersion: Type.String({ description: 'SHA-256 of the bytes, hex.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    updatedBy: SavedBy,
  },
  { title: 'Asset' },
)

// Of no JSON type: a string of bytes, which is not parsed.
const BINARY = { contentMediaType: 'application/octet-stream' }

/** The bytes of an asset. */
export const AssetBody = Type.Unsafe<unknown>(BINARY)

export const AssetBytes = {
  description: 'The bytes, with the type that they have.',
  content: { 'application/octet-stream': { schema: BINARY } },
}

export const AssetList = Type.Object({
  assets: Type.Array(AssetSchema),
  bytes: Type.Integer({ description: 'Of all of them together.' }),
  bytesMax: Type.Integer({ description: 'How many they may be.' }),
})

/** A partial as callers see it. */
export function shownPartial(partial: SharedPartial) {
  const { objectKey: _, createdAt, updatedAt, ...fields } = partial
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** A version as callers see it. */
export function shownVersion({ createdAt, ...fields }: Version) {
  return { ...fields, createdAt: createdAt.toISOString() }
}

/** An asset as callers see it. */
export function shownAsset(asset: Asset) {
  const { objectKey: _, createdAt, updatedAt, ...fields } = asset
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** The assets of an account as callers see them. */
export function shownAssets(assets: Asset[], bytesMax: number) {
  return {
    assets: assets.map(shownAsset),
    bytes: assets.reduce((sum, { fileSize }) => sum + fileSize, 0),
    bytesMax,
  }
}
