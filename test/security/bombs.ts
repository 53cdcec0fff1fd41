import { readFile } from 'node:fs/promises'
import { brotliCompressSync, constants, createDeflate, crc32 } from 'node:zlib'

/** A document that exceeds resources. */
export interface Bomb {
  id: string
  html: string
}

interface Row {
  id: string
  html?: string
  parts?: { s: string; n?: number }[]
  gen?: string
}

/** A row that needs an AV1 encoder, which this test does not have. */
const NOT_MADE = ['avif-bomb']
/** A row that is sent as data and not as a document. Another test covers it. */
const AS_DATA = ['fifty-elements-each-200-sheets']

/** Returns the documents of the corpus and some of our own. */
export async function bombs(): Promise<Bomb[]> {
  const rows: Row[] = JSON.parse(await readFile(new URL('../cases/bombs.json', import.meta.url), 'utf8'))
  const rowsToMake = rows.filter(({ id }) => ![...NOT_MADE, ...AS_DATA].includes(id))
  return await Promise.all(rowsToMake.map(async (row) => ({ id: row.id, html: await htmlOf(row) })))
}

async function htmlOf({ id, html, parts, gen }: Row): Promise<string> {
  if (html !== undefined) return html
  if (gen === undefined) return (parts ?? []).map(({ s, n = 1 }) => s.repeat(n)).join('')
  const make = GENERATED[id]
  if (!make) throw new Error(`Nothing makes ${id}: ${gen}`)
  return await make()
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const image = (type: string, bytes: Buffer) =>
  `<img src="data:image/${type};base64,${bytes.toString('base64')}">`

const GENERATED: Record<string, () => string | Promise<string>> = {
  'css-var-bomb': () =>
    `<style>:root{--a0:x;${range(60)
      .map((n) => `--a${n}:var(--a${n - 1}) var(--a${n - 1});`)
      .join('')}}p::before{content:var(--a60)}</style><p>x`,
  'svg-lol': () =>
    `<svg width=9 height=9><rect id=u0 width=9 height=9 />${range(30)
      .map((n) => `<g id=u${n}><use href=#u${n - 1} /><use href=#u${n - 1} /></g>`)
      .join('')}</svg>`,
  'png-pixels': async () => image('png', await png(65_000)),
  'gif-frames': () => image('gif', gif(100_000)),
  'webp-anim': () => image('webp', webp(4_000, 1_000)),
  'webp-pixels': () => image('webp', webp(16_383, 1)),
  'jpeg-many': () => `<script>
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 })
    canvas.getContext('2d').fillRect(0, 0, 4000, 3000)
    const jpeg = atob(canvas.toDataURL('image/jpeg').split(',')[1])
    for (let n = 0; n < 500; n += 1) {
      const image = document.createElement('img')
      image.src = 'data:image/jpeg;base64,' + btoa(jpeg + n)
      image.style.width = '9px'
      document.body.append(image)
    }
  </script>`,
  'font-bomb': () => fontFace('bomb', 'woff2', woff2(2 ** 30)),
  'font-many': () =>
    range(2_000)
      .map((n) => fontFace(`f${n}`, 'ttf', Buffer.from(`not a font ${n}`)))
      .join(''),
}

function fontFace(name: string, type: string, bytes: Buffer): string {
  return (
    `<style>@font-face{font-family:${name};src:url(data:font/${type};base64,${bytes.toString('base64')})}</style>` +
    `<p style="font-family:${name}">x`
  )
}

/** A black square of 1 bit per pixel: 0.5 GB inflated, 8 GB drawn. */
async function png(size: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 1
  const deflate = createDeflate({ level: 1 })
  const compressed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => compressed.push(chunk))
  const ended = new Promise((resolve) => void deflate.once('end', resolve))
  const rows = Buffer.alloc((Math.ceil(size / 8) + 1) * 1_000)
  for (let row = 0; row < size; row += 1_000) {
    if (!deflate.write(rows)) await new Promise((resolve) => void deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.concat(compressed)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function gif(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000 00ffffff'.replaceAll(' ', ''), 'hex')
  const frame = Buffer.from('21f90400010000002c000000000100010000020244010 0'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** Squares of one colour that take no bits per pixel. */
function webp(size: number, frames: number): Buffer {
  const number24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])
  const side = number24(size - 1)
  const animated = webpChunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), side, side]))
  const endless = webpChunk('ANIM', Buffer.alloc(6))
  const frameHeader = Buffer.concat([number24(0), number24(0), side, side, number24(10), Buffer.from([0])])
  const frame = webpChunk('ANMF', Buffer.concat([frameHeader, webpChunk('VP8L', lossless(size))]))
  const chunks = [Buffer.from('WEBP'), animated, endless, ...Array.from({ length: frames }, () => frame)]
  return webpChunk('RIFF', Buffer.concat(chunks))
}

/** Size, three zero flags (transforms, colour cache, meta prefix codes), and five codes of one symbol each. */
function lossless(size: number): Buffer {
  const SIMPLE = 0b0001n
  const bits: [value: bigint, count: bigint][] = [
    [0x2fn, 8n],
    [BigInt(size - 1), 14n],
    [BigInt(size - 1), 14n],
    [0n, 4n],
    [0n, 3n],
    ...Array.from({ length: 5 }, (): [bigint, bigint] => [SIMPLE, 4n]),
  ]
  let [all, length] = [0n, 0n]
  for (const [value, count] of bits) {
    all |= value << length
    length += count
  }
  return Buffer.from(Buffer.from(all.toString(16).padStart(18, '0'), 'hex').toReversed())
}

function webpChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)])
}

/** A font of one table of zeros. */
function woff2(tableBytes: number): Buffer {
  const zeros = Buffer.alloc(tableBytes)
  const table = brotliCompressSync(zeros, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 22 },
  })
  const NAME = 5
  const directory = Buffer.from([NAME, ...base128(tableBytes)])
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x0001_0000, 4)
  header.writeUInt32BE(48 + directory.length + table.length, 8)
  header.writeUInt16BE(1, 12)
  header.writeUInt32BE(tableBytes + 28, 16)
  header.writeUInt32BE(table.length, 20)
  return Buffer.concat([header, directory, table])
}

/** WOFF2 variable-length number: seven bits per byte, with a continuation bit on all but the last. */
function base128(value: number): number[] {
  const digits = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest % 128) + 128)
  return digits
}
