import { ConnectionFailed, type PlatenError, Timeout } from '../errors.ts'

/** Failure by a time-out or by the network. */
export interface NetworkFailure {
  error: PlatenError
  fromService: false
  /** True if the request was certainly not sent. */
  neverSent: boolean
}

// Error codes of platforms for a connection that was never established.
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
 * Runs a network operation with a time limit and the signal of the caller.
 * @returns its value, or the failure. @throws the reason of the signal.
 */
export async function withTimeout<Value>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | NetworkFailure> {
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
    return { error, fromService: false, neverSent: neverConnected(cause) }
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abandon)
  }
}

/** Waits for this time. @throws the reason of the signal. */
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

/** Node reports the reason in `cause` of "fetch failed". */
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
