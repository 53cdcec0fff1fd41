import type { CallToolResult } from '@modelcontextprotocol/server'
import { BadRequest, InsufficientCredits, PlatenError } from '@platen/client'

const TEXT_LENGTH_MAX = 4_000

/** Error for invalid input of a tool. `message` describes the problem, `next` the next step. */
export class ToolRefusal extends Error {
  override name = 'ToolRefusal'
  readonly next: string

  constructor(message: string, next: string) {
    super(message)
    this.next = next
  }
}

/** Result of a failed tool, with the next step for the agent. */
export function failed(error: unknown, onFault: (error: unknown) => void): CallToolResult {
  const lines = linesOf(error)
  if (!lines) onFault(error)
  const text = (lines ?? ['The tool failed because of an internal error.', 'Next: tell the user.']).join('\n')
  const shortened = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text
  return { isError: true, content: [{ type: 'text', text: shortened }] }
}

function linesOf(error: unknown): string[] | undefined {
  if (error instanceof ToolRefusal) return [error.message, `Next: ${error.next}`]
  if (!(error instanceof PlatenError)) return undefined
  const { detail, position, message } = error
  return [
    message,
    ...(detail === undefined ? [] : [detail]),
    ...problemsOf(error),
    ...(position ? [`Position: line ${position.line}, column ${position.column} of the template.`] : []),
    `Next: ${nextAfter(error)}`,
  ]
}

/** Lists the validation errors of the data against the data schema of the template. */
function problemsOf(error: PlatenError): string[] {
  if (!(error instanceof BadRequest)) return []
  return error.problems.map(({ path, message }) => `${path || '/'}: ${message}`)
}

/** Next steps by the name of the error. */
const NEXT: Readonly<Record<string, string>> = {
  BadRequest: 'correct the input and try again; read_guide documents templates.',
  Changed:
    'it already exists or was changed: read it again with get_template, get_partial or list_library, apply your change to the current content, and save with its contentVersion.',
  Conflict: 'use another idempotencyKey, or wait if the same call is in progress.',
  ConnectionFailed: 'try again; if the error persists, tell the user that the service cannot be reached.',
  Forbidden: 'tell the user; only the operator of the service can change that.',
  NotFound: 'check the ids and names with list_templates, list_library or list_jobs.',
  RateLimited: 'the account has reached a limit; ask the user what to delete.',
  Timeout: 'try again; if the error persists, tell the user that the service cannot be reached.',
  Unauthorized: 'tell the user that the API key does not work.',
}

function nextAfter(error: PlatenError): string {
  const { name, status, retryAfter } = error
  if (error instanceof InsufficientCredits) {
    const { billingUrl = 'the billing page of the service' } = error
    return `tell the user that credits are bought at ${billingUrl}. preview_template is free.`
  }
  if (name === 'RateLimited' && retryAfter !== undefined)
    return `wait ${Math.max(1, Math.ceil(retryAfter))} seconds, then try again.`
  if (status === 504)
    return 'the render took too long: make the document smaller, or render with async: true.'
  return NEXT[name] ?? 'try again; if the error persists, tell the user.'
}
