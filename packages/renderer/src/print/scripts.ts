import type { Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/** Longest wait until a document is loaded and its scripts are ready. */
const READY_LIMIT_MS = 10_000

/** Warns of errors that scripts of a page do not catch, from the first call of `prepareForScripts` on. */
export function reportScriptErrors(session: Session, warn: Warn): void {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
    // The first line is the message. The others are a stack trace.
    const [message = text] = (exception?.description ?? String(exception?.value ?? text)).split('\n', 1)
    warn('script-failed', message)
  })
}

/** Disables the console in frames of later documents: messages cost time and are not read. */
export async function silenceFrames(session: Session): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SILENCE })
}

/**
 * Sets `window.platen` for the scripts of the next document. They may set its `ready` to a promise, for which the print
 * waits. Replaces `window.close`, because pages that are made for printing often close themselves.
 */
export async function prepareForScripts(session: Session): Promise<void> {
  await session.send('Runtime.enable')
  const expression = `${SILENCE}; window.platen = {}; window.close = () => {}`
  await session.send('Runtime.evaluate', { expression })
}

const SILENCE = 'for (const name in console) console[name] = () => {}'

/** Waits until a document is loaded and its scripts are ready, or the time limit has passed. */
export async function waitForScripts(session: Session, warn: Warn): Promise<void> {
  const answer = session.send('Runtime.evaluate', {
    expression: READY,
    awaitPromise: true,
    returnByValue: true,
  })
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, READY_LIMIT_MS, undefined)
  const outcome = await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
  if (!outcome) warn('resources-late', 'window.platen.ready')
  else if (typeof outcome.result.value === 'string') warn('script-failed', outcome.result.value)
}

const READY = `(async () => {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  try {
    await window.platen?.ready
  } catch (error) {
    return String(error).slice(0, 200)
  }
})()`
