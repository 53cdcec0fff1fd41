#!/usr/bin/env node
import { constants } from 'node:os'
import { styleText } from 'node:util'
import { Interrupted, runCommand } from './run-command.ts'

endWithReader()
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  // oxlint-disable-next-line no-process-env -- the only place that reads the environment
  environment: process.env,
  output: {
    isTerminal: process.stdout.isTTY,
    paint: (format, text, stream) => styleText(format, text, { stream: process[stream] }),
    print: (text) => console.log(text),
    printError: (text) => console.error(text),
  },
  signal: endBySignal(),
})

/** Ends the process without an error when the reader of its output has closed it, as in `platen jobs | head`. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

/** Returns a signal that SIGINT and SIGTERM abort. The second signal ends the process immediately. */
function endBySignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Interrupted(constants.signals[name])))
  }
  return controller.signal
}
