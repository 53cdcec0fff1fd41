#!/usr/bin/env node
import { constants } from 'node:os'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { CallerError } from './commands/callers/caller.ts'
import {
  type Arguments,
  type CallerCommand,
  type Command,
  type Listed,
  type Result,
  UsageError,
} from './commands/command.ts'
import { findCommand, type Found, load, usageOf } from './commands/commands.ts'
import { commandHelp, groupHelp, overview, unknownCommand } from './commands/help.ts'
import { suggestionFor } from './commands/suggest.ts'
import { missingFrom, shapeOf } from './commands/usage.ts'
import { hasDisplay } from './config/caller.ts'
import { ConfigError } from './config/variables.ts'
import { Refusal } from './errors.ts'
import { readVersion } from './version.ts'

// oxlint-disable-next-line no-process-env -- the one place where the environment comes in
const environment = process.env
// 0: done; 1: it could not be done; 2: the call itself is wrong; 128 and more: a signal has ended it.
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  endWithReader()
  const found = findCommand(args)
  const isJson = args.includes('--json')
  if (!found) return await withoutCommand(args, isJson)
  const ended = endBySignal()
  try {
    const { listed, operator, caller } = await commandsOf(found)
    const call = parsed((caller ?? operator)?.options ?? {}, found.rest, caller !== undefined)
    if (call.options['help'] === true) {
      console.log(await commandHelp(found))
      return 0
    }
    const missing = missingFrom(shapeOf(listed), call)
    if (missing.length > 0) throw new UsageError(missingText(missing))
    if (caller) return say(await forCaller(caller, call, ended.signal), call)
    if (operator) return say(await forOperator(operator, call), call)
    return 0
  } catch (error) {
    if (ended.signal.aborted) return 128 + ended.by()
    return failed(error, found, isJson)
  }
}

/** Answers a call that names no command. */
async function withoutCommand(args: string[], isJson: boolean): Promise<number> {
  const [first = ''] = args
  if (['--version', '-v', 'version'].includes(first)) {
    const version = await readVersion()
    console.log(isJson ? JSON.stringify({ version }) : `platen ${version}`)
    return 0
  }
  const words = wordsOf(args)
  const isHelpWanted = args.length === 0 || args.includes('--help') || args.includes('-h')
  const help = isHelpWanted ? (words === '' ? overview() : groupHelp(words)) : undefined
  if (help === undefined) {
    complain(unknownCommand(words === '' ? first : words), isJson)
    return 2
  }
  console.log(help)
  return 0
}

function missingText(missing: string[]): string {
  return `${new Intl.ListFormat('en').format(missing)} ${missing.length === 1 ? 'is' : 'are'} required.`
}

interface Chosen {
  listed: Listed<unknown>
  caller?: CallerCommand
  operator?: Command
}

/** Chooses between a caller's and an operator's command of the same name, by the call and by what this host has. */
async function commandsOf({ caller, operator, rest }: Found): Promise<Chosen> {
  if (operator && (!caller || (await isOperatorsCall(rest))))
    return { listed: operator, operator: await load(operator) }
  if (caller) return { listed: caller, caller: await load(caller) }
  throw new Error('The command has no definition')
}

async function isOperatorsCall(rest: string[]): Promise<boolean> {
  const { isForOperator } = await import('./commands/callers/or-operator.ts')
  return await isForOperator(rest, environment)
}

async function forOperator(command: Command, call: Arguments): Promise<Result> {
  const { readConfig } = await import('./config.ts')
  return await command.run({ ...call, config: readConfig(environment), display: hasDisplay(environment) })
}

async function forCaller(command: CallerCommand, call: Arguments, signal: AbortSignal): Promise<Result> {
  const { runForCaller } = await import('./commands/callers/run.ts')
  return await runForCaller(command, call, environment, signal)
}

function parsed(own: Command['options'], args: string[], isCallers: boolean): Arguments {
  const options: ParseArgsOptionsConfig = {
    ...own,
    ...(isCallers && { url: { type: 'string' } }),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { options: values, positionals }
  } catch (error) {
    throw explainedOption(error, Object.keys(options))
  }
}

/** An unknown option with a suggestion; any other error as it is. */
function explainedOption(error: unknown, names: string[]): unknown {
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

function say({ text, json, failed }: Result, { options }: Arguments): number {
  if (options['json'] === true && json !== undefined) console.log(JSON.stringify(json))
  else if (text !== '') console.log(process.stdout.isTTY ? printable(text) : text)
  return failed ? 1 : 0
}

function failed(error: unknown, found: Found, isJson: boolean): number {
  if (error instanceof Error && isUsageError(error)) {
    complain(
      { message: error.message, next: isJson ? `platen ${found.name} --help` : shortHelp(found) },
      isJson,
    )
    return 2
  }
  if (error instanceof CallerError) {
    complain({ message: error.message, next: error.next, ...error.details }, isJson)
    return 1
  }
  const message = error instanceof Error ? error.message : String(error)
  const isExpected = error instanceof Refusal || error instanceof ConfigError
  const cause =
    !isExpected && error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  complain({ message, ...(cause !== '' && { cause }) }, isJson)
  return 1
}

function complain(
  complaint: { message: string; next?: string; detail?: string; cause?: string },
  isJson: boolean,
) {
  const { message, next, detail, cause } = complaint
  if (isJson) {
    console.error(JSON.stringify(complaint))
    return
  }
  console.error(printable(detail === undefined ? message : `${message}\n${detail}`))
  if (cause !== undefined) console.error(`because: ${cause}`)
  if (next !== undefined) console.error(`\n${next}`)
}

function shortHelp({ name, caller, operator }: Found): string {
  const usages = [caller, operator].flatMap((listed) => (listed ? [`Usage: ${usageOf(listed)}`] : []))
  return `${usages.join('\n')}\nplaten ${name} --help explains each option.`
}

function wordsOf(args: string[]): string {
  return args
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
}

/** Ours, or parseArgs' own for an option that is unknown or lacks its value. */
function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
}

/** Names and data are other people's, and could give orders to a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '�')
}

/** Whoever reads our output may have seen enough: platen jobs | head */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

/** The first signal asks what is under way to stop; the second ends the process, as without us. */
function endBySignal(): { signal: AbortSignal; by: () => number } {
  const controller = new AbortController()
  let by = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      by = constants.signals[name]
      controller.abort()
    })
  }
  return { signal: controller.signal, by: () => by }
}
