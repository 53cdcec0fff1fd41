// A worker process of a test run. It runs one test file after the other, so that they share the costly parts.

import { flushCompileCache } from 'node:module'
import { before, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { descendantsOf, killAll } from '../processes.ts'
import { disposeShared } from '../shared.ts'
import type { Request, UncaughtError } from './messages.ts'
import { interceptTestHook } from './test-hook.ts'

// Processes that a test forks must not inherit the reporter.
process.execArgv.length = 0

let isCacheWritten = false
const testHook = interceptTestHook()
process.on('message', (request: Request) => void take(request))
process.once('disconnect', endWithRunner)
// Without its hook, `node:test` cannot assign them to tests.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, reportUncaught)

async function take(request: Request): Promise<void> {
  if (request === 'end') {
    await disposeShared()
    // Without the connection to the runner the process ends by itself, unless a test has left something open.
    process.off('disconnect', endWithRunner).disconnect()
    return
  }
  const { file } = request
  testHook.enable()
  await suite(file, async () => {
    before(() => testHook.disable())
    await import(pathToFileURL(file).href)
  })
  // Programs that tests start find the modules compiled. Node itself would write them when this process ends.
  if (!isCacheWritten) flushCompileCache()
  isCacheWritten = true
}

/** Reports an error to the runner. If the runner was killed, the error is dropped and `endWithRunner` follows. */
function reportUncaught(error: unknown): void {
  // Without a callback a failed message is an uncaught error itself, and would be reported without end.
  process.send?.({ uncaught: inspect(error) } satisfies UncaughtError, undefined, undefined, () => {})
}

/** Ends this process and its descendants after the runner was killed. */
function endWithRunner(): void {
  void descendantsOf(process.pid).then((descendants) => {
    killAll(descendants)
    process.exit(1)
  })
}
