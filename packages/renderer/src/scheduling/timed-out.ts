import { Refusal } from '@platen/template/refusal'

/** Returns the error of a synchronous call that exceeded its time limit. */
export function timeoutRefusal(cause?: unknown): Refusal {
  return new Refusal(
    'timed-out',
    'The response was not ready in time. Nothing was charged. Use `async` for large documents.',
    { cause },
  )
}
