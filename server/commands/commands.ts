import { CALLER_COMMANDS } from './callers/commands.ts'
import type { CallerCommand, Command, Listed } from './command.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'

/** What the first words of a call name: a command of callers, one of operators, or one that both have. */
export interface Found {
  name: string
  caller: Listed<CallerCommand> | undefined
  operator: Listed<Command> | undefined
  /** The words after the name. */
  rest: string[]
}

/** What the tool says when it is called without a command. */
export const HELP = `platen: makes PDFs with a Platen service, and operates one.

For callers, from any machine:

${lines(CALLER_COMMANDS)}

They speak to PLATEN_URL, else to the service that was signed in to last, with the key in PLATEN_API_KEY, else
with the one that platen login keeps. --url URL comes before all of that.

For the operator, on the service's own host, while it runs or not:

${lines(OPERATOR_COMMANDS)}

They find the database as the service does, by DATA_DIR or DATABASE_URL.

Every command takes --help, and --json for programs. Exit codes: 0 done, 1 failed, 2 called wrongly.`

/** The command that a call names, by as many words as possible. */
export function findCommand(args: string[]): Found | undefined {
  const names = [...CALLER_COMMANDS, ...OPERATOR_COMMANDS].map(({ name }) => name)
  const name = names
    .filter((candidate) => candidate.split(' ').every((word, index) => args[index] === word))
    .toSorted((one, other) => other.length - one.length)[0]
  if (name === undefined) return undefined
  return {
    name,
    caller: CALLER_COMMANDS.find((listed) => listed.name === name),
    operator: OPERATOR_COMMANDS.find((listed) => listed.name === name),
    rest: args.slice(name.split(' ').length),
  }
}

/** A command's definition, with all that it works with. */
export async function load<Kind extends { name: string }>(listed: Listed<Kind>): Promise<Kind> {
  const command = (await listed.load()).find(({ name }) => name === listed.name)
  if (!command) throw new Error(`No module has the command "${listed.name}"`)
  return command
}

/** How a command is called. */
export function usageOf({ name, usage }: Pick<Listed<unknown>, 'name' | 'usage'>): string {
  return ['platen', name, usage, '[--json]'].filter(Boolean).join(' ')
}

function lines(commands: readonly Listed<unknown>[]): string {
  return commands.map((command) => `  ${usageOf(command)}`).join('\n')
}
