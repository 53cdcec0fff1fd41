import { readFileSync } from 'node:fs'
import type { Session } from './chromium/protocol.ts'

/** Evaluates an expression in a page and returns its value. `undefined` when the expression throws. */
export type Evaluate = (expression: string) => Promise<unknown>

/**
 * Creates the function that evaluates expressions in the document that the page shows now.
 * @param scripted whether scripts of the document run.
 */
export async function evaluationIn(
  session: Session,
  frameId: string,
  { scripted }: { scripted: boolean },
): Promise<Evaluate> {
  // Scripts may have replaced built-in functions. An isolated world has its own copies.
  const world = scripted
    ? await session.send('Page.createIsolatedWorld', { frameId, worldName: 'platen' })
    : undefined
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...(world && { contextId: world.executionContextId }),
    })
    return exceptionDetails ? undefined : result.value
  }
}

/**
 * Loads a function for the page from the folder `page`.
 * @param files the files that it needs, without `.js`.
 * @returns a function that returns the expression of a call with these arguments.
 */
export function pageFunction(name: string, files: string[]): (...args: unknown[]) => string {
  const sources = files.map((file) => readFileSync(new URL(`page/${file}.js`, import.meta.url), 'utf8'))
  return (...args) =>
    `(() => {\n${sources.join('\n')}\nreturn ${name}(${args.map((arg) => JSON.stringify(arg)).join()})\n})()`
}
