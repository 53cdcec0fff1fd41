import type { SourceLocation } from '../../errors.ts'
import { PARTIAL_DEPTH_MAX, PARTIALS_MAX, SOURCES_LENGTH_MAX, TAGS_MAX } from './limits.ts'
import type { LibraryContents } from './messages.ts'
import { type References, referencesOf } from './references.ts'
import { parse, refuseOverLimits, SourceError } from './source.ts'

/** A source as it is put together with others. */
export interface Part {
  source: string
  references: References
  /** How many mustaches it has. */
  tags: number
  /** About how much memory it holds, in bytes. */
  weight: number
}

/** Reads what a source asks for. @throws {SourceError} */
export function partOf(source: string): Part {
  const tags = refuseOverLimits(source)
  return { source, references: referencesOf(parse(source)), tags, weight: 2 * source.length + 1_000 }
}

/** The partials that a source needs, or the versions of those that must be known to tell. */
export type Needed =
  | { kind: 'known'; partials: { name: string; version: string; part: Part }[] }
  | { kind: 'sources needed'; versions: string[] }

/**
 * Finds every shared partial that a source calls, itself or through others, in an order that depends on nothing but
 * the sources. One that nobody has is none: it may be inline, or in a branch that is not taken.
 * @param self what the source is called itself, where it is a partial.
 * @throws {SourceError} for partials that call each other in a circle, or too many of them.
 */
export function partialsFor(
  root: Part,
  shared: LibraryContents,
  knownParts: (version: string) => Part | undefined,
  self?: string,
): Needed {
  const versions = new Map(shared.partials)
  const known = new Map<string, { version: string; part: Part }>()
  const missing = new Set<string>()
  const heights = new Map<string, number>()
  /** @returns how many stand within each other there, at most. */
  const visit = (name: string, path: string[], place: SourceLocation | undefined): number => {
    if (path.includes(name)) throw inACircle([...path, name], place)
    if (name === self) return 0
    const height = heights.get(name)
    if (height !== undefined) return height
    const version = versions.get(name)
    if (version === undefined) return 0
    const part = knownParts(version)
    if (!part) {
      missing.add(version)
      return 1
    }
    known.set(name, { version, part })
    const called = [...part.references.partials.keys()]
    const own = 1 + Math.max(0, ...called.map((next) => visit(next, [...path, name], place)))
    heights.set(name, own)
    return own
  }

  const start = self === undefined ? [] : [self]
  for (const [name, place] of root.references.partials) {
    if (visit(name, start, place) > PARTIAL_DEPTH_MAX)
      throw tooMuch(`partials call each other more than ${PARTIAL_DEPTH_MAX} deep`, place)
  }
  // What the data will name is not known yet: it may be any of them.
  const dynamic = root.references.dynamic ?? firstDynamic(known)
  if (dynamic) for (const name of versions.keys()) visit(name, [], dynamic)
  if (missing.size > 0) return { kind: 'sources needed', versions: [...missing] }

  const partials = Array.from(known, ([name, one]) => ({ name, ...one }))
  refuseTooMany(root, partials, dynamic)
  return { kind: 'known', partials }
}

function firstDynamic(known: ReadonlyMap<string, { part: Part }>): SourceLocation | undefined {
  return known
    .values()
    .map(({ part }) => part.references.dynamic)
    .find((place) => place !== undefined)
}

function refuseTooMany(root: Part, partials: { part: Part }[], dynamic: SourceLocation | undefined): void {
  const place = dynamic ?? root.references.partials.values().next().value
  const why = dynamic ? ', of which all are needed where the data names one' : ''
  const parts = [root, ...partials.map(({ part }) => part)]
  const sum = (measure: (part: Part) => number) => parts.reduce((all, part) => all + measure(part), 0)
  if (partials.length > PARTIALS_MAX) throw tooMuch(`more than ${PARTIALS_MAX} partials${why}`, place)
  if (sum(({ source }) => source.length) > SOURCES_LENGTH_MAX)
    throw tooMuch(
      `more than ${SOURCES_LENGTH_MAX.toLocaleString('en')} characters with its partials${why}`,
      place,
    )
  if (sum(({ tags }) => tags) > TAGS_MAX)
    throw tooMuch(`more than ${TAGS_MAX} mustaches with its partials${why}`, place)
}

function inACircle(path: string[], place: SourceLocation | undefined): SourceError {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''))
  return tooMuch(`partials call each other in a circle: ${circle.join(' → ')}`, place)
}

function tooMuch(what: string, place: SourceLocation | undefined): SourceError {
  const where = place ? ` (line ${place.line}, column ${place.column})` : ''
  return new SourceError(`${what}${where}`, { place })
}
