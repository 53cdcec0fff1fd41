import { Failure } from '../../../base/failure.ts'

/** Error at a position of a source. `line` starts at 1, `column` at 0. */
export interface SourceError {
  line: number
  column: number
  message: string
}

/** Returns the position and the message of a failure; `undefined` when it has no position. */
export function sourceErrorOf(error: Error | null): SourceError | undefined {
  if (!(error instanceof Failure) || !error.position) return undefined
  return { ...error.position, message: error.detail ?? error.message }
}
