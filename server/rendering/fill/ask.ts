import { Refusal } from '../../errors.ts'
import type { WorkClock } from '../scheduling/deadline.ts'
import type { Answer, Question } from './messages.ts'

/**
 * Asks one of the template hosts, which need not be the one that was asked before.
 * @param limitMs how long the host may work on it, as time of a processor.
 * @param clock is told while the question waits for its turn.
 */
export type Ask = (
  partition: string,
  question: Question,
  limitMs: number,
  signal: AbortSignal,
  clock?: WorkClock,
) => Promise<Answer>

/** @throws {Refusal} `invalid` for what a host has refused. */
export function refuseUnlessDone(answer: Answer, message: string): Answer & { kind: 'done' } {
  if (answer.kind === 'done') return answer
  throw refusalOf(answer, message)
}

/** What a host has refused, as whoever asked is told. */
export function refusalOf(answer: Answer, message: string): Refusal {
  return answer.kind === 'refused'
    ? new Refusal('invalid', message, { detail: answer.reason, place: answer.place })
    : new Refusal('invalid', message, { detail: 'the template failed' })
}
