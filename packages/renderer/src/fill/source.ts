import Handlebars from 'handlebars'
import type { SourcePosition } from '@platen/template/refusal'
import { BLOCK_DEPTH_MAX, MUSTACHE_LENGTH_MAX, MUSTACHES_MAX } from './limits.ts'
import { explainSyntaxError } from './syntax-errors.ts'
import { newestTokenStart, positionAt, tokensOf } from './tokens.ts'

/** An error in a source, with a message for its author. */
export class SourceError extends Error {
  override name = 'SourceError'
  /** Position of the error, if it has one. */
  readonly position: SourcePosition | undefined

  constructor(message: string, options: { position?: SourcePosition | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.position = options.position
  }
}

/** Creates an error whose message ends with its position, if it has one. */
export function sourceErrorAt(message: string, position: SourcePosition | undefined): SourceError {
  return new SourceError(message + positionText(position), { position })
}

/** Returns a position as the end of a message, or '' without one. */
export function positionText(position: SourcePosition | undefined): string {
  return position ? ` (line ${position.line}, column ${position.column})` : ''
}

const OPENS = ['OPEN_BLOCK', 'OPEN_INVERSE', 'OPEN_PARTIAL_BLOCK', 'OPEN_RAW_BLOCK']
const CLOSES = ['OPEN_ENDBLOCK', 'END_RAW_BLOCK']
/** `{{else if}}`: a block within the open one, closed together with it. */
const CONTINUES = 'OPEN_INVERSE_CHAIN'
const MUSTACHES = [
  ...OPENS,
  ...CLOSES,
  CONTINUES,
  'INVERSE',
  'OPEN',
  'OPEN_UNESCAPED',
  'OPEN_PARTIAL',
  'COMMENT',
]

/**
 * Rejects sources whose parsing would exhaust time or stack: Handlebars processes a parsed source recursively, and 75
 * KB of nested blocks take 15 s. Stops at the first limit that is exceeded.
 *
 * @returns the number of mustaches
 * @throws {SourceError} that names the limit, or the comment or raw block that is not closed
 */
export function checkSourceLimits(source: string): number {
  try {
    return countMustaches(source)
  } catch (error) {
    throw error instanceof SourceError ? error : explained(source, error)
  }
}

/**
 * Parses a source.
 *
 * @throws {SourceError} that explains a syntax error, with the position to repair
 */
export function parse(source: string): hbs.AST.Program {
  try {
    return Handlebars.parse(source)
  } catch (error) {
    throw explained(source, error)
  }
}

/** Converts an error of Handlebars to one that explains a syntax error, if its reason is known. */
function explained(source: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // Handlebars' own checks of a parsed tag fail after the tag.
  const isChecked = error instanceof Handlebars.Exception
  const problem = explainSyntaxError(source, isChecked ? source.length : newestTokenStart(source))
  if (problem) return new SourceError(problem.message, { position: problem.position, cause: error })
  if (!isChecked) return error
  // These errors have a position, and repeat it at the end of the message.
  const { lineNumber: line, column } = error
  const message = `Parse error on line ${line}: ${error.message.replace(/ - \d+:\d+$/, '')}`
  return new SourceError(message, { position: { line, column }, cause: error })
}

function countMustaches(source: string): number {
  // Depth that each open block adds: 1 for the block, and 1 for every `else if` in it.
  const open: number[] = []
  let depth = 0
  let mustaches = 0
  let mustacheStart = 0
  let expressions = 0
  for (const { name, start, end } of tokensOf(source)) {
    const limitError = (message: string) => sourceErrorAt(message, positionAt(source, start))
    if (MUSTACHES.includes(name)) {
      mustaches += 1
      mustacheStart = end
      expressions = 0
    }
    if (OPENS.includes(name)) {
      open.push(1)
      depth += 1
    } else if (CLOSES.includes(name)) {
      depth -= open.pop() ?? 0
    } else if (name === CONTINUES && open.length > 0) {
      open.push((open.pop() ?? 0) + 1)
      depth += 1
    } else if (name === 'OPEN_SEXPR') {
      expressions += 1
    } else if (name === 'CLOSE_SEXPR') {
      expressions -= 1
    }
    if (mustaches > MUSTACHES_MAX)
      throw new SourceError(
        `The source has more than ${formatted(MUSTACHES_MAX)} mustaches. Use {{#each}} for repeated parts.`,
      )
    if (name !== 'CONTENT' && end - mustacheStart > MUSTACHE_LENGTH_MAX)
      throw limitError(
        `A mustache has more than ${formatted(MUSTACHE_LENGTH_MAX)} characters. Put long texts into the data`,
      )
    if (depth > BLOCK_DEPTH_MAX)
      throw limitError(
        `Blocks are nested more than ${BLOCK_DEPTH_MAX} levels deep. Move the inner blocks into a partial`,
      )
    if (expressions > BLOCK_DEPTH_MAX)
      throw limitError(
        `Expressions are nested more than ${BLOCK_DEPTH_MAX} levels deep. Split the mustache with {{#with}}`,
      )
  }
  return mustaches
}

function formatted(count: number): string {
  return count.toLocaleString('en')
}
