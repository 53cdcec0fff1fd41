import { CALLER_COMMANDS } from './commands/caller-commands.ts'
import type { CallerCommand, OperatorCommand, CommandEntry, Options } from './command.ts'
import { commandNames, commandsOfGroup, type CommandMatch, load, usageOf } from './commands.ts'
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts'
import { suggestionFor } from './suggest.ts'

const WIDTH = 96

/** Summaries of the words that begin several commands. */
const GROUPS: Record<string, string> = {
  accounts: 'Manage accounts: create, list, egress, role, plan, suspend, restore, release.',
  assets: 'Manage images and fonts: list, get, pull, push, delete.',
  jobs: 'Show jobs (renders in the background): list, get, wait.',
  outbox: 'Read the mails of a service without a mail server: list, show.',
  partials: 'Manage partials: list, get, pull, push, delete.',
  templates: 'Manage templates as files: list, get, id, pull, push, diff, delete.',
  webhooks: 'Manage webhooks: set, show, remove, deliveries, test.',
}

/** Help of the tool: one line for each command or group of commands. */
export function overview(): string {
  return `Platen renders PDFs from Handlebars templates and data.

Usage: platen COMMAND [options]

For callers, from any machine:

${summaries(CALLER_COMMANDS)}

These commands use the service at --url, PLATEN_URL or the last platen login, in this order. They use the API key in
PLATEN_API_KEY or, without it, the API key that platen login has stored.

For the operator, on the host of the service, whether or not it is running:

${summaries(OPERATOR_COMMANDS)}

These commands find the database by DATABASE_URL or DATA_DIR, as the service does.

platen COMMAND --help explains a command. --json prints JSON for programs. --version prints the version.
Exit codes: 0 success, 1 failure, 2 wrong usage.`
}

/** Help of a command and its subcommands. */
export async function commandHelp({ name, caller, operator }: CommandMatch): Promise<string> {
  const texts: string[] = []
  if (caller) texts.push(await definitionHelp(caller))
  if (operator && caller) texts.push('For the operator, on the host of the service:')
  if (operator) texts.push(await definitionHelp(operator))
  const below = commandsOfGroup(name).filter((one) => one.name !== name)
  if (below.length > 0) texts.push(`Subcommands:\n\n${rows(below.map((one) => [one.name, one.summary]))}`)
  return texts.join('\n\n')
}

/** Help of a group of commands. `undefined` if no command begins with the word. */
export function groupHelp(word: string): string | undefined {
  const commands = commandsOfGroup(word)
  if (commands.length === 0) return undefined
  return `Usage: platen ${word} SUBCOMMAND [options]\n\n${rows(commands.map(({ name, summary }) => [name, summary]))}\n\nplaten ${word} SUBCOMMAND --help explains a subcommand.`
}

/** Error message for an unknown command, with a suggestion. */
export function unknownCommand(words: string): { message: string; next: string } {
  const [first = ''] = words.split(' ')
  const isGroup = commandsOfGroup(first).length > 0
  if (isGroup && first === words) {
    return { message: `"platen ${words}" needs a subcommand.`, next: groupHelp(first) ?? '' }
  }
  const names = commandNames()
  const firstWords = [...new Set(names.map((name) => name.split(' ', 1)[0] ?? ''))]
  const suggestion = suggestionFor(words, names) ?? suggestionFor(first, firstWords)
  const list = isGroup ? `platen ${first} --help` : 'platen --help'
  return {
    message: `There is no command "${words}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`,
    next: `${list} lists the commands.`,
  }
}

async function definitionHelp(
  entry: CommandEntry<OperatorCommand> | CommandEntry<CallerCommand>,
): Promise<string> {
  const { options, help } = await load<OperatorCommand | CallerCommand>(entry)
  return [
    entry.summary,
    `Usage: ${usageOf(entry)}`,
    ...(help === undefined ? [] : [wrapped(help, '')]),
    ...(Object.keys(options).length === 0 ? [] : [`Options:\n\n${optionRows(entry, options)}`]),
  ].join('\n\n')
}

function optionRows(entry: CommandEntry<unknown>, options: Options): string {
  const values = placeholdersOf(entry)
  return rows(
    Object.entries(options).map(([name, { short, help }]) => {
      const value = values.get(`--${name}`)
      const dashes = `${short === undefined ? '    ' : `-${short}, `}--${name}`
      return [value === undefined ? dashes : `${dashes} ${value}`, help]
    }),
  )
}

/** Returns the placeholders of the options' values in the usage. */
function placeholdersOf({ usage }: CommandEntry<unknown>): Map<string, string> {
  const pairs = usage.matchAll(/(?<![\w-])(--[\w-]+) ([^\s[\]-][^\s[\]]*)/g)
  return new Map(Array.from(pairs, ([, name = '', value = '']) => [name, value.replace(/…$/, '')]))
}

/** Lists commands, with one line for each group. */
function summaries(commands: readonly CommandEntry<unknown>[]): string {
  const words = [...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? ''))]
  return rows(
    words.map((word) => {
      const single = commands.filter(({ name }) => name === word || name.startsWith(`${word} `))
      const [one] = single
      if (one && single.length === 1) return [one.name, one.summary]
      return [word, GROUPS[word] ?? '']
    }),
  )
}

function rows(lines: [string, string][]): string {
  const width = Math.max(...lines.map(([name]) => name.length))
  const indent = ' '.repeat(width + 4)
  return lines
    .map(([name, text]) => `  ${name.padEnd(width)}  ${wrapped(text, indent).trimStart()}`)
    .join('\n')
}

/**
 * Wraps a text to `WIDTH` characters, with `indent` before each line. Lines that are already indented are unchanged.
 */
function wrapped(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : wrapLine(line, indent)))
    .join('\n')
}

function wrapLine(line: string, indent: string): string {
  const lines: string[] = []
  let current = indent
  for (const word of line.split(' ')) {
    if (current.length + word.length + 1 > WIDTH && current.trim() !== '') {
      lines.push(current.trimEnd())
      current = indent
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()].join('\n')
}
