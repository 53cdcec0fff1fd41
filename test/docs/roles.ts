import type { Block } from '../../docs/blocks.ts'

// CONTRIBUTING.md documents these words.
const RUN = ['sh', 'js', 'ts', 'python', 'hbs', 'html']
const TEMPLATES = ['hbs', 'html']
const SHOWN = ['excerpt', 'host', 'outside', 'other']

/** Test of a block. */
export type Role =
  | { kind: 'run'; exit: number; operator: boolean; background: boolean }
  | { kind: 'template' }
  | { kind: 'picture'; name: string }
  | { kind: 'data' | 'output' | 'json' | 'shown' }

/** Returns the test of a block. @throws when its info string does not name one. */
export function roleOf({ language, words, values, code }: Block): Role {
  const is = (word: string) => words.includes(word)
  const template = TEMPLATES.includes(language)
  refuseUnknown(words, Object.keys(values))
  if (values['shown'] !== undefined) {
    if (!SHOWN.includes(values['shown'])) throw new Error(`shown= is one of ${SHOWN.join(', ')}.`)
    return { kind: 'shown' }
  }
  if (values['picture'] !== undefined && template) return { kind: 'picture', name: values['picture'] }
  if (is('run') && template) return { kind: 'template' }
  if (is('run') && RUN.includes(language)) {
    const exit = Number(values['exit'] ?? 0)
    return { kind: 'run', exit, operator: is('operator'), background: is('background') }
  }
  if (language === 'mermaid') return { kind: 'shown' }
  if (is('output')) return { kind: 'output' }
  if (is('data') && language === 'json') return { kind: 'data' }
  if (language === 'json') {
    JSON.parse(code)
    return { kind: 'json' }
  }
  if (values['file'] !== undefined) return { kind: 'shown' }
  throw new Error('The info string has neither run, file=, picture=, output nor shown=.')
}

function refuseUnknown(words: readonly string[], names: readonly string[]): void {
  const known = ['run', 'operator', 'background', 'output', 'data']
  const unknown = words.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new Error(`Unknown word "${unknown}" in the info string.`)
  const other = names.find((name) => !['file', 'picture', 'shown', 'exit'].includes(name))
  if (other !== undefined) throw new Error(`Unknown name "${other}=" in the info string.`)
}

/** Describes how a text differs from the expected one, in which `…` matches anything. `undefined` when it matches. */
export function difference(expected: string, actual: string): string | undefined {
  return patternOf(tidy(expected)).test(tidy(actual))
    ? undefined
    : `The output is\n${tidy(actual)}\nThe page expects\n${tidy(expected)}`
}

/** Does the same for JSON of any layout: "…" matches any value, and as a name any more fields. */
export function differenceOfJson(expected: string, actual: string): string | undefined {
  try {
    if (isAlike(JSON.parse(expected), JSON.parse(actual))) return undefined
  } catch {
    // One of them is not JSON. They may match as texts.
  }
  return difference(expected, actual)
}

function isAlike(expected: unknown, actual: unknown): boolean {
  if (expected === '…') return true
  if (typeof expected === 'string' && typeof actual === 'string') return patternOf(expected).test(actual)
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.length === actual.length && expected.every((one, index) => isAlike(one, actual[index]))
  }
  if (!isObject(expected) || !isObject(actual)) return expected === actual
  const { '…': more, ...named } = expected
  return (
    Object.keys(named).every((name) => name in actual && isAlike(named[name], actual[name])) &&
    (more !== undefined || Object.keys(actual).every((name) => name in named))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function patternOf(text: string): RegExp {
  const pieces = text.split('…').map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${pieces.join('[^]*?')}$`)
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}
