import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS_PER_CHANNEL = 8
const RGB = 2
const CHANNELS = { read: 4, written: 3 }

const compress = promisify(deflate)

/** Pixels of 4 bytes each: red, green, blue and alpha. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Encodes opaque pixels as a PNG. The alpha channel is ignored.
 *
 * In a new process, fast-png takes 84 ms for the example invoice at 800 by 1,131 pixels. zlib takes 22 ms at level 6,
 * and the file is 18 % larger.
 *
 * @param level compression level of zlib: 1 is the fastest, 9 gives the smallest file
 */
export async function encodePng({ data, width, height }: Pixels, level: number): Promise<Uint8Array> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS_PER_CHANNEL, RGB], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await compress(rowsOf(data, width, height), { level })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the rows without alpha. Each starts with the number of its filter: 0 means no filter. */
function rowsOf(data: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array((width * CHANNELS.written + 1) * height)
  let from = 0
  let to = 0
  for (let row = 0; row < height; row += 1) {
    to += 1
    for (let column = 0; column < width; column += 1) {
      rows[to] = data[from] ?? 0
      rows[to + 1] = data[from + 1] ?? 0
      rows[to + 2] = data[from + 2] ?? 0
      from += CHANNELS.read
      to += CHANNELS.written
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
