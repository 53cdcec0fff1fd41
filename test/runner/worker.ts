// A worker process of a test run. It runs one test file after the other, so that they share the costly parts.

import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { descendantsOf, killAll } from '../processes.ts'
import { disposeShared } from '../shared.ts'
import type { Request } from './messages.ts'

// Processes that a test forks must not inherit the reporter.
process.execArgv.length = 0

process.on('message', (request: Request) => void take(request))
process.once('disconnect', endWithRunner)

async function take(request: Request): Promise<void> {
  if (request === 'end') {
    await disposeShared()
    // Without the connection to the runner the process ends by itself, unless a test has left something open.
    process.off('disconnect', endWithRunner).disconnect()
    return
  }
  const { file } = request
  await suite(file, async () => {
    await import(pathToFileURL(file).href)
  })
}

/** Ends this process and its descendants after the runner was killed. */
function endWithRunner(): void {
  void descendantsOf(process.pid).then((descendants) => {
    killAll(descendants)
    process.exit(1)
  })
}
