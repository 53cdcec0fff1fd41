#!/usr/bin/env node
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { CallerError } from './commands/callers/caller.ts'
import {
  type Arguments,
  type CallerCommand,
  type Command,
  type Result,
  UsageError,
} from './commands/command.ts'
import { findCommand, type Found, HELP, load, usageOf } from './commands/commands.ts'
import { ConfigError } from './config/variables.ts'
import { Refusal } from './errors.ts'

// oxlint-disable-next-line no-process-env -- the one place where the environment comes in
const environment = process.env
// 0: done; 1: it could not be done; 2: the call itself is wrong; 128 and more: a signal has ended it.
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  endWithReader()
  const found = findCommand(args)
  const isJson = args.includes('--json')
  if (!found) {
    const asked = args.length === 0 || args.includes('--help') || args.includes('-h')
    if (asked) console.log(HELP)
    else
      complain(
        {
          message: `There is no command "${wordsOf(args)}".`,
          next: 'platen --help lists those that there are.',
        },
        isJson,
      )
    return asked ? 0 : 2
  }
  const ended = endBySignal()
  try {
    const { operator, caller } = await commandsOf(found)
    const command = caller ?? operator
    const call = parsed(command?.options ?? {}, found.rest, caller !== undefined)
    if (call.options['help'] === true) console.log(await helpOf(found))
    else if (caller) return say(await forCaller(caller, call, ended.signal), call)
    else if (operator) return say(await forOperator(operator, call), call)
    return 0
  } catch (error) {
    if (ended.signal.aborted) return 128 + ended.by()
    return await failed(error, found, isJson)
  }
}

/** Where callers and operators have a command of the same name, the call and what this host has decide. */
async function commandsOf(found: Found): Promise<{ caller?: CallerCommand; operator?: Command }> {
  const { caller, operator, rest } = found
  if (!operator) return caller ? { caller: await load(caller) } : {}
  if (!caller) return { operator: await load(operator) }
  const { isForOperator } = await import('./commands/callers/or-operator.ts')
  return (await isForOperator(rest, environment))
    ? { operator: await load(operator) }
    : { caller: await load(caller) }
}

async function forOperator(command: Command, call: Arguments): Promise<Result> {
  const { readConfig } = await import('./config.ts')
  return await command.run({ ...call, config: readConfig(environment) })
}

async function forCaller(command: CallerCommand, call: Arguments, signal: AbortSignal): Promise<Result> {
  const { runForCaller } = await import('./commands/callers/run.ts')
  return await runForCaller(command, call, environment, signal)
}

function parsed(options: Command['options'], args: string[], isCallers: boolean): Arguments {
  const { values, positionals } = parseArgs({
    args,
    options: {
      ...options,
      ...(isCallers && { url: { type: 'string' } }),
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
    strict: true,
  })
  return { options: values, positionals }
}

function say({ text, json, failed }: Result, { options }: Arguments): number {
  if (options['json'] === true && json !== undefined) console.log(JSON.stringify(json))
  else if (text !== '') console.log(process.stdout.isTTY ? printable(text) : text)
  return failed ? 1 : 0
}

async function failed(error: unknown, found: Found, isJson: boolean): Promise<number> {
  if (error instanceof Error && isUsageError(error)) {
    const next = isJson ? `platen ${found.name} --help` : await helpOf(found)
    complain({ message: error.message, next }, isJson)
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

async function helpOf({ caller, operator }: Found): Promise<string> {
  const texts: string[] = []
  if (caller) texts.push(`${usageOf(caller)}\n\n${(await load(caller)).help}`)
  if (operator && caller) texts.push('For the operator, on the service’s own host:')
  if (operator) texts.push(`${usageOf(operator)}\n\n${(await load(operator)).help}`)
  return texts.join('\n\n')
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
