import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { hasDisplay } from './config.ts'
import { Refusal } from '@platen/template/refusal'
import { readVersion } from './version.ts'
import { CallerError } from './caller.ts'
import { printable } from './output/texts.ts'
import {
  type Arguments,
  type CallerCommand,
  type OperatorCommand,
  type CommandEntry,
  type Result,
  UsageError,
} from './command.ts'
import { findCommand, type CommandMatch, load, usageOf } from './commands.ts'
import { commandHelp, groupHelp, overview, unknownCommand } from './help.ts'
import { suggestionFor } from './suggest.ts'
import { missingFrom, parseUsage } from './usage.ts'

/** Call of the command-line tool. */
export interface Invocation {
  args: string[]
  environment: NodeJS.ProcessEnv
  output: Output
  /** Aborted when the process receives a signal, with `Interrupted` as reason. */
  signal: AbortSignal
}

/** Reason of an abort by a signal of the operating system. */
export class Interrupted extends Error {
  override name = 'Interrupted'
  readonly signalNumber: number

  constructor(signalNumber: number) {
    super('The call was interrupted')
    this.signalNumber = signalNumber
  }
}

/** Standard output and standard error, by lines. */
export interface Output {
  isTerminal: boolean
  print(text: string): void
  printError(text: string): void
}

/**
 * Runs the command that the arguments name.
 * @returns the exit code. 0: success; 1: failure; 2: wrong usage; 128 + n: ended by signal n.
 */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { args, signal, output } = invocation
  if (args[0] === 'help') return await runCommand({ ...invocation, args: [...args.slice(1), '--help'] })
  const match = findCommand(args)
  const isJson = args.includes('--json')
  if (!match) return await runWithoutCommand(args, isJson, output)
  try {
    const { entry, operator, caller } = await selectCommand(match, invocation)
    const call = parseArguments((caller ?? operator)?.options ?? {}, match.rest, caller !== undefined)
    if (call.options['help'] === true) {
      output.print(await commandHelp(match))
      return 0
    }
    const missing = missingFrom(parseUsage(entry), call)
    if (missing.length > 0) throw new UsageError(missingText(missing))
    if (caller) return printResult(await runCallerCommand(caller, call, invocation), call, output)
    if (operator) return printResult(await runOperatorCommand(operator, call, invocation), call, output)
    return 0
  } catch (error) {
    if (signal.reason instanceof Interrupted) return 128 + signal.reason.signalNumber
    return reportError(error, match, isJson, output)
  }
}

/** Handles a call without a command: version, help or an unknown command. */
async function runWithoutCommand(args: string[], isJson: boolean, output: Output): Promise<number> {
  const [first = ''] = args
  if (['--version', '-v', 'version'].includes(first)) {
    const version = await readVersion()
    output.print(isJson ? JSON.stringify({ version }) : `platen ${version}`)
    return 0
  }
  const words = firstWords(args)
  const isHelpRequested = args.length === 0 || args.includes('--help') || args.includes('-h')
  const help = isHelpRequested ? (words === '' ? overview() : groupHelp(words)) : undefined
  if (help === undefined) {
    printFailure(unknownCommand(words === '' ? first : words), isJson, output)
    return 2
  }
  output.print(help)
  return 0
}

function missingText(missing: string[]): string {
  return `${new Intl.ListFormat('en').format(missing)} ${missing.length === 1 ? 'is' : 'are'} required.`
}

interface SelectedCommand {
  entry: CommandEntry<unknown>
  caller?: CallerCommand
  operator?: OperatorCommand
}

/** Selects the caller's or the operator's command of the same name, by the arguments and by this host. */
async function selectCommand(
  { caller, operator, rest }: CommandMatch,
  { environment }: Invocation,
): Promise<SelectedCommand> {
  if (operator && (!caller || (await isOperatorsCall(rest, environment))))
    return { entry: operator, operator: await load(operator) }
  if (caller) return { entry: caller, caller: await load(caller) }
  throw new Error('The command has no definition')
}

async function isOperatorsCall(rest: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { isForOperator } = await import('./is-for-operator.ts')
  return await isForOperator(rest, environment)
}

async function runOperatorCommand(
  command: OperatorCommand,
  call: Arguments,
  { environment, signal }: Invocation,
): Promise<Result> {
  return await command.run({ ...call, environment, signal, display: hasDisplay(environment) })
}

async function runCallerCommand(
  command: CallerCommand,
  call: Arguments,
  { environment, signal }: Invocation,
): Promise<Result> {
  const { runForCaller } = await import('./run.ts')
  return await runForCaller(command, call, environment, signal)
}

function parseArguments(
  own: OperatorCommand['options'],
  args: string[],
  isCallerCommand: boolean,
): Arguments {
  const options: ParseArgsOptionsConfig = {
    ...own,
    ...(isCallerCommand && { url: { type: 'string' } }),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { options: values, positionals }
  } catch (error) {
    throw withSuggestion(error, Object.keys(options))
  }
}

/** Adds a suggestion to the error for an unknown option. Other errors are returned unchanged. */
function withSuggestion(error: unknown, names: string[]): unknown {
  const isUnknown =
    error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
  const option = isUnknown ? /'(-[^']*)'/.exec(error.message)?.[1] : undefined
  if (option === undefined) return error
  const suggestion = suggestionFor(
    option,
    names.map((name) => `--${name}`),
  )
  return new UsageError(
    `Unknown option '${option}'.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
  )
}

function printResult({ text, json, failed }: Result, { options }: Arguments, output: Output): number {
  if (options['json'] === true && json !== undefined) output.print(JSON.stringify(json))
  else if (text !== '') output.print(output.isTerminal ? printable(text) : text)
  return failed ? 1 : 0
}

function reportError(error: unknown, match: CommandMatch, isJson: boolean, output: Output): number {
  if (error instanceof Error && isUsageError(error)) {
    printFailure(
      { message: error.message, next: isJson ? `platen ${match.name} --help` : shortHelp(match) },
      isJson,
      output,
    )
    return 2
  }
  if (error instanceof CallerError) {
    printFailure({ message: error.message, next: error.next, ...error.details }, isJson, output)
    return 1
  }
  const message = error instanceof Error ? error.message : String(error)
  const cause =
    !(error instanceof Refusal) && error instanceof Error && error.cause instanceof Error
      ? error.cause.message
      : ''
  printFailure({ message, ...(cause !== '' && { cause }) }, isJson, output)
  return 1
}

function printFailure(
  failure: { message: string; next?: string; detail?: string; cause?: string },
  isJson: boolean,
  output: Output,
) {
  const { message, next, detail, cause } = failure
  if (isJson) {
    output.printError(JSON.stringify(failure))
    return
  }
  output.printError(printable(detail === undefined ? message : `${message}\n${detail}`))
  if (cause !== undefined) output.printError(`Cause: ${cause}`)
  if (next !== undefined) output.printError(`\n${next}`)
}

function shortHelp({ name, caller, operator }: CommandMatch): string {
  const usages = [caller, operator].flatMap((entry) => (entry ? [`Usage: ${usageOf(entry)}`] : []))
  return `${usages.join('\n')}\nplaten ${name} --help explains each option.`
}

function firstWords(args: string[]): string {
  return args
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
}

/** Returns true for a `UsageError` and for the errors of parseArgs. */
function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
}
