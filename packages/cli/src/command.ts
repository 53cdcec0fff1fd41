import type { ParseArgsOptionDescriptor } from 'node:util'
import type { CallerCall } from './caller.ts'

/** Parsed arguments of a command. */
export interface Arguments {
  options: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
}

/** Call of an operator command. */
export interface OperatorCall extends Arguments {
  environment: NodeJS.ProcessEnv
  /** True on a Linux machine with a screen. */
  display: boolean
  /** Aborted when the process receives a signal to stop. */
  signal: AbortSignal
}

/** Options of a command by name, each with its help text. */
export type Options = Record<string, ParseArgsOptionDescriptor & { help: string }>

/** Result of a command, as text and as JSON. */
export interface Result {
  /** Empty if the command has written its own output. */
  text: string
  /** `undefined` for a command that runs until it is stopped. */
  json: unknown
  /** True if the command ran and its result is negative. The exit code is 1. */
  failed?: boolean
}

/** Definition of a command. */
export interface CommandDefinition<Called> {
  /** Words that call the command. */
  name: string
  /** Help text besides the summary and the options. */
  help?: string
  options: Options
  run(call: Called): Promise<Result>
}

/** Command for the operator, on the host of the service. */
export type OperatorCommand = CommandDefinition<OperatorCall>

/** Command for callers of a service, on any machine. */
export type CallerCommand = CommandDefinition<CallerCall>

/** Entry of a command in the list. Help and completion use it without loading the command. */
export interface CommandEntry<Kind> {
  name: string
  /**
   * Text after the name. Options are written as `--name VALUE`, optional parts as `[…]`, choices as `a|b`, and the path
   * of a file as FILE. Completion is generated from it.
   */
  usage: string
  /** One sentence that describes the command. */
  summary: string
  /** Loads the commands of the module that defines this one. */
  load(): Promise<Kind[]>
}

/** Error for a call that does not match the usage of its command. The tool prints the usage and exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Returns a required option. @throws {UsageError} */
export function required(call: Arguments, name: string): string {
  const value = call.options[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UsageError(`--${name} is required.`)
}

/** Returns an optional option. `undefined` if it is not set. */
export function optional(call: Arguments, name: string): string | undefined {
  const value = call.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the positional arguments, one for each name. @throws {UsageError} for another number of arguments. */
export function positionals<const Names extends readonly string[]>(
  call: Arguments,
  ...names: Names
): { [Key in keyof Names]: string } {
  if (call.positionals.length !== names.length) {
    const extra = call.positionals[names.length]
    const problem = extra === undefined ? '' : `Unexpected argument "${extra}". `
    throw new UsageError(
      `${problem}This command takes ${names.length === 0 ? 'no arguments' : names.join(' and ')}.`,
    )
  }
  // The length was checked above.
  return call.positionals as { [Key in keyof Names]: string }
}

/** Parses a whole number with an optional sign. @throws {UsageError} */
export function wholeNumber(text: string, name: string): number {
  if (/^[+-]?\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number, not "${text}".`)
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
