import type { Arguments, CommandEntry } from './command.ts'

/** Values that an argument accepts: one of several words, the path of a file, or any text. */
export type Value = readonly string[] | 'file' | 'free'

/** Parsed usage of a command. */
export interface CommandUsage {
  name: string
  /** By name, with dashes. `undefined` for an option without a value. */
  options: Map<string, Value | undefined>
  /** Values of the positional arguments. */
  arguments: Value[]
  /** Required options and arguments, in the form of the usage: `--email EMAIL`, `USER_ID`. */
  required: { option: string | undefined; text: string }[]
}

/** Parses the `usage` of a command. */
export function parseUsage({ name, usage }: Pick<CommandEntry<unknown>, 'name' | 'usage'>): CommandUsage {
  const parsed: CommandUsage = { name, options: new Map(), arguments: [], required: [] }
  let option: string | undefined
  let isOptional = false
  for (const [token, opens, word = '', closes] of usage.matchAll(/(\[?)([^\s[\]]+)(\]?)/g)) {
    if (opens !== '' || token.startsWith('--')) option = undefined
    if (opens !== '') isOptional = true
    if (word.startsWith('--')) {
      option = word
      parsed.options.set(option, undefined)
    } else {
      if (option === undefined) parsed.arguments.push(valueOf(word))
      else parsed.options.set(option, valueOf(word))
      const value = word.replace(/…$/, '')
      const text = option === undefined ? value : `${option} ${value}`
      if (!isOptional) parsed.required.push({ option, text })
      option = undefined
    }
    if (closes !== '') {
      option = undefined
      isOptional = false
    }
  }
  return parsed
}

/** Returns the required options and arguments that a call lacks, in the form of the usage. */
export function missingFrom(parsed: CommandUsage, { options, positionals }: Arguments): string[] {
  const ofOptions = parsed.required.filter(
    ({ option }) => option !== undefined && isEmpty(options[option.slice(2)]),
  )
  const ofArguments = parsed.required.filter(({ option }) => option === undefined).slice(positionals.length)
  return [...ofOptions, ...ofArguments].map(({ text }) => text)
}

function isEmpty(value: Arguments['options'][string]): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}

function valueOf(word: string): Value {
  const plain = word.replace(/…$/, '')
  if (plain === 'FILE') return 'file'
  return /[a-z]/.test(plain) ? plain.split('|') : 'free'
}
