import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { timeoutRefusal } from '../../rendering/scheduling/timed-out.ts'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import { sendErrorResponse } from './error-responses.ts'
import { ClientDisconnected } from './disconnect.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborts when the call has had its time, counted from its arrival, or when its caller has hung up. Its reason is
     * what the call then fails with.
     */
    deadline: AbortSignal
  }
}

/** Of a call that is made within another one: what ends that. */
const outer = new AsyncLocalStorage<AbortSignal>()

/**
 * Does something that calls our own routes by `inject`: they end when `signal` does. An injected call has no
 * connection over which its caller could hang up, and its own signal is heard only until its body is read.
 */
export async function endingWith<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return await outer.run(signal, work)
}

/** What obeys its signal has ended long before. */
const OVERTIME_MS = 3_000

/**
 * Gives every call its deadline, and its answer soon after it even where something does not obey. Fastify's own
 * `request.signal` aborts as soon as a body has been read whole (5.12.8: it takes the end of the incoming stream for
 * the end of the connection), so it cannot be used.
 */
export function setDeadline(limitMs: number, overtimeMs = OVERTIME_MS) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    throwIfEnded(request, reply)
    const hangUp = new AbortController()
    // The overtime begins with the deadline: where the process stood still over both, what obeys still comes first.
    let timer = setTimeout(() => {
      timer = setTimeout(() => {
        if (reply.sent) return
        // Unlike a call that ends late, this is a defect: the work ignores its deadline.
        request.log.error({ limitMs }, 'the work of a call did not end at its deadline')
        sendErrorResponse(neverEnded(), request, reply)
      }, overtimeMs)
      hangUp.abort(timeoutRefusal(new Error(`The call took longer than ${limitMs} ms`)))
    }, limitMs)
    const around = outer.getStore()
    const endToo = () => hangUp.abort(around?.reason)
    around?.addEventListener('abort', endToo, { once: true })
    onCallEnd(request, reply, () => {
      clearTimeout(timer)
      around?.removeEventListener('abort', endToo)
      if (!reply.raw.writableFinished) hangUp.abort(new ClientDisconnected())
    })
    request.deadline = hangUp.signal
  }
}

/** What has become of it, its Idempotency-Key will tell. */
function neverEnded(): Refusal {
  return new Refusal(
    'timed-out',
    'The service did not come to an end with this call. With an Idempotency-Key it can be repeated without harm.',
  )
}
