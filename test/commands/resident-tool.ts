// The command-line tool as a process that runs one command after the other. It ends with the connection to its parent.
// After each command it writes `END` to both of its outputs.

import { Readable } from 'node:stream'
import { runCommand } from '../../packages/cli/src/run-command.ts'
import { END, type ToolRequest } from './folder.ts'

process.on('message', (request: ToolRequest) => void run(request))

async function run({ args, input }: ToolRequest): Promise<void> {
  // The real standard input can end only once.
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  const code = await runCommand({
    args,
    environment: process.env,
    output: {
      isTerminal: process.stdout.isTTY,
      paint: (_format, text) => text,
      print: (text) => console.log(text),
      printError: (text) => console.error(text),
    },
    signal: new AbortController().signal,
  })
  process.stdout.write(END)
  process.stderr.write(END)
  process.send?.(code)
}
