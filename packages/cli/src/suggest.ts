import { distance } from 'fastest-levenshtein'

// A longer word may contain more typing errors.
const LETTERS_PER_ERROR = 3

/** Returns the most similar candidate, if the difference looks like a typing error. */
export function suggestionFor(text: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, errors: distance(text, candidate) }))
    .filter(
      ({ candidate, errors }) =>
        errors <= Math.ceil(candidate.length / LETTERS_PER_ERROR) && errors < text.length,
    )
    .toSorted((one, other) => one.errors - other.errors)
  return best?.candidate
}
