import type { Readable, Writable } from 'node:stream'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { type Message, readMessages } from './messages.ts'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events
type CommandsWithData = {
  [Method in keyof Commands]: Commands[Method]['returnType'] extends { data: string } ? Method : never
}[keyof Commands]

/** Protocol session with one target of Chromium. */
export interface Session {
  /** Sends a command. @throws {ProtocolError} when Chromium refuses the command, or ends before it answers. */
  send<Method extends Exclude<keyof Commands, CommandsWithData>>(
    method: Method,
    ...parameters: Commands[Method]['paramsType']
  ): Promise<Commands[Method]['returnType']>
  /** Sends a command whose response has bytes in `data`. They are decoded without blocking, whatever their size. */
  sendForData<Method extends CommandsWithData>(
    method: Method,
    ...parameters: Commands[Method]['paramsType']
  ): Promise<Buffer>
  /** Calls `listener` for every event with this name. @returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (...event: Events[Name]) => void): () => void
}

/** Connection to one Chromium: the session of the browser, and one for each attached target. */
export interface Connection {
  browser: Session
  session(sessionId: string): Session
  /** Closes the connection. All pending and later commands fail with `reason`. */
  close(reason: Error): void
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}

/** Chromium refused a command, or ended. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** Chromium runs and refused a command. */
export class CommandRefused extends ProtocolError {
  override name = 'CommandRefused'
}

/** A document navigated away from its page, or closed it. */
export class PageNavigatedAway extends ProtocolError {
  override name = 'PageNavigatedAway'
}

/** The process of a page ended, mostly because of its memory limit. */
export class PageCrashed extends ProtocolError {
  override name = 'PageCrashed'
}

/** A response exceeded the size limit. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/** Error code of Chromium for a command to a page that no longer exists. */
const NO_SUCH_SESSION = -32_001

interface Pending {
  method: string
  sessionId: string
  resolve(result: unknown, data?: Buffer): void
  reject(error: Error): void
}

type Listener = (event: unknown) => void

/**
 * Creates a connection by the DevTools protocol over a pair of pipes: JSON texts, each ended by NUL.
 * @param dataBytesMax size limit of a response with data, such as a print.
 */
export function createConnection(input: Writable, output: Readable, dataBytesMax?: number): Connection {
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Set<Listener>>()
  let lastId = 0
  const ended = Promise.withResolvers<void>()
  let closed: Error | undefined

  const receive = (message: Message, data?: Buffer) => {
    if (message.id === undefined) {
      for (const listener of listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? [])
        listener(message.params)
      if (message.method === 'Target.detachedFromTarget') rejectDetached(message.params)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error) call?.reject(errorOf(call.method, message.error))
    else call?.resolve(message.result, data)
  }

  const rejectTooLong = (id: number, bytesMax: number) => {
    const call = pending.get(id)
    pending.delete(id)
    call?.reject(new ResponseTooLarge(tooLong(call.method, bytesMax)))
  }

  // Pending commands of a detached target are never answered. This event is the only notification.
  const rejectDetached = (params: unknown) => {
    const sessionId =
      typeof params === 'object' && params && 'sessionId' in params ? params.sessionId : undefined
    for (const [id, call] of pending) {
      if (call.sessionId !== sessionId) continue
      pending.delete(id)
      call.reject(new PageNavigatedAway(`${call.method}: the page no longer exists`))
    }
    for (const key of listeners.keys()) if (key.startsWith(`${String(sessionId)} `)) listeners.delete(key)
  }

  const close = (reason: Error) => {
    closed ??= reason
    // Before the commands fail, so that a retry already gets the next Chromium.
    ended.resolve()
    for (const call of pending.values()) call.reject(reason)
    pending.clear()
    listeners.clear()
  }

  input.on('error', (error) => close(new ProtocolError('Chromium ended', { cause: error })))
  output.on('error', (error) => close(new ProtocolError('Chromium ended', { cause: error })))
  output.on('close', () => close(new ProtocolError('Chromium ended')))
  readMessages(output, receive, rejectTooLong, dataBytesMax)

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
      // Responses of Chromium have the types of the protocol description. They are not validated.
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
      const wrapped: Listener = (event) => (listener as Listener)(event)
      listeners.set(key, (listeners.get(key) ?? new Set()).add(wrapped))
      return () => void listeners.get(key)?.delete(wrapped)
    },
  })

  return { browser: session(''), session, close, closed: ended.promise }
}

function tooLong(method: string, bytesMax: number): string {
  return `The response of Chromium to ${method} is larger than ${bytesMax.toLocaleString('en')} bytes.`
}

function errorOf(method: string, { code, message }: { code: number; message: string }): ProtocolError {
  const Kind = code === NO_SUCH_SESSION ? PageNavigatedAway : CommandRefused
  return new Kind(`${method}: ${message}`)
}
