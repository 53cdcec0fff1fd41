import type { Connection } from './calls.ts'
import { errorOf } from '../errors.ts'
import { withTimeout } from './timeouts.ts'
import { type Failure, withRetries } from './retries.ts'
import type { CallOptions } from '../types.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Finished PDF. It can be downloaded for five days. */
export interface Download {
  /** Downloads the PDF. */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * Streams the PDF. The download starts with the first read. A broken connection is an error, because data that was
   * already read cannot be taken back. `timeoutMs` applies to the start and to each chunk.
   */
  stream(options?: CallOptions): ReadableStream<Bytes>
}

interface Opened {
  reader: ReadableStreamDefaultReader<Bytes>
  /** Aborts the transfer. */
  controller: AbortController
}

/** Creates the download methods for a URL. The URL is signed, so requests are sent without the API key. */
export function downloadOf(connection: Connection, url: string): Download {
  return {
    async download({
      signal,
      timeoutMs = connection.timeoutMs,
      retries = connection.retries,
    }: CallOptions = {}) {
      return await withRetries<Bytes>({
        repeatable: true,
        retries,
        signal,
        attempt: async () => {
          const opened = await open(connection, url, timeoutMs, signal)
          return 'value' in opened ? await collect(opened.value, timeoutMs, signal) : opened
        },
      })
    },
    stream({ signal, timeoutMs = connection.timeoutMs, retries = connection.retries }: CallOptions = {}) {
      const abortController = new AbortController()
      let opened: Opened | undefined
      const stop = (reason: unknown) => {
        abortController.abort(reason)
        opened?.controller.abort(reason)
      }
      const abandon = () => stop(signal?.reason)
      if (signal?.aborted) abandon()
      signal?.addEventListener('abort', abandon, { once: true })
      const end = () => signal?.removeEventListener('abort', abandon)
      const attempt = () => open(connection, url, timeoutMs, abortController.signal)
      return new ReadableStream<Bytes>(
        {
          async pull(stream) {
            try {
              opened ??= await withRetries({
                repeatable: true,
                retries,
                signal: abortController.signal,
                attempt,
              })
              const chunk = await read(opened, timeoutMs, abortController.signal)
              if ('error' in chunk) throw chunk.error
              if (chunk.value !== undefined) {
                stream.enqueue(chunk.value)
                return
              }
              stream.close()
              end()
            } catch (error) {
              end()
              throw error
            }
          },
          cancel(reason) {
            end()
            stop(reason)
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}

/** @returns the response, before its body is read. */
async function open(
  { fetch }: Connection,
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ value: Opened } | Failure> {
  const controller = new AbortController()
  return await withTimeout(timeoutMs, signal, async (limited) => {
    const abandon = () => controller.abort(limited.reason)
    limited.addEventListener('abort', abandon, { once: true })
    const response = await fetch(url, { signal: controller.signal })
    if (!response.ok || !response.body) {
      const error = errorOf(response, await response.json().catch(() => undefined))
      return { error, fromService: false, neverSent: false }
    }
    limited.removeEventListener('abort', abandon)
    return { value: { reader: response.body.getReader(), controller } }
  })
}

/** Reads the next chunk. `undefined` at the end. */
async function read(
  { reader, controller }: Opened,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ value: Bytes | undefined } | Failure> {
  return await withTimeout(timeoutMs, signal, async (limited) => {
    const abandon = () => controller.abort(limited.reason)
    limited.addEventListener('abort', abandon, { once: true })
    try {
      const { value } = await reader.read()
      return { value }
    } finally {
      limited.removeEventListener('abort', abandon)
    }
  })
}

async function collect(
  opened: Opened,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ value: Bytes } | Failure> {
  const chunks: Bytes[] = []
  for (;;) {
    const chunk = await read(opened, timeoutMs, signal)
    if ('error' in chunk) return chunk
    if (chunk.value === undefined) return { value: joined(chunks) }
    chunks.push(chunk.value)
  }
}

function joined(chunks: Bytes[]): Bytes {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
