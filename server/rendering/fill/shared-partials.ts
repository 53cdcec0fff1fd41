import type { SourceLocation } from '../../errors.ts'
import { PARTIAL_DEPTH_MAX, PARTIALS_MAX, SOURCES_LENGTH_MAX, TAGS_MAX } from './limits.ts'
import type { LibraryContents } from './messages.ts'
import { type References, referencesOf } from './references.ts'
import { parse, checkSourceLimits, SourceError } from './source.ts'

/** A source that is combined with others. */
export interface ParsedSource {
  source: string
  references: References
  /** Number of mustaches. */
  tags: number
  /** Approximate memory in bytes. */
  weight: number
}

/**
 * Parses a source and finds its references.
 *
 * @throws {SourceError}
 */
export function parseSource(source: string): ParsedSource {
  const tags = checkSourceLimits(source)
  return { source, references: referencesOf(parse(source)), tags, weight: 2 * source.length + 1_000 }
}

/** The partials of a source, or the versions that are needed to determine them. */
export type RequiredPartials =
  | { kind: 'known'; partials: { name: string; version: string; parsed: ParsedSource }[] }
  | { kind: 'sources needed'; versions: string[] }

/**
 * Finds every library partial that a source calls, directly or through others, in an order that depends only on the
 * sources. A name without a partial is ignored: it may be inline, or in a branch that is not taken.
 *
 * @param self name of the source, when it is a partial
 * @throws {SourceError} for partials that call each other in a circle, or too many of them
 */
export function requiredPartials(
  root: ParsedSource,
  shared: LibraryContents,
  knownSources: (version: string) => ParsedSource | undefined,
  self?: string,
): RequiredPartials {
  const versions = new Map(shared.partials)
  const known = new Map<string, { version: string; parsed: ParsedSource }>()
  const missing = new Set<string>()
  const depths = new Map<string, number>()
  /** Visits a partial and those that it calls. Returns the maximum depth of the calls. */
  const visit = (name: string, path: string[], position: SourceLocation | undefined): number => {
    if (path.includes(name)) throw circleError([...path, name], position)
    if (name === self) return 0
    const knownDepth = depths.get(name)
    if (knownDepth !== undefined) return knownDepth
    const version = versions.get(name)
    if (version === undefined) return 0
    const parsed = knownSources(version)
    if (!parsed) {
      missing.add(version)
      return 1
    }
    known.set(name, { version, parsed })
    const called = [...parsed.references.partials.keys()]
    const depth = 1 + Math.max(0, ...called.map((next) => visit(next, [...path, name], position)))
    depths.set(name, depth)
    return depth
  }

  const start = self === undefined ? [] : [self]
  for (const [name, position] of root.references.partials) {
    if (visit(name, start, position) > PARTIAL_DEPTH_MAX)
      throw errorAt(`partials call each other more than ${PARTIAL_DEPTH_MAX} deep`, position)
  }
  // Partials whose name comes from the data may be any of the library.
  const dynamic = root.references.dynamic ?? firstDynamic(known)
  if (dynamic) for (const name of versions.keys()) visit(name, [], dynamic)
  if (missing.size > 0) return { kind: 'sources needed', versions: [...missing] }

  const partials = Array.from(known, ([name, one]) => ({ name, ...one }))
  checkLimits(root, partials, dynamic)
  return { kind: 'known', partials }
}

function firstDynamic(known: ReadonlyMap<string, { parsed: ParsedSource }>): SourceLocation | undefined {
  return known
    .values()
    .map(({ parsed }) => parsed.references.dynamic)
    .find((position) => position !== undefined)
}

function checkLimits(
  root: ParsedSource,
  partials: { parsed: ParsedSource }[],
  dynamic: SourceLocation | undefined,
): void {
  const position = dynamic ?? root.references.partials.values().next().value
  const reason = dynamic ? ', because the data names a partial, so that any may be used' : ''
  const parsedSources = [root, ...partials.map(({ parsed }) => parsed)]
  const sum = (measure: (parsed: ParsedSource) => number) =>
    parsedSources.reduce((all, parsed) => all + measure(parsed), 0)
  if (partials.length > PARTIALS_MAX) throw errorAt(`more than ${PARTIALS_MAX} partials${reason}`, position)
  if (sum(({ source }) => source.length) > SOURCES_LENGTH_MAX)
    throw errorAt(
      `more than ${SOURCES_LENGTH_MAX.toLocaleString('en')} characters with its partials${reason}`,
      position,
    )
  if (sum(({ tags }) => tags) > TAGS_MAX)
    throw errorAt(`more than ${TAGS_MAX} mustaches with its partials${reason}`, position)
}

function circleError(path: string[], position: SourceLocation | undefined): SourceError {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''))
  return errorAt(`partials call each other in a circle: ${circle.join(' → ')}`, position)
}

function errorAt(message: string, position: SourceLocation | undefined): SourceError {
  const positionText = position ? ` (line ${position.line}, column ${position.column})` : ''
  return new SourceError(`${message}${positionText}`, { position })
}
