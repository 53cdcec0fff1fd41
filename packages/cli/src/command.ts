import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'

import type { ResultFormats } from './output/colours.ts'

export { Argument, type Command, Option } from '@commander-js/extra-typings'

/** Call of an operator's command. */
export interface OperatorCall {
  environment: NodeJS.ProcessEnv
  /** True on a Linux machine with a screen. */
  display: boolean
  /** Aborted when the process receives a signal to stop. */
  signal: AbortSignal
}

/** Result of a command, as text and as JSON. */
export interface Result {
  /** Empty if the command has written its own output. */
  text: string
  /** `undefined` for a command that runs until it is stopped. */
  json: unknown
  /** Formats of the text on a terminal. */
  formats?: ResultFormats
  /** True if the command ran and its result is negative. The exit code is 1. */
  failed?: boolean
}

/** Runs the work of a command and prints its result. */
export type Run<Call> = (work: (call: Call) => Promise<Result>) => Promise<void>

/**
 * Declarations of commands, by the words that call them. A declaration adds the help text, the arguments, the options and
 * the action. The summary and the options that all commands have are added by the program.
 */
export type CommandDefinitions<Call> = Record<string, (command: Command, run: Run<Call>) => void>

/** Entry of a module with commands. Help and completion list its commands without loading it. */
export interface CommandModule<Call> {
  /** Heading of its commands in the help of the tool. */
  group: string
  /** Sentence that describes each command, by the words that call it. */
  summaries: Readonly<Record<string, string>>
  load: () => Promise<CommandDefinitions<Call>>
}

/** Error for a call that does not match the usage of its command. The tool prints the usage and exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Formats examples for the end of the help of a command. */
export function examples(...lines: string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** Creates a parser of whole numbers with an optional sign. */
export function wholeNumber({ min = -Infinity, max = Infinity } = {}): (text: string) => number {
  return (text) => {
    if (!/^[+-]?\d{1,12}$/.test(text)) throw new InvalidArgumentError('must be a whole number.')
    const number = Number(text)
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(
      max === Infinity ? `must be at least ${min}.` : `must be ${min} to ${max}.`,
    )
  }
}

/** Formats a table with aligned columns. */
export function table(header: string[], rows: string[][]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
