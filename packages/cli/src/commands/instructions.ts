import { readFile } from 'node:fs/promises'
import { PAGES } from '@platen/documentation/files'
import type { CallerCall } from '../caller.ts'
import { type CommandDefinitions, examples } from '../command.ts'

export const instructionsCommand: CommandDefinitions<CallerCall> = {
  instructions: (command, run) =>
    command
      .description('Requires no account and no service.')
      .addHelpText('after', examples('platen instructions >> AGENTS.md'))
      .action(() =>
        run(async () => {
          const instructions = await readFile(new URL('docs/instructions.md', PAGES), 'utf8')
          return { text: instructions.trimEnd(), json: { instructions } }
        }),
      ),
}
