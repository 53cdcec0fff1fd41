import type { Readable } from 'node:stream'

/** One message of Chromium's. */
export interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** Of an answer with data. A longer one would not fit a string, and a page can have Chromium send it. */
export const MESSAGE_BYTES_MAX = 128 * 1024 * 1024
/** Of any other message, which is parsed as a whole: a dialog's text may be as long as a page likes. */
const PARSED_BYTES_MAX = 16 * 1024 * 1024

// How Chromium begins an answer whose first field is base64, such as a print.
const DATA_ANSWER = /^\{"id":(\d+),"result":\{"data":"/
const HEAD_LENGTH_MAX = 64
const QUOTE = '"'.charCodeAt(0)

/**
 * Reads messages, each ended by a NUL. The data of a long answer are decoded as they come: all at once would keep
 * everybody waiting for up to a second.
 * @param take is called with each message; with `data`, the bytes of the answer's `data`, for what was decoded.
 * @param giveUp is called with the id of an answer that is too long, and how long it may be; the rest of it is skipped.
 * An event that is too long is skipped without a word: the page that has caused it waits until its time is over.
 * @param dataBytesMax size limit of an answer with data.
 */
export function readMessages(
  stream: Readable,
  take: (message: Message, data?: Buffer) => void,
  giveUp: (id: number, bytesMax: number) => void,
  dataBytesMax = MESSAGE_BYTES_MAX,
): void {
  let parts: Buffer[] = []
  let data: ReturnType<typeof createDecoder> | undefined
  let length = 0
  let isTooLong = false
  const add = (part: Buffer) => {
    if (isTooLong) return
    length += part.length
    const bytesMax = data ? dataBytesMax : PARSED_BYTES_MAX
    if (length > bytesMax) {
      isTooLong = true
      const head = (parts[0] ?? part).toString('latin1', 0, HEAD_LENGTH_MAX)
      giveUp(Number(/^\{"id":(\d+)/.exec(head)?.[1]), bytesMax)
      parts = []
      data = undefined
      return
    }
    const rest = data ? data.add(part) : part
    if (rest.length > 0) parts.push(rest)
  }
  /** The beginning of a message that goes on in the next chunk. */
  const begin = (part: Buffer) => {
    const head = DATA_ANSWER.exec(part.toString('latin1', 0, HEAD_LENGTH_MAX))?.[0]
    if (head === undefined) return add(part)
    add(part.subarray(0, head.length))
    data = createDecoder()
    add(part.subarray(head.length))
  }
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end))
      if (!isTooLong) take(JSON.parse(Buffer.concat(parts).toString()), data?.whole())
      parts = []
      data = undefined
      length = 0
      isTooLong = false
      start = end + 1
    }
    if (start === chunk.length) return
    if (length === 0) begin(chunk.subarray(start))
    else add(chunk.subarray(start))
  })
}

/** Decodes a text in base64 that comes in parts, up to the quotation mark that ends it. */
function createDecoder() {
  const decoded: Buffer[] = []
  // Less than four characters, which stand for three bytes together.
  let left = ''
  let hasEnded = false
  return {
    /** @returns what is behind its end. */
    add(part: Buffer): Buffer {
      if (hasEnded) return part
      const end = part.indexOf(QUOTE)
      hasEnded = end !== -1
      const text = left + part.toString('latin1', 0, hasEnded ? end : part.length)
      const whole = hasEnded ? text.length : text.length - (text.length % 4)
      decoded.push(Buffer.from(text.slice(0, whole), 'base64'))
      left = text.slice(whole)
      return part.subarray(hasEnded ? end : part.length)
    },
    whole: () => Buffer.concat(decoded),
  }
}
