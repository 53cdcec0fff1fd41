import { Type } from 'typebox'
import type { Asset } from '../../library/assets.ts'
import type { LibraryPartial } from '../../library/partials.ts'
import type { Version } from '../../templates/versions.ts'
import { noPrototypeKeys, Nullable, Timestamp } from './schemas.ts'
import { SavedBy } from './saved-by.ts'

// Any text. Reading an invalid name is answered 404. Creating one is answered 400 with the rule that it violates.
export const NameParams = Type.Object({ name: Type.String() })

/** Description of the preconditions in `PutHeaders`. */
export const PRECONDITION_DESCRIPTION =
  'With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor ' +
  'the content in the body.'

/** Preconditions of PUT routes under /v1 (optimistic concurrency). */
export const PutHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'contentVersion of the content to replace, in quotes. Without it, any content is replaced.',
    }),
  ),
  'if-none-match': Type.Optional(
    Type.String({ description: '`*`: store only if the name does not exist yet.' }),
  ),
})

const partialFields = {
  name: Type.String({ description: 'Name in templates: `{{> name}}`.' }),
  fileSize: Type.Integer({ description: 'Size of the source in bytes.' }),
  contentVersion: Type.String({ description: 'SHA-256 of the source, hex.' }),
  version: Type.Integer({ description: 'Number of the current version, starting at 1.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: SavedBy,
}

export const PartialSchema = Type.Object(partialFields, { title: 'LibraryPartial' })

export const PartialList = Type.Object({ partials: Type.Array(PartialSchema) })

export const PartialWithContent = Type.Object({
  partial: Type.Object(
    { ...partialFields, content: Type.String({ description: 'The Handlebars source.' }) },
    { title: 'PartialWithContent' },
  ),
})

export const VERSION_PATTERN = '^[1-9]\\d{0,8}$'

export const PartialQuery = Type.Object({
  version: Type.Optional(
    Type.String({ pattern: VERSION_PATTERN, description: 'Number of an older version.' }),
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
        description: 'Instead of content: number of the older version to restore.',
      }),
    ),
  },
  noPrototypeKeys,
)

const versionFields = {
  number: Type.Integer({ description: 'Number of the version, starting at 1.' }),
  fileSize: partialFields.fileSize,
  contentVersion: partialFields.contentVersion,
  createdAt: Timestamp,
  savedBy: SavedBy,
  restored: Nullable(
    Type.Integer({ description: 'Number of the older version that was restored. null for other versions.' }),
  ),
  isCurrent: Type.Boolean(),
}

export const PartialVersionList = Type.Object({
  versions: Type.Array(Type.Object(versionFields, { title: 'PartialVersion' })),
})

export const Removed = Type.Object({ message: Type.String(), name: Type.String() }, { title: 'Removed' })

export const AssetSchema = Type.Object(
  {
    name: Type.String({ description: 'Name in templates: `{{asset "name"}}`.' }),
    contentType: Type.String({
      description: 'Media type, detected from the bytes.',
      examples: ['image/png', 'font/woff2'],
    }),
    fileSize: Type.Integer({ description: 'Size in bytes.' }),
    contentVersion: Type.String({ description: 'SHA-256 of the bytes, hex.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    updatedBy: SavedBy,
  },
  { title: 'Asset' },
)

// No JSON type: bytes that are not parsed.
const BINARY = { contentMediaType: 'application/octet-stream' }

/** Body with the bytes of an asset. */
export const AssetBody = Type.Unsafe<unknown>(BINARY)

export const AssetBytes = {
  description: 'The bytes of the asset, with its media type as Content-Type.',
  content: { 'application/octet-stream': { schema: BINARY } },
}

export const AssetList = Type.Object(
  {
    assets: Type.Array(AssetSchema),
    bytes: Type.Integer({ description: 'Total size of all assets in bytes.' }),
    bytesMax: Type.Integer({ description: 'Limit of the total size in bytes.' }),
  },
  { title: 'AssetList' },
)

/** Returns a partial as the API returns it. */
export function partialResponse(partial: LibraryPartial) {
  const { objectKey: _, createdAt, updatedAt, ...fields } = partial
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** Returns a version as the API returns it. */
export function versionResponse({ createdAt, ...fields }: Version) {
  return { ...fields, createdAt: createdAt.toISOString() }
}

/** Returns an asset as the API returns it. */
export function assetResponse(asset: Asset) {
  const { objectKey: _, createdAt, updatedAt, ...fields } = asset
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** Returns the assets of an account as the API returns them. */
export function assetsResponse(assets: Asset[], bytesMax: number) {
  return {
    assets: assets.map(assetResponse),
    bytes: assets.reduce((sum, { fileSize }) => sum + fileSize, 0),
    bytesMax,
  }
}
