import { Refusal } from '../../errors.ts'
import type { PausableClock } from '../scheduling/deadline.ts'
import type { HostResponse, HostRequest } from './messages.ts'

/**
 * Sends a request to any of the template hosts.
 *
 * @param limitMs processor time of the host for it
 * @param clock paused while the request waits for a host
 */
export type Ask = (
  partition: string,
  question: HostRequest,
  limitMs: number,
  signal: AbortSignal,
  clock?: PausableClock,
) => Promise<HostResponse>

/** @throws {Refusal} `invalid` for a request that a host has rejected */
export function refuseUnlessDone(answer: HostResponse, message: string): HostResponse & { kind: 'done' } {
  if (answer.kind === 'done') return answer
  throw refusalOf(answer, message)
}

/** Converts the rejection of a host to a refusal. */
export function refusalOf(answer: HostResponse, message: string): Refusal {
  return answer.kind === 'refused'
    ? new Refusal('invalid', message, { detail: answer.reason, position: answer.position })
    : new Refusal('invalid', message, { detail: 'the template failed' })
}
