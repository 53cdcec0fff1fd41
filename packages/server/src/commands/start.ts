import { type CommandDefinitions, examples } from '@platen/cli/command'
import type { ServerCall } from './operator.ts'

// As for a second signal while the service stops.
const INTERRUPTED_EXIT = 130

export const startCommand: CommandDefinitions<ServerCall> = {
  start: (command, run) =>
    command
      .description(
        'Stop it with Ctrl-C. Calls in progress are finished first. Settings are environment variables.',
      )
      .addHelpText('after', examples('platen start', 'PORT=8080 DATA_DIR=/var/lib/platen platen start'))
      .action(() => run(start)),
}

async function start({ signal }: ServerCall): Promise<never> {
  const end = () => process.exit(INTERRUPTED_EXIT)
  signal.addEventListener('abort', end, { once: true })
  await import('../main.ts')
  // The service runs. From now on it handles signals, and ends the process itself.
  signal.removeEventListener('abort', end)
  return await new Promise(() => {})
}
