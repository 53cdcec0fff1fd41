import { Refusal } from '../../errors.ts'

/** What a call is told that was not ready when its time was over. */
export function timeoutRefusal(cause: unknown): Refusal {
  return new Refusal(
    'timed-out',
    'It was not ready in time. Nothing was charged; large documents should use async.',
    { cause },
  )
}
