/**
 * Creates an sRGB colour profile (IEC 61966-2-1), which PDF/A requires for the colours that Chromium writes. It is an
 * ICC profile of version 2, which every reader supports. It is calculated from the figures of the standard, so that no
 * PDF contains a file under a third-party licence.
 */
export function srgbProfile(): Buffer {
  const curve = toneCurve()
  const tags: [string, Buffer][] = [
    ['desc', description('sRGB (IEC 61966-2-1)')],
    ['cprt', Buffer.concat([typed('text'), Buffer.from('No copyright; made by Platen.\0', 'latin1')])],
    ['wtpt', coordinates(WHITE)],
    ['rXYZ', coordinates([0.436_07, 0.222_49, 0.013_92])],
    ['gXYZ', coordinates([0.385_15, 0.716_87, 0.097_08])],
    ['bXYZ', coordinates([0.143_07, 0.060_61, 0.714_1])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const tableLength = 4 + tags.length * TAG_LENGTH
  const table = Buffer.alloc(tableLength)
  table.writeUInt32BE(tags.length, 0)
  const offsets = new Map<Buffer, number>()
  const chunks: Buffer[] = []
  let offset = HEADER_LENGTH + tableLength
  for (const [index, [name, content]] of tags.entries()) {
    const contentOffset = offsets.get(content) ?? offset
    if (!offsets.has(content)) {
      offsets.set(content, offset)
      const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)])
      chunks.push(padded)
      offset += padded.length
    }
    const entry = 4 + index * TAG_LENGTH
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(contentOffset, entry + 4)
    table.writeUInt32BE(content.length, entry + 8)
  }
  return Buffer.concat([header(offset), table, ...chunks])
}

const HEADER_LENGTH = 128
const TAG_LENGTH = 12
/** White of the profile connection space: D50. */
const WHITE = [0.964_2, 1, 0.824_9]
const CURVE_LENGTH = 1_024

function header(length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_LENGTH)
  bytes.writeUInt32BE(length, 0)
  bytes.writeUInt32BE(0x02_10_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  for (const [index, value] of WHITE.entries()) bytes.writeInt32BE(fixed(value), 68 + 4 * index)
  return bytes
}

function typed(type: string): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4)])
}

function coordinates(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 4 * index)
  return Buffer.concat([typed('XYZ '), bytes])
}

/** Returns a description whose fields for two more languages are empty. */
function description(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  return Buffer.concat([
    typed('desc'),
    length,
    Buffer.from(`${text}\0`, 'latin1'),
    Buffer.alloc(4 + 4 + 2 + 1 + 67),
  ])
}

function toneCurve(): Buffer {
  const bytes = Buffer.alloc(4 + 2 * CURVE_LENGTH)
  bytes.writeUInt32BE(CURVE_LENGTH, 0)
  for (let index = 0; index < CURVE_LENGTH; index += 1) {
    const value = index / (CURVE_LENGTH - 1)
    const linear = value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    bytes.writeUInt16BE(Math.round(linear * 65_535), 4 + 2 * index)
  }
  return Buffer.concat([typed('curv'), bytes])
}

function fixed(value: number): number {
  return Math.round(value * 65_536)
}
