import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings'
import { UsageError } from './command.ts'
import { pathOf } from './program.ts'

/** Converts an error of commander to the words of this tool. */
export function usageErrorOf({ code, message }: CommanderError, command: CommandUnknownOpts): UsageError {
  const path = pathOf(command)
  if (code === 'commander.help') return new UsageError(`"${path}" needs a subcommand.`)
  const text = wordsFor(path.split(' ').slice(1)).reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    message,
  )
  return new UsageError(`${text.charAt(0).toUpperCase()}${text.slice(1)}`)
}

/** Returns the messages of commander with the words of this tool for them. Other messages are used unchanged. */
function wordsFor(group: string[]): readonly (readonly [RegExp, string])[] {
  const prefix = group.map((word) => `${word} `).join('')
  return [
    [/^error: /, ''],
    [/<([A-Z_]+)>/g, '$1'],
    [/Allowed choices are /, 'must be one of '],
    [/^missing required argument '([^']*)'$/, '$1 is required'],
    [
      /^option '(?:-\w, )?(--[\w-]+)(?: [^']*)?' argument '([^']*)' is invalid\. ([^'.]*)\.$/,
      '$1 $3, not "$2"',
    ],
    [/^command-argument value '([^']*)' is invalid for argument '([^']*)'\. ([^'.]*)\.$/, '$2 $3, not "$1"'],
    [
      /^option '(--[\w-]+)' cannot be used with option '(?:-\w, )?(--[\w-]+)(?: [^']*)?'$/,
      '$1 cannot be used with $2. Remove one of them',
    ],
    [/^unknown command '([^']*)'/, `There is no command "${prefix}$1"`],
    [/\n\(Did you mean ([a-z][\w-]*)\?\)$/, `. Did you mean "${prefix}$1"?`],
    [/\n\((Did you mean [^)\n]*)\)$/, '. $1'],
    [/(?<![?.])$/, '.'],
  ]
}
