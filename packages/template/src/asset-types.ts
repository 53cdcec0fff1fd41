import { Refusal } from './refusal.ts'
import { isSvg } from './svg.ts'

/** Media types of assets. */
export type AssetType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/svg+xml'
  | 'font/ttf'
  | 'font/otf'
  | 'font/woff'
  | 'font/woff2'

/** Maximum number of pixels of an image. Chromium uses 4 bytes for each pixel. */
const PIXELS_MAX = 100_000_000
/** Maximum size of an unpacked font, in bytes. */
const FONT_BYTES_MAX = 30 * 1024 * 1024

const ALIASES: Readonly<Record<string, AssetType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-opentype': 'font/otf',
}

/**
 * Detects the media type from the bytes of an asset.
 * @param claimed The `Content-Type` of the upload. Ignored unless it is an image or font type.
 * @throws {Refusal} `invalid` for bytes that are not an image or a font, that have a broken header, that are too large
 * when unpacked, or that differ from the claimed type.
 */
export function detectAssetType(bytes: Buffer, claimed: string | undefined): AssetType {
  const type = CHECKS.find(([, check]) => check(bytes))?.[0]
  if (!type) {
    throw new Refusal(
      'invalid',
      'An asset must be a PNG, JPEG, GIF, WebP or SVG image, or a TTF, OTF, WOFF or WOFF2 font.',
    )
  }
  const mediaType = claimed?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const claim = Object.hasOwn(ALIASES, mediaType) ? ALIASES[mediaType] : mediaType
  if (claim !== type && /^(?:image|font)\//.test(claim ?? '')) {
    throw new Refusal('invalid', `The Content-Type is ${claim}, but the content is ${type}.`)
  }
  return type
}

const CHECKS: readonly [AssetType, (bytes: Buffer) => boolean][] = [
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/gif', isGif],
  ['image/webp', isWebp],
  ['font/ttf', (bytes) => isSfnt(bytes, ['\0\u0001\0\0', 'true'])],
  ['font/otf', (bytes) => isSfnt(bytes, ['OTTO'])],
  ['font/woff', (bytes) => isWoff(bytes, 'wOFF')],
  ['font/woff2', (bytes) => isWoff(bytes, 'wOF2')],
  ['image/svg+xml', isSvg],
]

function isPng(bytes: Buffer): boolean {
  if (!hasSignature(bytes, 0, '\u0089PNG\r\n\u001a\n')) return false
  return (
    hasLength(bytes, 33) &&
    hasSignature(bytes, 12, 'IHDR') &&
    hasSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  )
}

function isGif(bytes: Buffer): boolean {
  if (!hasSignature(bytes, 0, 'GIF87a') && !hasSignature(bytes, 0, 'GIF89a')) return false
  return hasLength(bytes, 13) && hasSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
}

/** Finds the size in the first "start of frame" segment. The segments before it state their own lengths. */
function isJpeg(bytes: Buffer): boolean {
  if (!hasSignature(bytes, 0, '\u00ff\u00d8\u00ff')) return false
  for (let at = 2; hasLength(bytes, at + 9) && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return hasSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    // Image data or the end of the image, without a frame before it.
    if (marker === 0xda || marker === 0xd9) return false
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

function isWebp(bytes: Buffer): boolean {
  if (!hasSignature(bytes, 0, 'RIFF') || !hasSignature(bytes, 8, 'WEBP') || !hasLength(bytes, 30))
    return false
  if (hasSignature(bytes, 12, 'VP8X'))
    return hasSize(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (hasSignature(bytes, 12, 'VP8L')) {
    const bits = bytes.readUInt32LE(21)
    return hasSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  const isLossy = hasSignature(bytes, 12, 'VP8 ')
  return isLossy && hasSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
}

/** Returns true for a font file whose tables are all within the file. */
function isSfnt(bytes: Buffer, signatures: string[]): boolean {
  if (!signatures.some((signature) => hasSignature(bytes, 0, signature)) || !hasLength(bytes, 12))
    return false
  const tables = bytes.readUInt16BE(4)
  if (tables === 0 || !hasLength(bytes, 12 + 16 * tables)) return false
  return Array.from({ length: tables }, (_, index) => 12 + 16 * index).every(
    (entry) => bytes.readUInt32BE(entry + 8) + bytes.readUInt32BE(entry + 12) <= bytes.length,
  )
}

function isWoff(bytes: Buffer, signature: string): boolean {
  if (!hasSignature(bytes, 0, signature) || !hasLength(bytes, 44)) return false
  refuseOver(bytes.readUInt32BE(16), FONT_BYTES_MAX, { subject: 'font', unit: 'bytes when unpacked' })
  return bytes.readUInt32BE(8) === bytes.length && bytes.readUInt16BE(12) > 0
}

function hasSize(width: number, height: number): boolean {
  refuseOver(width * height, PIXELS_MAX, { subject: 'image', unit: 'pixels' })
  return width > 0 && height > 0
}

function refuseOver(count: number, max: number, { subject, unit }: { subject: string; unit: string }): void {
  if (count <= max) return
  throw new Refusal(
    'invalid',
    `The ${subject} is too large. It has ${count.toLocaleString('en')} ${unit}. The limit is ${max.toLocaleString('en')}.`,
  )
}

function hasLength(bytes: Buffer, length: number): boolean {
  return bytes.length >= length
}

/** Returns true when `bytes` has this signature at a position. Each character is one byte. */
function hasSignature(bytes: Buffer, at: number, signature: string): boolean {
  return bytes.toString('latin1', at, at + signature.length) === signature
}
