import type { Readable, Writable } from 'node:stream'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { type Message, readMessages } from './messages.ts'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events
type CommandsWithData = {
  [Method in keyof Commands]: Commands[Method]['returnType'] extends { data: string } ? Method : never
}[keyof Commands]

/** One target's side of the conversation with Chromium. */
export interface Session {
  /** @throws {ProtocolError} when Chromium refuses the command, or goes away before it answers. */
  send<Method extends Exclude<keyof Commands, CommandsWithData>>(
    method: Method,
    ...parameters: Commands[Method]['paramsType']
  ): Promise<Commands[Method]['returnType']>
  /** The same, for commands that are answered with bytes as `data`: however many, they keep nothing else waiting. */
  sendForData<Method extends CommandsWithData>(
    method: Method,
    ...parameters: Commands[Method]['paramsType']
  ): Promise<Buffer>
  /** Calls `listener` for every event of this kind, until the function that it returns is called. */
  on<Name extends keyof Events>(name: Name, listener: (...event: Events[Name]) => void): () => void
}

/** The conversation with one Chromium: the browser's own session, and one for each attached target. */
export interface Connection {
  browser: Session
  session(sessionId: string): Session
  /** Everything pending and to come fails with `reason`. */
  close(reason: Error): void
  /** Resolves when the other side is gone. */
  closed: Promise<void>
}

/** Chromium refused a command, or went away. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** Chromium is there and says no. */
export class CommandRefused extends ProtocolError {
  override name = 'CommandRefused'
}

/** A document has led its page elsewhere, or closed it. */
export class PageNavigatedAway extends ProtocolError {
  override name = 'PageLeft'
}

/** A page's process has ended, most often for want of memory. */
export class PageCrashed extends ProtocolError {
  override name = 'PageCrashed'
}

/** An answer was longer than anything that we print. */
export class ResponseTooLarge extends Error {
  override name = 'AnswerTooLong'
}

/** Chromium's error code for a call to a page that is gone. */
const NO_SUCH_SESSION = -32_001

interface Pending {
  method: string
  sessionId: string
  resolve(result: unknown, data?: Buffer): void
  reject(error: Error): void
}

type Listener = (event: unknown) => void

/**
 * Speaks the DevTools protocol over a pair of pipes: JSON texts, each ended by a NUL.
 * @param dataBytesMax size limit of an answer with data, such as a print.
 */
export function createConnection(input: Writable, output: Readable, dataBytesMax?: number): Connection {
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Set<Listener>>()
  let lastId = 0
  const ending = Promise.withResolvers<void>()
  let closed: Error | undefined

  const receive = (message: Message, data?: Buffer) => {
    if (message.id === undefined) {
      for (const listener of listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? [])
        listener(message.params)
      if (message.method === 'Target.detachedFromTarget') forget(message.params)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error) call?.reject(refused(call.method, message.error))
    else call?.resolve(message.result, data)
  }

  const giveUp = (id: number, bytesMax: number) => {
    const call = pending.get(id)
    pending.delete(id)
    call?.reject(new ResponseTooLarge(`${call.method}: the answer is longer than ${bytesMax} bytes`))
  }

  // A target that is gone answers no more: Chromium only says so by this event.
  const forget = (params: unknown) => {
    const sessionId =
      typeof params === 'object' && params && 'sessionId' in params ? params.sessionId : undefined
    for (const [id, call] of pending) {
      if (call.sessionId !== sessionId) continue
      pending.delete(id)
      call.reject(new PageNavigatedAway(`${call.method}: the page is gone`))
    }
    for (const key of listeners.keys()) if (key.startsWith(`${String(sessionId)} `)) listeners.delete(key)
  }

  const close = (reason: Error) => {
    closed ??= reason
    // Before the calls fail, so that whoever tries again already meets the successor.
    ending.resolve()
    for (const call of pending.values()) call.reject(reason)
    pending.clear()
    listeners.clear()
  }

  input.on('error', (error) => close(new ProtocolError('Chromium went away', { cause: error })))
  output.on('error', (error) => close(new ProtocolError('Chromium went away', { cause: error })))
  output.on('close', () => close(new ProtocolError('Chromium went away')))
  readMessages(output, receive, giveUp, dataBytesMax)

  const request = (call: Pending, params: unknown) => {
    if (closed) return call.reject(closed)
    const id = (lastId += 1)
    pending.set(id, call)
    const { method, sessionId } = call
    input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
  }

  const session = (sessionId: string): Session => ({
    send(method, ...[params]) {
      const { promise, resolve, reject } = Promise.withResolvers<Commands[typeof method]['returnType']>()
      // What Chromium answers is what the protocol's own description says; it is not checked again here.
      request({ method, sessionId, resolve: (result) => resolve(result as never), reject }, params)
      return promise
    },
    sendForData(method, ...[params]) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const take = (result: unknown, data?: Buffer) =>
        resolve(data ?? Buffer.from((result as { data: string }).data, 'base64'))
      request({ method, sessionId, resolve: take, reject }, params)
      return promise
    },
    on(name, listener) {
      const key = `${sessionId} ${name}`
      const own: Listener = (event) => (listener as Listener)(event)
      listeners.set(key, (listeners.get(key) ?? new Set()).add(own))
      return () => void listeners.get(key)?.delete(own)
    },
  })

  return { browser: session(''), session, close, closed: ending.promise }
}

function refused(method: string, { code, message }: { code: number; message: string }): ProtocolError {
  const Kind = code === NO_SUCH_SESSION ? PageNavigatedAway : CommandRefused
  return new Kind(`${method}: ${message}`)
}
