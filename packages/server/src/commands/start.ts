import { positionals } from '@platen/cli/command'
import type { ServerCommand } from './operator.ts'

// As for a second signal while the service stops.
const INTERRUPTED_EXIT = 130

export const startCommand: ServerCommand = {
  name: 'start',
  help: 'Stop it with Ctrl-C. Calls in progress are finished first. Settings are environment variables.',
  options: {},
  async run(call) {
    positionals(call)
    const end = () => process.exit(INTERRUPTED_EXIT)
    call.signal.addEventListener('abort', end, { once: true })
    await import('../main.ts')
    // The service runs. From now on it handles signals, and ends the process itself.
    call.signal.removeEventListener('abort', end)
    return await new Promise(() => {})
  },
}
