import {
  BadRequest,
  Conflict,
  ConnectionFailed,
  Forbidden,
  InsufficientCredits,
  JobFailed,
  NotFound,
  PlatenError,
  RateLimited,
  Timeout,
  Unauthorized,
} from '@platen/client/errors'
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
  next?: string
  billingUrl?: string
}

function advice(error: PlatenError, caller: Caller): Advice {
  const { url } = caller
  if (error instanceof ConnectionFailed || error instanceof Timeout) {
    const source = {
      option: 'from --url',
      environment: 'from PLATEN_URL',
      login: 'the service of your last sign-in',
      default: 'the default',
    }[caller.urlFrom]
    return {
      message: `${url} (${source}) cannot be reached. ${error.message}`,
      next: 'Check that the service runs at this address, or set PLATEN_URL to its address.',
    }
  }
  if (error instanceof Unauthorized) {
    return adviceForKey(error, caller)
  }
  if (error instanceof InsufficientCredits) {
    const { billingUrl } = error
    return billingUrl === undefined
      ? { next: 'Ask the operator of the service for credits.' }
      : { next: `Get credits at ${billingUrl}`, billingUrl }
  }
  if (error instanceof RateLimited) {
    const { retryAfter } = error
    return {
      next:
        retryAfter === undefined
          ? 'Delete what you no longer need, or ask the operator of the service for a higher limit.'
          : `Try again in ${Math.max(1, Math.ceil(retryAfter))} seconds.`,
    }
  }
  if (error instanceof NotFound)
    return { next: 'Check the id or name. It may belong to another account: platen whoami shows yours.' }
  if (error instanceof Forbidden) return { next: 'Contact the operator of the service.' }
  if (error instanceof Conflict) return { next: 'Check what has changed, and try again.' }
  if (error instanceof BadRequest) return { next: 'Correct the input and try again.' }
  if (error.status === 413) return { next: 'Send a smaller file, or less data at a time.' }
  if (error instanceof JobFailed) return { next: 'Check the template and its data, and try again.' }
  return {}
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
