import type { Readable } from 'node:stream'

/** A message from Chromium. */
export interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** Size limit of a response with data. Without it, a page could exceed the maximum length of a string. */
export const MESSAGE_BYTES_MAX = 128 * 1024 * 1024
/** Size limit of any other message, which is parsed as a whole. A page can make the text of a dialog very long. */
const PARSED_BYTES_MAX = 16 * 1024 * 1024

/** Start of a response whose first field is base64, such as a print. */
const DATA_RESPONSE = /^\{"id":(\d+),"result":\{"data":"/
const HEAD_LENGTH_MAX = 64
const QUOTE = '"'.charCodeAt(0)

/**
 * Reads messages that end with NUL. The data of a long response is decoded chunk by chunk: all at once would block the
 * event loop for up to 1 s.
 * @param onMessage receives each message, and the decoded bytes of `data` for a long response.
 * @param onTooLong receives the id of a response that is too long, and the limit. The response is skipped. An event that
 * is too long is skipped silently: the page that caused it runs into its time limit.
 * @param dataBytesMax size limit of a response with data.
 */
export function readMessages(
  stream: Readable,
  onMessage: (message: Message, data?: Buffer) => void,
  onTooLong: (id: number, bytesMax: number) => void,
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
      onTooLong(Number(/^\{"id":(\d+)/.exec(head)?.[1]), bytesMax)
      parts = []
      data = undefined
      return
    }
    const rest = data ? data.add(part) : part
    if (rest.length > 0) parts.push(rest)
  }
  /** Reads the beginning of a message that continues in the next chunk. */
  const begin = (part: Buffer) => {
    const head = DATA_RESPONSE.exec(part.toString('latin1', 0, HEAD_LENGTH_MAX))?.[0]
    if (head === undefined) return add(part)
    add(part.subarray(0, head.length))
    data = createDecoder()
    add(part.subarray(head.length))
  }
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end))
      if (!isTooLong) onMessage(JSON.parse(Buffer.concat(parts).toString()), data?.whole())
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

/** Creates a decoder of base64 that arrives in parts and ends with a quotation mark. */
function createDecoder() {
  const decoded: Buffer[] = []
  // Fewer than four characters, which encode three bytes together.
  let left = ''
  let hasEnded = false
  return {
    /** Decodes a part. @returns the bytes after the end of the base64. */
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
