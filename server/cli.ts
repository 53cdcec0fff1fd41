#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { UsageError } from './commands/command.ts'
import { findCommand, HELP } from './commands/commands.ts'
import { ConfigError, readConfig } from './config.ts'
import { Refusal } from './errors.ts'

// 0: done; 1: it could not be done; 2: the call itself is wrong.
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<0 | 1 | 2> {
  const found = findCommand(args)
  if (!found) {
    const asked = args.length === 0 || args.includes('--help') || args.includes('-h')
    if (asked) console.log(HELP)
    else console.error(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${HELP}`)
    return asked ? 0 : 2
  }
  const { command, rest } = found
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
    if (values.help) {
      console.log(command.help)
      return 0
    }
    // oxlint-disable-next-line no-process-env -- the one place where the environment comes in
    const result = await command.run({ config: readConfig(process.env), options: values, positionals })
    console.log(values.json ? JSON.stringify(result.json) : result.text)
    return result.failed ? 1 : 0
  } catch (error) {
    return failed(error, command.help)
  }
}

function failed(error: unknown, help: string): 1 | 2 {
  if (error instanceof Error && isUsageError(error)) {
    console.error(`${error.message}\n\n${help}`)
    return 2
  }
  const expected = error instanceof Refusal || error instanceof ConfigError
  console.error(error instanceof Error ? error.message : String(error))
  if (!expected && error instanceof Error && error.cause instanceof Error)
    console.error(`because: ${error.cause.message}`)
  return 1
}

/** Ours, or parseArgs' own for an option that is unknown or lacks its value. */
function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
}
