import { readFileSync } from 'node:fs'
import type { Session } from './chromium/protocol.ts'

/** Evaluates an expression in a page and answers its value. */
export type Evaluate = (expression: string) => Promise<unknown>

/** How to look at the document that a page shows now. @param scripted whether scripts of its own run in it. */
export async function evaluationIn(
  session: Session,
  frameId: string,
  { scripted }: { scripted: boolean },
): Promise<Evaluate> {
  // Scripts may have put anything in the place of the functions that we use; a world of our own has its own.
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
 * A call of a function that is written for the page, in the folder `page`.
 * @param files those that it needs, without `.js`. @returns the expression for its arguments.
 */
export function pageFunction(name: string, files: string[]): (...args: unknown[]) => string {
  const sources = files.map((file) => readFileSync(new URL(`page/${file}.js`, import.meta.url), 'utf8'))
  return (...args) =>
    `(() => {\n${sources.join('\n')}\nreturn ${name}(${args.map((arg) => JSON.stringify(arg)).join()})\n})()`
}
