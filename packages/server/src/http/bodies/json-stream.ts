import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Bytes that are encoded at once. A multiple of 3, so that the base64 parts can be concatenated. */
const PART_BYTES = 192 * 1024

/** End of the JSON of an object whose last field is a string. */
const END = '"}'

/**
 * Returns the JSON of an object as a stream, with the base64 of `bytes` in its last field `name`. Encoding a PDF of 50 MB
 * at once would block the event loop for half a second. Between two parts, other calls are served.
 */
export function streamJsonWithBytes(object: object, name: string, bytes: Buffer): Readable {
  return Readable.from(parts(object, name, bytes), { objectMode: false })
}

async function* parts(object: object, name: string, bytes: Buffer): AsyncGenerator<string> {
  yield JSON.stringify({ ...object, [name]: '' }).slice(0, -END.length)
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    yield bytes.toString('base64', at, at + PART_BYTES)
    await setImmediate()
  }
  yield END
}
