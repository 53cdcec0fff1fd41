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
} from '../../../sdk/src/errors.ts'
import { type Caller, CallerError } from './caller.ts'

/** An error of the client library's in words for who has called, with what they can do; any other as it is. */
export function withHint(error: unknown, caller: Caller): unknown {
  if (!(error instanceof PlatenError)) return error
  const { status, detail, requestId } = error
  const problems = error instanceof BadRequest ? error.problems : []
  const { message, next, billingUrl } = advice(error, caller)
  return new CallerError(message ?? error.message, {
    next: next ?? 'Try again. If it stays so, tell the operator of the service.',
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
    const whence = {
      option: 'as --url says',
      environment: 'as PLATEN_URL says',
      login: 'where you signed in last',
      default: 'the default',
    }[caller.urlFrom]
    return {
      message: `${url} (${whence}) cannot be reached. ${error.message}`,
      next: 'See that the service runs there, or set PLATEN_URL to where it does.',
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
          ? 'Remove what is not needed any more, or ask the operator of the service for more.'
          : `Try again in ${Math.max(1, Math.ceil(retryAfter))} seconds.`,
    }
  }
  if (error instanceof NotFound)
    return { next: 'Look at the id or name again. It may belong to another account: platen whoami' }
  if (error instanceof Forbidden) return { next: 'Ask the operator of the service.' }
  if (error instanceof Conflict) return { next: 'Look at what has changed, and try again.' }
  if (error instanceof BadRequest) return { next: 'Change what was sent, and try again.' }
  if (error.status === 413) return { next: 'Send less: a smaller file, or less data at a time.' }
  if (error instanceof JobFailed) return { next: 'Look at the template and its data, and try again.' }
  return {}
}

function adviceForKey({ message }: PlatenError, { url, keyFrom = 'login' }: Caller): Advice {
  const which = {
    environment: {
      key: 'the API key in PLATEN_API_KEY',
      next: 'Set PLATEN_API_KEY to another key, or unset it and run platen login.',
    },
    login: { key: 'your API key', next: 'Run platen login again, or set PLATEN_API_KEY.' },
    given: {
      key: 'this key, which is not kept',
      next: `Look at it again, or make another at ${url}/api-keys`,
    },
  }[keyFrom]
  return { message: `${url} does not take ${which.key}. ${message}`, next: which.next }
}
