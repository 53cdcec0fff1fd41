import type { Block } from '../../docs/blocks.ts'

// CONTRIBUTING.md says the same to those who write pages.
const RUN = ['sh', 'js', 'ts', 'python', 'hbs', 'html']
const TEMPLATES = ['hbs', 'html']
const SHOWN = ['excerpt', 'host', 'outside', 'other']

/** What is done with a block. */
export type Role =
  | { kind: 'run'; exit: number; operator: boolean; background: boolean }
  | { kind: 'template' }
  | { kind: 'picture'; name: string }
  | { kind: 'data' | 'output' | 'json' | 'shown' }

/** @throws where the block does not say what is to be done with it. */
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
  throw new Error('It says neither run, file=, picture=, output nor shown=.')
}

function refuseUnknown(words: readonly string[], names: readonly string[]): void {
  const known = ['run', 'operator', 'background', 'output', 'data']
  const unknown = words.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new Error(`Nothing is known of the word "${unknown}".`)
  const other = names.find((name) => !['file', 'picture', 'shown', 'exit'].includes(name))
  if (other !== undefined) throw new Error(`Nothing is known of "${other}=".`)
}

/** What is different, or undefined: every `…` of what is expected stands for anything. */
export function difference(expected: string, actual: string): string | undefined {
  return patternOf(tidy(expected)).test(tidy(actual))
    ? undefined
    : `It has written\n${tidy(actual)}\nand the page says\n${tidy(expected)}`
}

/** The same for JSON, of whatever layout: "…" stands for any value, and as a name for any more fields. */
export function differenceOfJson(expected: string, actual: string): string | undefined {
  try {
    if (isAlike(JSON.parse(expected), JSON.parse(actual))) return undefined
  } catch {
    // Something is no JSON, and as texts they may be alike.
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
