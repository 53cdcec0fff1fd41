import type { Warning } from '../warnings.ts'
import { positionsIn } from './positions.ts'
import type { AccessibilityProblem } from './problems.ts'

/** Limit on problems of one kind. Later ones are dropped. */
const PER_KIND_MAX = 10
const VALUE_LENGTH_MAX = 40

/** Attributes that identify an element for its author. */
const SHOWN_ATTRIBUTES = ['id', 'class', 'src', 'role', 'lang']

/**
 * Describes accessibility problems as warnings with their position in the source of the template. Problems of one position
 * are counted as one.
 */
export function accessibilityWarnings(problems: AccessibilityProblem[], source: string): Warning[] {
  if (problems.length === 0) return []
  const findPosition = positionsIn(source)
  const warnings = new Map<string, Warning>()
  const counts = new Map<string, number>()
  for (const problem of problems) {
    const position = findPosition(problem)
    const key = JSON.stringify([problem.kind, position || tagOf(problem), problem.detail])
    const known = warnings.get(key)
    if (known) known.count += problem.count
    else if ((counts.get(problem.kind) ?? 0) < PER_KIND_MAX) {
      counts.set(problem.kind, (counts.get(problem.kind) ?? 0) + 1)
      warnings.set(key, { kind: problem.kind, subject: subjectOf(problem, position), count: problem.count })
    }
  }
  return [...warnings.values()]
}

function subjectOf(problem: AccessibilityProblem, position: string): string {
  const { text, detail } = problem
  const element = `${tagOf(problem)}${text === '' ? '' : ` “${text}”`}`
  return `${element}${detail === '' ? '' : ` ${detail}`}${position === '' ? '' : ` (${position})`}`
}

function tagOf({ name, attributes }: AccessibilityProblem): string {
  const shown = attributes
    .filter(([attribute]) => SHOWN_ATTRIBUTES.includes(attribute))
    .slice(0, 2)
    .map(([attribute, value]) => ` ${attribute}="${shortened(value)}"`)
  return `<${name.slice(0, VALUE_LENGTH_MAX)}${shown.join('')}>`
}

function shortened(value: string): string {
  return value.length > VALUE_LENGTH_MAX ? `${value.slice(0, VALUE_LENGTH_MAX)}…` : value
}
