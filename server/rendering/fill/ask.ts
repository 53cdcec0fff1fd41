import { Refusal } from '../../errors.ts'
import type { PausableClock } from '../scheduling/deadline.ts'
import type { HostResponse, HostRequest } from './messages.ts'

/**
 * Asks one of the template hosts, which need not be the one that was asked before.
 * @param limitMs how long the host may work on it, as time of a processor.
 * @param clock is told while the question waits for its turn.
 */
export type Ask = (
  partition: string,
  question: HostRequest,
  limitMs: number,
  signal: AbortSignal,
  clock?: PausableClock,
) => Promise<HostResponse>

/** @throws {Refusal} `invalid` for what a host has refused. */
export function refuseUnlessDone(answer: HostResponse, message: string): HostResponse & { kind: 'done' } {
  if (answer.kind === 'done') return answer
  throw refusalOf(answer, message)
}

/** What a host has refused, as whoever asked is told. */
export function refusalOf(answer: HostResponse, message: string): Refusal {
  return answer.kind === 'refused'
    ? new Refusal('invalid', message, { detail: answer.reason, place: answer.place })
    : new Refusal('invalid', message, { detail: 'the template failed' })
}
