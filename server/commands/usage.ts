import type { Listed } from './command.ts'

/** What may stand in a place: one of several words, a file's path, or what only its author knows. */
export type Value = readonly string[] | 'file' | 'free'

/** How a command is called, as completion knows it. */
export interface Shape {
  name: string
  /** By their names, with the dashes; undefined for an option without a value. */
  options: Map<string, Value | undefined>
  /** What its arguments may be. */
  arguments: Value[]
}

/** Reads a usage, as `Listed` says that it is written. */
export function shapeOf({ name, usage }: Pick<Listed<unknown>, 'name' | 'usage'>): Shape {
  const shape: Shape = { name, options: new Map(), arguments: [] }
  let option: string | undefined
  for (const [token, opens, word = '', closes] of usage.matchAll(/(\[?)([^\s[\]]+)(\]?)/g)) {
    if (opens !== '' || token.startsWith('--')) option = undefined
    if (word.startsWith('--')) {
      option = word
      shape.options.set(option, undefined)
    } else if (option === undefined) shape.arguments.push(valueOf(word))
    else {
      shape.options.set(option, valueOf(word))
      option = undefined
    }
    if (closes !== '') option = undefined
  }
  return shape
}

function valueOf(word: string): Value {
  const plain = word.replace(/…$/, '')
  if (plain === 'FILE') return 'file'
  return /[a-z]/.test(plain) ? plain.split('|') : 'free'
}
