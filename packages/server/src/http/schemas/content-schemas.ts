import { Type } from 'typebox'
import { noPrototypeKeys, Nullable, Timestamp } from './schemas.ts'

// Any text. Reading an invalid name is answered 404. Creating one is answered 400 with the rule that it violates.
export const NameParams = Type.Object({ name: Type.String() })

/** Description of the preconditions in `Preconditions`. */
export const PRECONDITION_DESCRIPTION =
  'With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor ' +
  'the content in the body.'

/** Preconditions of routes that change a content (optimistic concurrency). */
export const Preconditions = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'ETag of the content to replace, or `*` for any content.' }),
  ),
  'if-none-match': Type.Optional(Type.String({ description: '`*`: store only if nothing is stored yet.' })),
})

/** Precondition of a route that restores a version. */
export const RestorePrecondition = Type.Object({ 'if-match': Preconditions.properties['if-match'] })

/** Author of a version: a user or an API key. */
const SavedBy = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Enum(['person', 'key'], { type: 'string' }),
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

/** Fields of the current version of a content. */
export const contentFields = {
  fileSize: Type.Integer({ description: 'Size in bytes.' }),
  contentVersion: Type.String({ description: 'SHA-256 of the content, hex.' }),
  version: Type.Integer({ description: 'Number of the current version, starting at 1.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: SavedBy,
}

/** The source of a template or partial. */
export const Source = Type.String({ description: 'The Handlebars source.' })

const partialFields = {
  name: Type.String({ description: 'Name in templates: `{{> name}}`.' }),
  ...contentFields,
}

export const PartialSchema = Type.Object(partialFields, { title: 'LibraryPartial' })

export const PartialList = Type.Object({ partials: Type.Array(PartialSchema) })

export const PartialWithContent = Type.Object({
  partial: Type.Object({ ...partialFields, content: Source }, { title: 'PartialWithContent' }),
})

export const PutPartialBody = Type.Object(
  {
    content: Type.String({ minLength: 1, description: 'The Handlebars source.' }),
    contentEncoding: Type.Enum(['base64', 'utf-8'], {
      type: 'string',
      description: 'base64: content is encoded in base64 (RFC 4648). utf-8: content is plain text.',
    }),
  },
  noPrototypeKeys,
)

export const Removed = Type.Object({ message: Type.String(), name: Type.String() }, { title: 'Removed' })

export const AssetSchema = Type.Object(
  {
    name: Type.String({ description: 'Name in templates: `{{asset "name"}}`.' }),
    contentType: Type.String({
      description: 'Media type, detected from the bytes.',
      examples: ['image/png', 'font/woff2'],
    }),
    ...contentFields,
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

export const VERSION_PATTERN = '^[1-9]\\d{0,8}$'

export const VersionNumber = Type.String({
  pattern: VERSION_PATTERN,
  description: 'Number of the version.',
})

const versionFields = {
  number: Type.Integer({ description: 'Number of the version, starting at 1.' }),
  fileSize: contentFields.fileSize,
  contentVersion: contentFields.contentVersion,
  createdAt: Timestamp,
  savedBy: SavedBy,
  restored: Nullable(
    Type.Integer({ description: 'Number of the older version that was restored. null for other versions.' }),
  ),
  isCurrent: Type.Boolean({ description: 'True for the version that renders use.' }),
  isDraft: Type.Boolean({ description: 'True for the draft: the newest version, which is not published.' }),
}

export const VersionSchema = Type.Object(versionFields, { title: 'Version' })

export const VersionList = Type.Object({ versions: Type.Array(VersionSchema) })

export const VersionWithContent = Type.Object(
  { ...versionFields, content: Source },
  { title: 'VersionWithContent' },
)
