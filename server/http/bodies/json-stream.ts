import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Bytes that are encoded at once; a multiple of 3, so that the parts of a base64 text join. */
const PART_BYTES = 192 * 1024

/** End of the JSON of an object whose last field is a string. */
const END = '"}'

/**
 * Returns the JSON of an object with the base64 of `bytes` in its last field `name`, as a stream in UTF-8. As one text,
 * a PDF of 50 MB would hold up the event loop for half a second; between parts others have their turn.
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
