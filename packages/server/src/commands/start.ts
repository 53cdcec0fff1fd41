import { positionals } from '@platen/cli/command'
import type { ServerCommand } from './operator.ts'

export const startCommand: ServerCommand = {
  name: 'start',
  help: 'Stop it with Ctrl-C. Calls in progress are finished first. Settings are environment variables.',
  options: {},
  async run(call) {
    positionals(call)
    await import('../main.ts')
    // The program ends the process itself.
    return await new Promise(() => {})
  },
}
