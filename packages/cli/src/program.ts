import { styleText } from 'node:util'
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import type { CallerCall } from './caller.ts'
import { type CommandModule, type OperatorCall, type Run, UsageError } from './command.ts'
import { CALLER_COMMANDS } from './commands/caller-commands.ts'
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts'

/** Words that begin several commands. `main` is the command that the word alone calls. */
const GROUPS: Readonly<Record<string, { summary: string; main?: string }>> = {
  accounts: { summary: 'Manage accounts' },
  assets: { summary: 'Manage images and fonts', main: 'list' },
  batches: { summary: 'Make a document for each row of a file', main: 'list' },
  certificates: { summary: 'Manage the certificates that sign PDFs', main: 'list' },
  credits: { summary: 'Show the credits of the account, or add credits as the operator', main: 'show' },
  einvoices: { summary: 'Create, check and read e-invoices' },
  jobs: { summary: 'Show jobs (renders in the background)', main: 'list' },
  outbox: { summary: 'Read the mails of a service without a mail server', main: 'list' },
  partials: { summary: 'Manage partials', main: 'list' },
  requests: { summary: 'Show the calls of the account', main: 'list' },
  templates: { summary: 'Manage templates as files', main: 'list' },
  webhooks: { summary: 'Manage webhooks', main: 'list' },
}

const AFTER_HELP = `
Examples:
  platen login
  platen dev invoice.hbs
  platen templates push invoice.hbs
  platen generate -t invoice.hbs -d invoice.json -o invoice.pdf

Callers' commands use the service at --url, PLATEN_URL or the last platen login,
in this order. They use the API key in PLATEN_API_KEY or, without it, the API key
that platen login has stored. The operator's commands find the database by
DATABASE_URL or DATA_DIR, as the service does.

platen help COMMAND explains a command, with examples.
Exit codes: 0 success, 1 failure, 2 wrong usage.`

const json = () => new Option('--json', 'Print JSON for programs.')

/** Functions that run the work of a command. */
export interface Runners {
  caller(url: string | undefined): Run<CallerCall>
  operator: Run<OperatorCall>
}

/** Tree of all commands. */
export interface Program {
  root: Command
  /** Loads the declaration of the command that the arguments name, and returns the command. */
  load(args: readonly string[]): Promise<CommandUnknownOpts>
}

/** Creates the tree of all commands. It has their summaries: a declaration is loaded for a call of its command only. */
export function createProgram(runners: Runners, print: (text: string) => void): Program {
  const root = new Command('platen')
    .description('Platen renders PDFs from Handlebars templates and data.')
    .option('-v, --version', 'Print the version.')
    .addOption(json().hideHelp())
    .helpOption('-h, --help', 'Explain a command and its options.')
    .helpCommand(false)
    // Options before the name of a command are of the tool, the others of the command.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} })
    .configureHelp({
      commandDescription: (command) =>
        [summaryOf(command), command.description()].filter((text) => text !== '').join('\n\n'),
      styleTitle: (title) => styleText('bold', title),
      subcommandTerm: (command) => command.name(),
      subcommandDescription: summaryOf,
    })
    .addHelpText('after', AFTER_HELP)
  const groups = new Map<string, Command>()
  const declare = new Map<CommandUnknownOpts, () => Promise<void>>()
  const add = <Call>(
    modules: readonly CommandModule<Call>[],
    runnerOf: (command: Command) => Run<Call>,
    common: () => Option[],
  ) => {
    for (const { group, summaries, load } of modules) {
      root.commandsGroup(`${group}:`)
      for (const [name, summary] of Object.entries(summaries)) {
        const command = addCommand(root, groups, name)
          .summary(summary)
          // The declaration replaces this action. It is loaded if the call begins with the name.
          .allowUnknownOption()
          .allowExcessArguments()
          .action(() => {
            throw new UsageError('Write the options after the name of the command.')
          })
        declare.set(command, async () => {
          const definition = (await load())[name]
          if (!definition) throw new Error(`No module declares the command "${name}"`)
          definition(command.allowUnknownOption(false).allowExcessArguments(false), runnerOf(command))
          requireOptions(command)
          for (const option of common()) command.addOption(option.helpGroup('Common options:'))
        })
      }
    }
  }
  const url = () => new Option('--url <URL>', 'Address of the service.')
  add(
    CALLER_COMMANDS,
    (command) => (work) => runners.caller(urlOf(command))(work),
    () => [url(), json()],
  )
  add(
    OPERATOR_COMMANDS,
    () => runners.operator,
    () => [json()],
  )
  return {
    root,
    async load(args) {
      const command = commandAt(root, args)
      await declare.get(command)?.()
      return command
    },
  }
}

/** Completes the short forms of a call: `help jobs` is `jobs --help`, and `jobs --limit 5` is `jobs list --limit 5`. */
export function fullArguments(args: readonly string[]): string[] {
  const [first = 'help', second = '-', ...rest] = args
  if (first === 'help') return [...args.slice(1), '--help']
  const main = GROUPS[first]?.main
  const isShort = main !== undefined && second.startsWith('-') && !['-h', '--help'].includes(second)
  return isShort ? [first, main, ...(args.length > 1 ? [second, ...rest] : [])] : [...args]
}

/** Returns true if the arguments name a group and none of its commands: `templates pusj`. */
export function isUnknownCommand(command: CommandUnknownOpts, args: readonly string[]): boolean {
  const word = args[pathOf(command).split(' ').length - 1]
  return command.commands.length > 0 && word !== undefined && !word.startsWith('-')
}

/** Returns the words that call a command: `platen jobs list`. */
export function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/**
 * Reports missing options after unknown ones, because a mistyped option is both, and all of them at once. Commander would
 * report the first missing option only.
 */
function requireOptions(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory)
  const flags = new Map(required.map((option) => [option, option.flags.replace(/^-\w, /, '')] as const))
  command.usage([...flags.values(), command.usage()].join(' '))
  for (const option of required) option.makeOptionMandatory(false)
  command.hook('preAction', () => {
    const values: Record<string, unknown> = command.opts()
    const missing = required.filter((option) => {
      const value = values[option.attributeName()]
      return value === undefined || (typeof value === 'string' && value.trim() === '')
    })
    if (missing.length === 0) return
    const names = missing.map((option) => flags.get(option)?.replaceAll(/[<>]/g, '') ?? '')
    throw new UsageError(
      `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} required.`,
    )
  })
}

/** Returns the summary of a command. That of a group lists its commands. */
function summaryOf(command: CommandUnknownOpts): string {
  const names = command.commands.map((one) => one.name())
  return names.length === 0 || !command.parent
    ? command.summary()
    : `${command.summary()}: ${names.join(', ')}.`
}

/** Adds a command to the tree, below the group that its first word names. */
function addCommand(root: Command, groups: Map<string, Command>, name: string): Command {
  const [first = '', second] = name.split(' ')
  if (second === undefined) return root.command(first)
  const group =
    groups.get(first) ??
    root
      .command(first)
      .summary(GROUPS[first]?.summary ?? '')
      .helpCommand(false)
      .addOption(json().hideHelp())
  groups.set(first, group)
  return group.command(second)
}

/** Returns the value of `--url`, which commands for callers have. */
function urlOf(command: Command): string | undefined {
  const { url }: { url?: string } = command.opts()
  return url
}

/** Finds the command that the first words name. */
function commandAt(root: CommandUnknownOpts, [word, ...rest]: readonly string[]): CommandUnknownOpts {
  const next = root.commands.find((command) => command.name() === word)
  return next ? commandAt(next, rest) : root
}
