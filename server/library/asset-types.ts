import { Refusal } from '../errors.ts'
import { isSvg } from './svg.ts'

/** What an asset can be. */
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

/** Of one picture. Chromium holds 4 bytes of each. */
const PIXELS_MAX = 100_000_000
/** Of a font when it is unpacked. */
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
 * What bytes really are, whatever they are called.
 * @param claimed the `Content-Type` that they came with. One that says nothing of pictures or fonts is not looked at.
 * @throws {Refusal} `invalid` for anything else than a picture or a font, for one that is broken at its beginning or
 * too large unpacked, and for one that is not what is claimed.
 */
export function typeOfAsset(bytes: Buffer, claimed: string | undefined): AssetType {
  const type = READERS.find(([, read]) => read(bytes))?.[0]
  if (!type) {
    throw new Refusal(
      'invalid',
      'An asset is a PNG, JPEG, GIF, WebP or SVG, or a TTF, OTF, WOFF or WOFF2 font.',
    )
  }
  const said = claimed?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const claim = Object.hasOwn(ALIASES, said) ? ALIASES[said] : said
  if (claim !== type && /^(?:image|font)\//.test(claim ?? '')) {
    throw new Refusal('invalid', `Its Content-Type says ${claim}, and it is ${type}.`)
  }
  return type
}

const READERS: readonly [AssetType, (bytes: Buffer) => boolean][] = [
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
  if (!begins(bytes, 0, '\u0089PNG\r\n\u001a\n')) return false
  return (
    has(bytes, 33) && begins(bytes, 12, 'IHDR') && hasSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  )
}

function isGif(bytes: Buffer): boolean {
  if (!begins(bytes, 0, 'GIF87a') && !begins(bytes, 0, 'GIF89a')) return false
  return has(bytes, 13) && hasSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
}

/** The size stands in the first "start of frame"; what comes before it are segments that say how long they are. */
function isJpeg(bytes: Buffer): boolean {
  if (!begins(bytes, 0, '\u00ff\u00d8\u00ff')) return false
  for (let at = 2; has(bytes, at + 9) && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return hasSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    // The picture's data or its end, and no frame before it.
    if (marker === 0xda || marker === 0xd9) return false
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

function isWebp(bytes: Buffer): boolean {
  if (!begins(bytes, 0, 'RIFF') || !begins(bytes, 8, 'WEBP') || !has(bytes, 30)) return false
  if (begins(bytes, 12, 'VP8X')) return hasSize(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (begins(bytes, 12, 'VP8L')) {
    const bits = bytes.readUInt32LE(21)
    return hasSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  const isLossy = begins(bytes, 12, 'VP8 ')
  return isLossy && hasSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
}

/** A list of tables, each of which lies within the file. */
function isSfnt(bytes: Buffer, signatures: string[]): boolean {
  if (!signatures.some((signature) => begins(bytes, 0, signature)) || !has(bytes, 12)) return false
  const tables = bytes.readUInt16BE(4)
  if (tables === 0 || !has(bytes, 12 + 16 * tables)) return false
  return Array.from({ length: tables }, (_, index) => 12 + 16 * index).every(
    (entry) => bytes.readUInt32BE(entry + 8) + bytes.readUInt32BE(entry + 12) <= bytes.length,
  )
}

function isWoff(bytes: Buffer, signature: string): boolean {
  if (!begins(bytes, 0, signature) || !has(bytes, 44)) return false
  refuseOver(bytes.readUInt32BE(16), FONT_BYTES_MAX, 'The font is too large: its unpacked bytes are')
  return bytes.readUInt32BE(8) === bytes.length && bytes.readUInt16BE(12) > 0
}

function hasSize(width: number, height: number): boolean {
  refuseOver(width * height, PIXELS_MAX, 'The picture is too large: its pixels are')
  return width > 0 && height > 0
}

function refuseOver(count: number, max: number, what: string): void {
  if (count <= max) return
  throw new Refusal(
    'invalid',
    `${what} ${count.toLocaleString('en')}; ${max.toLocaleString('en')} are allowed.`,
  )
}

function has(bytes: Buffer, length: number): boolean {
  return bytes.length >= length
}

/** Whether these bytes stand there; each character is one. */
function begins(bytes: Buffer, at: number, signature: string): boolean {
  return bytes.toString('latin1', at, at + signature.length) === signature
}
