import { once } from 'node:events'
import { serveStdio } from '@platen/mcp'
import { readVersion } from '../version.ts'
import type { CallerCall } from '../caller.ts'
import { type CommandDefinitions, examples, type Result } from '../command.ts'
import { warn } from '../output/progress.ts'

export const mcpCommand: CommandDefinitions<CallerCall> = {
  mcp: (command, run) =>
    command
      .description(
        'Reads from standard input and writes to standard output until the input ends. The program of the agent starts this command: see docs/guides/agents.md.',
      )
      .addHelpText('after', examples('claude mcp add platen -- npx platen mcp'))
      .action(() => run(serve)),
}

async function serve(call: CallerCall): Promise<Result> {
  const [platen, version] = [await call.client(), await readVersion()]
  const onFault = (error: unknown) => warn(call.terminal, String(error))
  // Standard output carries the protocol only. Other messages go to standard error.
  const serving = serveStdio({ platen, version, onFault })
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), aborted(call.signal)])
  await serving.close()
  call.signal.throwIfAborted()
  return { text: '', json: undefined }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
