import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { Refusal } from '@platen/template/refusal'
import { CallerError } from './caller.ts'
import { type Result, UsageError } from './command.ts'
import { hasDisplay } from './config.ts'
import { type Paint, paintResult } from './output/colours.ts'
import { printable } from './output/texts.ts'
import { createProgram, fullArguments, isUnknownCommand, pathOf } from './program.ts'
import { usageErrorOf } from './usage-errors.ts'
import { readVersion } from './version.ts'

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
  paint: Paint
  printError(text: string): void
}

/**
 * Runs the command that the arguments name.
 * @returns the exit code. 0: success; 1: failure; 2: wrong usage; 128 + n: ended by signal n.
 */
export async function runCommand({ args, environment, output, signal }: Invocation): Promise<number> {
  const isJson = args.includes('--json')
  let code = 0
  const finish = (result: Result) => {
    printResult(result, isJson, output)
    code = result.failed ? 1 : 0
  }
  const program = createProgram(
    {
      caller: (url) => async (work) => {
        const { runForCaller } = await import('./run.ts')
        finish(await runForCaller(work, { url, isJson, environment, signal }))
      },
      operator: async (work) => finish(await work({ environment, signal, display: hasDisplay(environment) })),
    },
    (text) => output.print(text),
  )
  let command: CommandUnknownOpts = program.root
  try {
    if (['--version', '-v', 'version'].includes(args[0] ?? '')) {
      const version = await readVersion()
      finish({ text: `platen ${version}`, json: { version } })
    } else if (args[0] === '__complete') {
      const { completionsFor } = await import('./completion.ts')
      output.print((await completionsFor(program, args.slice(1))).join('\n'))
    } else {
      const full = fullArguments(args)
      command = await program.load(full)
      // With `--help`, commander would print the help of the group.
      const words = isUnknownCommand(command, full)
        ? full.filter((word) => !/^(-h|--help)$/.test(word))
        : full
      await program.root.parseAsync(words, { from: 'user' })
    }
    return code
  } catch (error) {
    if (signal.reason instanceof Interrupted) return 128 + signal.reason.signalNumber
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    return reportError(
      error instanceof CommanderError ? usageErrorOf(error, command) : error,
      command,
      isJson,
      output,
    )
  }
}

function printResult({ text, json, formats = {} }: Result, isJson: boolean, output: Output): void {
  if (isJson && json !== undefined) output.print(JSON.stringify(json))
  else if (text !== '')
    output.print(output.isTerminal ? paintResult(printable(text), formats, output.paint) : text)
}

function reportError(error: unknown, command: CommandUnknownOpts, isJson: boolean, output: Output): number {
  if (error instanceof UsageError) {
    printFailure({ message: error.message, next: shortHelp(command, isJson) }, isJson, output)
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
  failure: { message: string; next?: string; detail?: string; requestId?: string; cause?: string },
  isJson: boolean,
  output: Output,
) {
  const { message, next, detail, requestId, cause } = failure
  if (isJson) {
    output.printError(JSON.stringify(failure))
    return
  }
  output.printError(output.paint('red', printable(message), 'stderr'))
  if (detail !== undefined) output.printError(printable(detail))
  if (requestId !== undefined)
    output.printError(output.paint('dim', `Request ID: ${printable(requestId)}`, 'stderr'))
  if (cause !== undefined) output.printError(`Cause: ${printable(cause)}`)
  if (next !== undefined) output.printError(`\n${printable(next)}`)
}

function shortHelp(command: CommandUnknownOpts, isJson: boolean): string {
  const help = `${pathOf(command)} --help`
  if (command.commands.length > 0) return `${help} lists the commands.`
  return isJson ? help : `Usage: ${pathOf(command)} ${command.usage()}\n${help} explains each option.`
}
