/**
 * Returns the names that a user may have meant, at most three: those that differ in case only, that contain the text, or
 * that differ by at most two edits.
 */
export function similarNames(text: string, names: readonly string[]): string[] {
  const typed = text.toLowerCase()
  const ranked = [...new Set(names)].flatMap((name) => {
    const lower = name.toLowerCase()
    const rank =
      lower === typed
        ? 0
        : isPart(typed, lower)
          ? 1
          : isNear(typed, lower)
            ? editsBetween(typed, lower) + 1
            : undefined
    return rank === undefined ? [] : [{ name, rank }]
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SHOWN_MAX)
    .map(({ name }) => name)
}

/** Returns the question for similar names: ` Did you mean "Invoice"?`, or an empty text. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ''
  const quoted = names.map((name) => `"${name}"`)
  return ` Did you mean ${new Intl.ListFormat('en', { type: 'disjunction' }).format(quoted)}?`
}

const SHOWN_MAX = 3
const PART_LENGTH_MIN = 3
const EDITS_MAX = 2
const LENGTH_MAX = 100

function isPart(typed: string, name: string): boolean {
  return typed.length >= PART_LENGTH_MIN && name.includes(typed)
}

function isNear(typed: string, name: string): boolean {
  return (
    Math.max(typed.length, name.length) <= LENGTH_MAX &&
    Math.abs(typed.length - name.length) <= EDITS_MAX &&
    editsBetween(typed, name) <= Math.min(EDITS_MAX, Math.floor(typed.length / 3))
  )
}

/** Returns the Damerau-Levenshtein distance (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + cost)
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(isSwapped ? Math.min(edits, at(beforeLast, column - 2) + 1) : edits)
    }
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

function at(row: readonly number[], column: number): number {
  const value = row[column]
  if (value === undefined) throw new Error(`The row has no column ${column}`)
  return value
}
