import { accountCommands } from './accounts.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { prepareCommand } from './prepare.ts'
import { tokenCommands } from './tokens.ts'
import { webhookCommands } from './webhooks.ts'

const COMMANDS: Command[] = [
  ...accountCommands,
  ...tokenCommands,
  ...webhookCommands,
  doctorCommand,
  prepareCommand,
]

/** What the tool says when it is called without a command. */
export const HELP = `platen: the operator's tool, to be used on the service's own host. It works while the service runs.

${COMMANDS.map(({ help }) => `  ${help.split('\n', 1)[0]}`).join('\n')}

It finds the database as the service does, by DATA_DIR or DATABASE_URL.
Every command takes --help, and --json for programs. Exit codes: 0 done, 1 failed, 2 called wrongly.`

/** The command that the first words of a call name, and the words after them. */
export function findCommand(args: string[]): { command: Command; rest: string[] } | undefined {
  for (const command of COMMANDS) {
    const words = command.name.split(' ')
    if (words.every((word, index) => args[index] === word)) return { command, rest: args.slice(words.length) }
  }
  return undefined
}
