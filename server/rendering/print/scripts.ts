import type { Session } from './protocol.ts'
import type { Warn } from './tab.ts'

/** How long a document may load and its scripts may hold its print, in milliseconds. */
const READY_LIMIT_MS = 10_000
const ERRORS_MAX = 10

/**
 * Gives the next document's scripts what they find as `window.platen`: they may set its `ready` to a promise,
 * and the print waits for that. Errors that nobody catches are kept for its warnings.
 */
export async function prepareForScripts(session: Session): Promise<void> {
  await session.send('Runtime.evaluate', { expression: PREPARATION })
}

/** Waits until a document is loaded and its scripts are ready, or have had their time. */
export async function scriptsReady(session: Session, warn: Warn): Promise<void> {
  const answer = session.send('Runtime.evaluate', {
    expression: READY,
    awaitPromise: true,
    returnByValue: true,
  })
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, READY_LIMIT_MS, undefined)
  const outcome = await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
  if (!outcome) return warn('resources-late', 'window.platen.ready')
  const errors: unknown = outcome.result.value
  if (Array.isArray(errors))
    for (const error of errors.slice(0, ERRORS_MAX)) warn('script-failed', String(error))
}

// The errors are kept in a closure that only READY gets by its key; a page that takes it deceives itself alone.
const PREPARATION = `(() => {
  const errors = []
  const keep = (error) => void errors.push(error instanceof Error ? error.name + ': ' + error.message : String(error))
  addEventListener('error', ({ error, message }) => keep(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => keep(reason))
  window.platen = { [Symbol.for('platen.errors')]: { errors, keep } }
})()`

const READY = `(async () => {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  const { errors, keep } = window.platen?.[Symbol.for('platen.errors')] ?? { errors: [], keep() {} }
  try {
    await window.platen?.ready
  } catch (error) {
    keep(error)
  }
  return errors
})()`
