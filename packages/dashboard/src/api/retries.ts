import { Failure } from '../base/failure.ts'

const RETRIES_MAX = 3
const RETRY_AFTER_SECONDS_MAX = 60

/** Options of a query that retries only failures with a `retry-after` header, after that time. */
export const retriesOnRequest = {
  retry: (failures: number, error: Error) => failures < RETRIES_MAX && retryDelayMs(error) !== undefined,
  retryDelay: (_: number, error: Error) => retryDelayMs(error) ?? 0,
}

/** Returns the wait before a retry in milliseconds; `undefined` when the error is shown instead. */
function retryDelayMs(error: Error): number | undefined {
  if (!(error instanceof Failure) || error.retryAfter === undefined) return undefined
  // The daily limit of previews resets after hours.
  return error.retryAfter <= RETRY_AFTER_SECONDS_MAX ? error.retryAfter * 1_000 : undefined
}
