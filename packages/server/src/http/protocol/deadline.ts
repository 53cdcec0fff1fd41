import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import { sendErrorResponse } from './error-responses.ts'
import { ClientDisconnected } from './disconnect.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborts when the time limit of the call, counted from its arrival, has passed, or when the client disconnects. The
     * reason is the error of the call.
     */
    deadline: AbortSignal
  }
}

/** Signal that ends the calls which are injected by another call. */
const outerSignal = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work that calls routes of the service by `inject`. These calls end when `signal` aborts. An injected call has no
 * connection that could be closed, and Fastify ignores its own signal after the body is read.
 */
export async function withOuterDeadline<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return await outerSignal.run(signal, work)
}

/** Time after the deadline in which work that observes its signal ends. In milliseconds. */
const OVERTIME_MS = 3_000

/**
 * Returns a hook that sets the deadline of a call. If the work ignores its deadline, the call is answered after
 * `overtimeMs`. `request.signal` of Fastify cannot be used: it aborts when the body is read completely (5.12.8: the end
 * of the incoming stream is taken for the end of the connection).
 */
export function setDeadline(limitMs: number, overtimeMs = OVERTIME_MS) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    throwIfEnded(request, reply)
    const controller = new AbortController()
    // The overtime starts at the deadline. If the process was paused during both, the work still gets time to end.
    let timer = setTimeout(() => {
      timer = setTimeout(() => {
        if (reply.sent) return
        // This is a defect, unlike a call that ends late: the work ignores its deadline.
        request.log.error({ limitMs }, 'the work of a call did not end at its deadline')
        sendErrorResponse(workDidNotEnd(), request, reply)
      }, overtimeMs)
      controller.abort(timeoutRefusal(new Error(`The call took longer than ${limitMs} ms`)))
    }, limitMs)
    const outer = outerSignal.getStore()
    const abortToo = () => controller.abort(outer?.reason)
    outer?.addEventListener('abort', abortToo, { once: true })
    onCallEnd(request, reply, () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abortToo)
      if (!reply.raw.writableFinished) controller.abort(new ClientDisconnected())
    })
    request.deadline = controller.signal
  }
}

/** Error for a call whose outcome is unknown. A repeated call with the same Idempotency-Key returns it. */
function workDidNotEnd(): Refusal {
  return new Refusal(
    'timed-out',
    'The call did not end in time, and its outcome is not known. With an Idempotency-Key, you can retry it without a second charge.',
  )
}
