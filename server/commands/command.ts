import type { ParseArgsOptionDescriptor } from 'node:util'
import type { Config } from '../config.ts'
import type { CallerCall } from './callers/caller.ts'

/** What every command is called with. */
export interface Arguments {
  options: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
}

/** What an operator's command is called with. */
export interface Call extends Arguments {
  config: Config
  /** True on a Linux machine with a screen. */
  display: boolean
}

/** The options of a command by their names, each with its line in the help. */
export type Options = Record<string, ParseArgsOptionDescriptor & { help: string }>

/** What a command says: to people, and to programs. */
export interface Result {
  /** Empty: nothing, for instance where the command has written its own output. */
  text: string
  /** Undefined: nothing, as of a command that runs until it is stopped. */
  json: unknown
  /** It has run, and what it found is bad news. */
  failed?: boolean
}

interface Definition<Called> {
  /** The words by which it is called. */
  name: string
  /** Facts that its summary and its options leave out. */
  help?: string
  options: Options
  run(call: Called): Promise<Result>
}

/** A command of the operator's, on the service's own host. */
export type Command = Definition<Call>

/** A command of those who call a service, from whichever machine. */
export type CallerCommand = Definition<CallerCall>

/** Where a command is found, so that help and completion need not load what it works with. */
export interface Listed<Kind> {
  name: string
  /**
   * What follows the name: options as `--name VALUE`, `[…]` around what may be left out, `a|b` for one of several
   * words, FILE for a file's path. Completion is made of this, too.
   */
  usage: string
  /** One sentence: what the command does. */
  summary: string
  /** The module's commands; the one with this name is among them. */
  load(): Promise<Kind[]>
}

/** Error for a call that does not match the usage of its command. The tool prints the usage and ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** An option that the command cannot do without. @throws {UsageError} */
export function required(call: Arguments, name: string): string {
  const value = call.options[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UsageError(`--${name} is required.`)
}

/** An option that may be left out. */
export function optional(call: Arguments, name: string): string | undefined {
  const value = call.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Exactly these arguments, by position. @throws {UsageError} that names what is missing or too much. */
export function positionals<const Names extends readonly string[]>(
  call: Arguments,
  ...names: Names
): { [Key in keyof Names]: string } {
  if (call.positionals.length !== names.length) {
    throw new UsageError(
      names.length === 0 ? 'This command takes no arguments.' : `This command takes ${names.join(' and ')}.`,
    )
  }
  // As many as there are names: that was just looked at.
  return call.positionals as { [Key in keyof Names]: string }
}

/** A whole number, of either sign. @throws {UsageError} */
export function wholeNumber(text: string, name: string): number {
  if (/^[+-]?\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number, not "${text}".`)
}

/** A table for people: columns as wide as their widest cell. */
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
