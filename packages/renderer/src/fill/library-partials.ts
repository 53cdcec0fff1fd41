import type { SourcePosition } from '@platen/template/refusal'
import { PARTIAL_DEPTH_MAX, PARTIALS_MAX, SOURCES_LENGTH_MAX, MUSTACHES_MAX } from './limits.ts'
import type { LibraryContents } from './messages.ts'
import { type References, referencesOf } from '@platen/template/references'
import { parse, checkSourceLimits, sourceErrorAt } from './source.ts'

/** A parsed source of a template or partial. */
export interface ParsedSource {
  source: string
  references: References
  /** Number of mustaches. */
  mustaches: number
  /** Approximate memory in bytes. */
  weight: number
}

/**
 * Parses a source and finds its references.
 *
 * @throws {SourceError}
 */
export function parseSource(source: string): ParsedSource {
  const mustaches = checkSourceLimits(source)
  return { source, references: referencesOf(parse(source)), mustaches, weight: 2 * source.length + 1_000 }
}

/** The partials of a source, or the versions of the sources that must be known to determine them. */
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
  library: LibraryContents,
  findParsed: (version: string) => ParsedSource | undefined,
  self?: string,
): RequiredPartials {
  const versions = new Map(library.partials)
  const known = new Map<string, { version: string; parsed: ParsedSource }>()
  const missing = new Set<string>()
  const depths = new Map<string, number>()
  /** Visits a partial and those that it calls. Returns the maximum depth of the calls. */
  const visit = (name: string, path: string[], position: SourcePosition | undefined): number => {
    if (path.includes(name)) throw circleError([...path, name], position)
    if (name === self) return 0
    const knownDepth = depths.get(name)
    if (knownDepth !== undefined) return knownDepth
    const version = versions.get(name)
    if (version === undefined) return 0
    const parsed = findParsed(version)
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
      throw sourceErrorAt(
        `Partials are nested more than ${PARTIAL_DEPTH_MAX} levels deep. Include fewer partials in one another`,
        position,
      )
  }
  // Partials whose name comes from the data may be any of the library.
  const dynamic = root.references.dynamic ?? firstDynamic(known)
  if (dynamic) for (const name of versions.keys()) visit(name, [], dynamic)
  if (missing.size > 0) return { kind: 'sources needed', versions: [...missing] }

  const partials = Array.from(known, ([name, one]) => ({ name, ...one }))
  checkLimits(root, partials, dynamic)
  return { kind: 'known', partials }
}

function firstDynamic(known: ReadonlyMap<string, { parsed: ParsedSource }>): SourcePosition | undefined {
  return known
    .values()
    .map(({ parsed }) => parsed.references.dynamic)
    .find((position) => position !== undefined)
}

function checkLimits(
  root: ParsedSource,
  partials: { parsed: ParsedSource }[],
  dynamic: SourcePosition | undefined,
): void {
  const position = dynamic ?? root.references.partials.values().next().value
  const remedy = dynamic
    ? 'The data names a partial, so all partials of the account count. Name the partial in the source'
    : 'Include fewer or shorter partials'
  const parsedSources = [root, ...partials.map(({ parsed }) => parsed)]
  const sum = (measure: (parsed: ParsedSource) => number) =>
    parsedSources.reduce((all, parsed) => all + measure(parsed), 0)
  const check = (count: number, max: number, unit: string) => {
    if (count <= max) return
    const [actual, limit] = [count.toLocaleString('en'), max.toLocaleString('en')]
    throw sourceErrorAt(`The source uses ${actual} ${unit}. The limit is ${limit}. ${remedy}`, position)
  }
  check(partials.length, PARTIALS_MAX, 'partials')
  check(
    sum(({ source }) => source.length),
    SOURCES_LENGTH_MAX,
    'characters with its partials',
  )
  check(
    sum(({ mustaches }) => mustaches),
    MUSTACHES_MAX,
    'mustaches with its partials',
  )
}

function circleError(path: string[], position: SourcePosition | undefined): Error {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''))
  return sourceErrorAt(`Partials include each other in a circle: ${circle.join(' → ')}`, position)
}
