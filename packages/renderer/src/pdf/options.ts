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

/** A file that is embedded in the PDF. */
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

/** Relationships of an embedded file to its PDF: ISO 19005-3, 6.8. */
export const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

export interface Watermark {
  text: string
  /** `#rrggbb`. */
  colour: string
  /** 0 to 1. */
  opacity: number
  /** In degrees, counter-clockwise. */
  angle: number
  /** In points. Without it the text fills the sheet. */
  size?: number
  /** Draws the watermark below the content of the sheets. */
  isBehind: boolean
}

/** Properties in the XMP of a Factur-X invoice, about the XML that is attached. */
export interface Invoice {
  fileName: string
  version: string
  profile: string
}

/**
 * Keys of an encrypted PDF (ISO 32000-2, 7.6.4). They are derived from the passwords when the call arrives, so that
 * no password is stored. All values but the permissions are base64.
 */
export interface Protection {
  fileKey: string
  /** Check value of the user password: /U. */
  user: string
  /** File key, encrypted with the user password: /UE. */
  userKey: string
  /** Check value of the owner password: /O. */
  owner: string
  /** File key, encrypted with the owner password: /OE. */
  ownerKey: string
  /** Encrypted permissions: /Perms. */
  sealedPermissions: string
  /** Permission flags: /P. */
  permissions: number
}

/** Signature field of a PDF. The PDF is written with a placeholder for the signature, which is added to its bytes later. */
export interface SignatureField {
  /** Name of the signer. */
  signer: string
  /** Time of the signature: ISO 8601, in UTC. */
  signedAt: string
  reason?: string
  location?: string
  /** Size of the placeholder for the signature, in bytes. */
  bytes: number
  /** Adds an empty document security store, which `appendSecurityStore` fills. */
  hasSecurityStore?: boolean
  /** Box on a sheet that shows the signature. Without it the signature is invisible. */
  box?: SignatureBox
}

/** Box of a visible signature, in points. */
export interface SignatureBox {
  /** Number of a sheet of the PDF, from 1. A negative number counts from the end: -1 is the last sheet. */
  sheet: number
  /** Distance from the left edge of the sheet. */
  left: number
  /** Distance from the top edge of the sheet. Without it the box is at the bottom. */
  top?: number
  width: number
  height: number
}
