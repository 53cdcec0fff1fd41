/**
 * What a caller wants of a PDF besides its pages. Plain data throughout: it is handed to threads, and waits in a row
 * until a job's turn comes. All of it was looked at before (`http/fields/pdf-options.ts`).
 */
export interface PdfOptions {
  metadata?: Metadata
  attachments?: Attachment[]
  watermark?: Watermark
  /** Whether it is to be PDF/A-3b: ISO 19005-3, level B. */
  isArchive?: boolean
  invoice?: Invoice
  protection?: Protection
}

export interface Metadata {
  title?: string
  author?: string
  subject?: string
  keywords?: string[]
  /** BCP 47. */
  language?: string
  /** ISO 8601, in UTC. */
  createdAt?: string
}

/** A file that lies in the PDF. */
export interface Attachment {
  name: string
  /** Base64. */
  content: string
  mimeType: string
  description?: string
  relationship: Relationship
  /** ISO 8601, in UTC. */
  modifiedAt: string
}

/** What a file in a PDF is to it: ISO 19005-3, 6.8. */
export const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

export interface Watermark {
  text: string
  /** `#rrggbb`. */
  colour: string
  /** From 0 on, up to 1. */
  opacity: number
  /** Degrees, counted against the clock. */
  angle: number
  /** Points; none: as large as there is room. */
  size?: number
  /** Whether what the sheets show lies above it. */
  isBehind: boolean
}

/** What the XMP of a Factur-X invoice says of the XML that lies in it as an attachment. */
export interface Invoice {
  fileName: string
  version: string
  profile: string
}

/**
 * A password's part in an encrypted PDF (ISO 32000-2, 7.6.4), made when the call came: the password itself is kept
 * nowhere. Base64, all but the permissions.
 */
export interface Protection {
  fileKey: string
  user: string
  userKey: string
  owner: string
  ownerKey: string
  sealedPermissions: string
  permissions: number
}
