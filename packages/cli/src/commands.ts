import { CALLER_COMMANDS } from './commands/caller-commands.ts'
import type { CallerCommand, OperatorCommand, CommandEntry } from './command.ts'
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts'

/** Commands that match the first words of a call: a caller's command, an operator's command, or both. */
export interface CommandMatch {
  name: string
  caller: CommandEntry<CallerCommand> | undefined
  operator: CommandEntry<OperatorCommand> | undefined
  /** Words after the name. */
  rest: string[]
}

/** Finds the command with the longest matching name. `undefined` if none matches. */
export function findCommand(args: string[]): CommandMatch | undefined {
  const name = commandNames()
    .filter((candidate) => candidate.split(' ').every((word, index) => args[index] === word))
    .toSorted((one, other) => other.length - one.length)[0]
  if (name === undefined) return undefined
  const match = {
    name,
    caller: CALLER_COMMANDS.find((entry) => entry.name === name),
    operator: OPERATOR_COMMANDS.find((entry) => entry.name === name),
    rest: args.slice(name.split(' ').length),
  }
  return isWrongSubcommand(match) ? undefined : match
}

/** Lists the commands of a group: `templates`, `templates get`, … */
export function commandsOfGroup(word: string): CommandEntry<unknown>[] {
  return [...CALLER_COMMANDS, ...OPERATOR_COMMANDS].filter(
    ({ name }) => name === word || name.startsWith(`${word} `),
  )
}

/** Returns the name of each command once. */
export function commandNames(): string[] {
  return [...new Set([...CALLER_COMMANDS, ...OPERATOR_COMMANDS].map(({ name }) => name))]
}

/** Loads the definition of a command. */
export async function load<Kind extends { name: string }>(entry: CommandEntry<Kind>): Promise<Kind> {
  const command = (await entry.load()).find(({ name }) => name === entry.name)
  if (!command) throw new Error(`No module has the command "${entry.name}"`)
  return command
}

/** Returns the usage line of a command: required parts in full, optional ones as `[options]`. */
export function usageOf({ name, usage }: Pick<CommandEntry<unknown>, 'name' | 'usage'>): string {
  const required = usage
    .replaceAll(/\[--[^[\]]*\]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return ['platen', name, required, '[options]'].filter(Boolean).join(' ')
}

/** Returns true for a command with subcommands and an unknown subcommand: `templates pusj`. */
function isWrongSubcommand({ name, rest: [next] }: CommandMatch): boolean {
  if (next === undefined || next.startsWith('-')) return false
  // Commands with subcommands take no other argument.
  return next !== 'list' && commandsOfGroup(name).some((one) => one.name !== name)
}
