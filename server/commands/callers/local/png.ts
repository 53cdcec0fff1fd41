import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS_PER_CHANNEL = 8
const RGBA = 6
const CHANNELS = 4

const compress = promisify(deflate)

/**
 * A PNG of pixels, four bytes each. Ten times as fast as a library in JavaScript (60 ms for A4 at 144 dpi where
 * fast-png takes 600): whoever edits a template waits for it at every change.
 */
export async function pngOf({
  data,
  width,
  height,
}: {
  data: Uint8Array
  width: number
  height: number
}): Promise<Uint8Array> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS_PER_CHANNEL, RGBA], 8)
  // Each row begins with the number of its filter: 0, as it is.
  const length = width * CHANNELS
  const rows = Buffer.alloc((length + 1) * height)
  for (let row = 0; row < height; row += 1)
    rows.set(data.subarray(row * length, (row + 1) * length), row * (length + 1) + 1)
  const pixels = await compress(rows, { level: 1 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
