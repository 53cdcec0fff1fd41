import { BadRequest, InsufficientCredits, PlatenError } from '@platen/client/errors'
import { type Caller, CallerError } from './caller.ts'

/**
 * Converts an error of the client library to a `CallerError` with the next step. Other errors are returned unchanged.
 */
export function withHint(error: unknown, caller: Caller): unknown {
  if (!(error instanceof PlatenError)) return error
  const { status, detail, requestId } = error
  const problems = error instanceof BadRequest ? error.problems : []
  const { message, next, billingUrl } = advice(error, caller)
  return new CallerError(message ?? error.message, {
    next: next ?? 'Try again. If the error persists, contact the operator of the service.',
    details: {
      ...(status !== undefined && { status }),
      ...(detail !== undefined && { detail }),
      ...(problems.length > 0 && { problems }),
      ...(billingUrl !== undefined && { billingUrl }),
      ...(requestId !== undefined && { requestId }),
    },
    cause: error,
  })
}

interface Advice {
  message?: string
  next?: string | undefined
  billingUrl?: string
}

/** Next steps by the name of the error. */
const NEXT: Readonly<Record<string, string>> = {
  BadRequest: 'Correct the input and try again.',
  Conflict: 'Check what has changed, and try again.',
  Forbidden:
    'Use an API key with this scope. If the account is suspended, contact the operator of the service.',
  InsufficientCredits: 'Ask the operator of the service for credits.',
  JobFailed: 'Check the template and its data, and try again.',
  NotFound: 'Check the id or name. It may belong to another account: platen whoami shows yours.',
  RateLimited: 'Delete what you no longer need, or ask the operator of the service for a higher limit.',
}

function advice(error: PlatenError, caller: Caller): Advice {
  const { name, status, retryAfter } = error
  if (name === 'ConnectionFailed' || name === 'Timeout') {
    const source = {
      option: 'from --url',
      environment: 'from PLATEN_URL',
      login: 'the service of your last sign-in',
      default: 'the default',
    }[caller.urlFrom]
    return {
      message: `${caller.url} (${source}) cannot be reached. ${error.message}`,
      next: 'Check that the service runs at this address, or set PLATEN_URL to its address.',
    }
  }
  if (name === 'Unauthorized') return adviceForKey(error, caller)
  if (error instanceof InsufficientCredits && error.billingUrl !== undefined) {
    const { billingUrl } = error
    return { next: `Get credits at ${billingUrl}`, billingUrl }
  }
  if (name === 'RateLimited' && retryAfter !== undefined)
    return { next: `Try again in ${Math.max(1, Math.ceil(retryAfter))} seconds.` }
  if (status === 413) return { next: 'Send a smaller file, or less data at a time.' }
  return { next: NEXT[name] }
}

function adviceForKey({ message }: PlatenError, { url, keyFrom = 'login' }: Caller): Advice {
  const which = {
    environment: {
      key: 'the API key in PLATEN_API_KEY',
      next: 'Set PLATEN_API_KEY to another key, or unset it and run platen login.',
    },
    login: { key: 'your API key', next: 'Run platen login again, or set PLATEN_API_KEY.' },
    prompt: {
      key: 'this API key, which was not stored',
      next: `Check the key, or create another at ${url}/api-keys`,
    },
  }[keyFrom]
  return { message: `${url} rejected ${which.key}. ${message}`, next: which.next }
}
