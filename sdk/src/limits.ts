import { ConnectionFailed, type PlatenError, Timeout } from './errors.ts'

/** What ended something before it was done, other than its caller. */
export interface Ended {
  error: PlatenError
  ofService: false
  /** Whether it is certain that nobody has seen the call. */
  neverSent: boolean
}

// By these names platforms say that there was no connection to send anything over.
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
])

/**
 * Does something that needs the network, for so long and while its caller wants it.
 * @returns what came of it, or why it did not. @throws the reason of the caller's signal.
 */
export async function within<Value>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | Ended> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const abandon = () => controller.abort(outer?.reason)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  outer?.addEventListener('abort', abandon, { once: true })
  try {
    return await work(controller.signal)
  } catch (cause) {
    outer?.throwIfAborted()
    const error = controller.signal.aborted
      ? new Timeout(`No answer within ${timeoutMs} ms.`, { cause })
      : new ConnectionFailed(`The connection failed: ${reasonOf(cause)}.`, { cause })
    return { error, ofService: false, neverSent: neverConnected(cause) }
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abandon)
  }
}

/** Waits, unless the signal ends it. @throws the signal's reason. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Node puts the reason below "fetch failed". */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error && thrown.cause.message !== '' ? thrown.cause.message : thrown.message
}

function neverConnected(thrown: unknown): boolean {
  return [thrown, (thrown as Error | undefined)?.cause].some(
    (error) =>
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      NEVER_CONNECTED.has(String(error.code)),
  )
}
