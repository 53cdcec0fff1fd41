import { type Evaluate, pageFunction } from '../in-page.ts'

const KINDS = ['alternative-text-missing', 'heading-skipped', 'language-missing', 'contrast-low'] as const

/** A place of a document that screen readers or people with low vision cannot read. */
export interface AccessibilityProblem {
  kind: (typeof KINDS)[number]
  /** Name of the element. */
  name: string
  /** Attributes of the element. Long values are cut off. */
  attributes: [name: string, value: string][]
  /** The beginning of the element's text. */
  text: string
  /** The reason, such as the measured contrast. It may be empty. */
  detail: string
  /** Number of equal problems. */
  count: number
}

/** Longest value of an attribute, in characters. Longer ones are cut off, by the function in the page. */
export const VALUE_LENGTH_MAX = 100

const accessibilityProblems = pageFunction('accessibilityProblems', [
  'document',
  'accessibility',
  'contrast',
  'painted-boxes',
])

/** Finds the accessibility problems of the document in a page. */
export async function findAccessibilityProblems(evaluate: Evaluate): Promise<AccessibilityProblem[]> {
  const problems = await evaluate(accessibilityProblems())
  return Array.isArray(problems) ? problems.filter(isProblem) : []
}

function isProblem(value: unknown): value is AccessibilityProblem {
  const kinds: readonly unknown[] = KINDS
  return typeof value === 'object' && value !== null && 'kind' in value && kinds.includes(value.kind)
}
