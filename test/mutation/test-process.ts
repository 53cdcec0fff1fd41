// A process that runs test files against one mutant.

import { once } from 'node:events'
import { registerHooks } from 'node:module'
import { afterEach, beforeEach, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { choose } from './chosen-tests.ts'
import type { ReplacedSource, Request, TestDuration, TestRequest, TestsEnded } from './messages.ts'

/** Name of the global object of instrumented code. */
const INSTRUMENTER = '__stryker__'
const CHOSEN_TESTS = import.meta.resolve('./chosen-tests.ts')

process.on('disconnect', () => process.exit(1))
const tests: TestDuration[] = []
const request: TestRequest = (await once(process, 'message'))[0]
const { instrumenter } = request
process.on('message', (next: Request) => {
  if (next === 'end') process.send?.({ tests, instrumenter } satisfies TestsEnded)
})
Object.assign(globalThis, { [INSTRUMENTER]: instrumenter })
choose(request.only)
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' && context.parentURL?.endsWith('.test.ts') === true
      ? { url: CHOSEN_TESTS, shortCircuit: true }
      : next(specifier, context),
})
if (request.replaced) replaceSource(request.replaced)

let begunAt = 0
beforeEach((context) => {
  instrumenter.currentTestId = context.fullName
  begunAt = performance.now()
})
afterEach((context) => {
  delete instrumenter.currentTestId
  tests.push({ id: context.fullName, durationMs: performance.now() - begunAt })
})
for (const file of request.files) {
  await suite(file, async () => void (await import(pathToFileURL(file).href)))
}

function replaceSource({ file, source }: ReplacedSource): void {
  const url = pathToFileURL(file).href
  registerHooks({
    load: (loaded, context, next) =>
      loaded === url ? { format: 'module-typescript', source, shortCircuit: true } : next(loaded, context),
  })
}
