import type { Platen, Problem } from '@platen/client'
import type { CallerConfig } from './config.ts'
import type { StoredService } from './sign-in/credentials.ts'

/** Service and credentials that a command uses. */
export interface Caller {
  /** Address of the service, without a trailing slash. */
  url: string
  urlFrom: 'option' | 'environment' | 'login' | 'default'
  /** `undefined` when no key is known. Some commands need none. */
  apiKey: string | undefined
  /** `prompt`: a key that the user has just entered and that is not stored yet. */
  keyFrom: 'environment' | 'login' | 'prompt' | undefined
  /** Entry of the service in the credentials file. */
  stored: StoredService | undefined
}

/** Call of a caller command. */
export interface CallerCall {
  config: CallerConfig
  caller: Caller
  /** Returns the client library with the key of the caller. @throws {CallerError} if there is no key. */
  client: () => Promise<Platen>
  terminal: Terminal
  /** True for `--json`. */
  isJson: boolean
  /** Aborted when the process receives a signal to stop. */
  signal: AbortSignal
}

/** Terminal of the user, for messages while a command runs. The output of a command belongs in its result. */
export interface Terminal {
  /** True if standard error is a terminal and `--json` is not set. */
  showsProgress: boolean
  /** True if the command can prompt the user. */
  canPrompt: boolean
  /** In characters. */
  width: number
  /** Writes a line to standard error. Does nothing if `showsProgress` is false. */
  printLine(line: string): void
  /** Writes to standard error in any case: as text or, with `--json`, as one JSON value on a line. */
  print(text: string, json: object): void
}

/** Fields of an error in JSON, besides its message. */
export interface ErrorDetails {
  /** HTTP status, if the service answered. */
  status?: number
  /** Error in a template or in data, as the compiler or the validator reports it. */
  detail?: string
  /** Differences between the data and the data schema of the template. */
  problems?: readonly Problem[]
  billingUrl?: string
  requestId?: string
}

/** Error of a caller's command, with the next step for the user. */
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

/** Creates the error for a missing API key. */
export function missingKeyError(url: string): CallerError {
  return new CallerError(`There is no API key for ${url}.`, {
    next: 'Run platen login, or set PLATEN_API_KEY.',
  })
}

/**
 * Returns true if a text can be an API key. Other texts are not valid in a header, and the error of `fetch` would contain
 * the text.
 */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text)
}
