import type { Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/** How long a document may load and its scripts may hold its print, in milliseconds. */
const READY_LIMIT_MS = 10_000

/** Reports errors that a page's scripts do not catch, from when `prepareForScripts` is first called. */
export function reportScriptErrors(session: Session, warn: Warn): void {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
    // Its first line says what, the others where in our set-up.
    const [what = text] = (exception?.description ?? String(exception?.value ?? text)).split('\n', 1)
    warn('script-failed', what)
  })
}

/** Takes the console from the frames of documents to come: nobody reads it, and messages keep Chromium busy. */
export async function silenceFrames(session: Session): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SILENCE })
}

/**
 * Gives the next document's scripts what they find as `window.platen`: they may set its `ready` to a promise,
 * and the print waits for that. Pages made to be printed often close themselves: ours are closed by us.
 */
export async function prepareForScripts(session: Session): Promise<void> {
  await session.send('Runtime.enable')
  const expression = `${SILENCE}; window.platen = {}; window.close = () => {}`
  await session.send('Runtime.evaluate', { expression })
}

const SILENCE = 'for (const name in console) console[name] = () => {}'

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
