import type { Platen } from '../../../sdk/src/index.ts'
import type { CallerConfig } from '../../config/caller.ts'
import type { Arguments } from '../command.ts'
import type { KeptService } from './sign-in/credentials.ts'

/** Whom a command speaks to, and as whom. */
export interface Caller {
  /** The service's address, without a slash at its end. */
  url: string
  urlFrom: 'option' | 'environment' | 'login' | 'default'
  /** Undefined where there is none: not every command needs one. */
  apiKey: string | undefined
  /** `given`: to be looked at before it is kept. */
  keyFrom: 'environment' | 'login' | 'prompt' | undefined
  /** What `platen login` has kept of this service. */
  kept: KeptService | undefined
}

/** What a caller's command is called with. */
export interface CallerCall extends Arguments {
  config: CallerConfig
  caller: Caller
  /** The client library with the caller's key. @throws {CallerError} where there is no key. */
  client(): Promise<Platen>
  terminal: Terminal
  /** Aborted when the tool is asked to stop. */
  signal: AbortSignal
}

/** Whoever reads along. What a command gives goes into its result; this is for what it says meanwhile. */
export interface Terminal {
  /** Whether a person reads what is said meanwhile: there is a terminal, and no --json. */
  isWatched: boolean
  /** Whether a person can be asked something. */
  canAsk: boolean
  /** In characters. */
  width: number
  /** Says a line to the person who watches; in a pipe nothing is said. */
  say(line: string): void
  /** Says what has to be said in any case, as text or, with --json, as one value on a line. */
  tell(text: string, json: object): void
}

/** What programs are told of an error beside its words. */
export interface ErrorDetails {
  /** The service's answer, where there was one. */
  status?: number
  /** What is wrong with a template or with data, in the words of whoever found it. */
  detail?: string
  billingUrl?: string
  requestId?: string
}

/** What could not be done, and what to do next. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly next: string
  readonly details: ErrorDetails

  constructor(message: string, options: { next: string; details?: ErrorDetails; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.next = options.next
    this.details = options.details ?? {}
  }
}

/** What is done about a missing key. */
export function noKey(url: string): CallerError {
  return new CallerError(`There is no API key for ${url}.`, {
    next: 'Run platen login, or set PLATEN_API_KEY.',
  })
}

/** Whether a text can be an API key at all: what cannot be a header's value would end in an error's message. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text)
}
