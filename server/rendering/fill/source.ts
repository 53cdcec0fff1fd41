import Handlebars from 'handlebars'
import type { Place } from '../../errors.ts'
import { BLOCK_DEPTH_MAX, TAG_LENGTH_MAX, TAGS_MAX } from './limits.ts'

/** A source that is refused before Handlebars parses it. */
export class SourceError extends Error {
  override name = 'SourceError'
  /** Where it is refused, if that is one place. */
  readonly place: Place | undefined

  constructor(message: string, options: { place?: Place | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.place = options.place
  }
}

/** The part of Handlebars' own lexer that is used here; its types do not have it. */
interface Lexer {
  yy: object
  yylineno: number
  /** The text read so far. */
  matched: string
  /** The token read last, at the end of it. */
  match: string
  setInput(source: string): void
  lex(): number | string
}

interface Parser {
  lexer: Lexer
  terminals_: Readonly<Record<number, string>>
}

const { lexer, terminals_: TOKENS } = (Handlebars as unknown as { Parser: Parser }).Parser

const OPENS = ['OPEN_BLOCK', 'OPEN_INVERSE', 'OPEN_PARTIAL_BLOCK', 'OPEN_RAW_BLOCK']
const CLOSES = ['OPEN_ENDBLOCK', 'END_RAW_BLOCK']
/** `else if` and the like: a block within the one that is open, closed together with it. */
const CONTINUES = 'OPEN_INVERSE_CHAIN'
const TAGS = [...OPENS, ...CLOSES, CONTINUES, 'INVERSE', 'OPEN', 'OPEN_UNESCAPED', 'OPEN_PARTIAL', 'COMMENT']

/**
 * Refuses sources whose mere parsing would exhaust time or stack: what Handlebars does with a parsed source
 * recurses with the nesting of blocks and expressions, and 75 KB of nested blocks keep it busy for 15 s. Reads
 * by Handlebars' own lexer, so that nothing (a comment, a string, an escaped or raw mustache) can look shallow
 * here and be deep there, and stops at the first excess.
 * @returns how many mustaches there are.
 * @throws {SourceError} that names the limit, or in the lexer's words.
 */
export function refuseOverLimits(source: string): number {
  // What each open block adds to the depth: itself, and one for every `else if` in it.
  const open: number[] = []
  let depth = 0
  let tags = 0
  let tagStart = 0
  let expressions = 0
  for (const token of tokensOf(source)) {
    if (TAGS.includes(token)) {
      tags += 1
      tagStart = lexer.matched.length
      expressions = 0
    }
    if (OPENS.includes(token)) {
      open.push(1)
      depth += 1
    } else if (CLOSES.includes(token)) {
      depth -= open.pop() ?? 0
    } else if (token === CONTINUES && open.length > 0) {
      open.push((open.pop() ?? 0) + 1)
      depth += 1
    } else if (token === 'OPEN_SEXPR') {
      expressions += 1
    } else if (token === 'CLOSE_SEXPR') {
      expressions -= 1
    }
    if (tags > TAGS_MAX) throw new SourceError(`more than ${TAGS_MAX} mustaches`)
    if (token !== 'CONTENT' && lexer.matched.length - tagStart > TAG_LENGTH_MAX)
      throw tooMuch(`a mustache of more than ${TAG_LENGTH_MAX} characters`)
    if (depth > BLOCK_DEPTH_MAX) throw tooMuch(`blocks nested more than ${BLOCK_DEPTH_MAX} deep`)
    if (expressions > BLOCK_DEPTH_MAX) throw tooMuch(`expressions nested more than ${BLOCK_DEPTH_MAX} deep`)
  }
  return tags
}

/** @throws {SourceError} in the parser's words, with the place of the token that it could not take. */
export function parse(source: string): hbs.AST.Program {
  return withPlace(() => Handlebars.parse(source))
}

function withPlace<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    // The parser's own checks know their place.
    if (!(error instanceof Error) || error instanceof Handlebars.Exception) throw error
    throw new SourceError(error.message, { place: placeOfToken(), cause: error })
  }
}

/** Where the token begins that was read last. */
function placeOfToken(): Place {
  const before = lexer.matched.slice(0, lexer.matched.length - lexer.match.length)
  return { line: before.split('\n').length, column: before.length - (before.lastIndexOf('\n') + 1) }
}

function* tokensOf(source: string): Generator<string> {
  lexer.yy = {}
  lexer.setInput(source)
  for (;;) {
    const token = withPlace(() => lexer.lex())
    const name = typeof token === 'number' ? TOKENS[token] : token
    if (name === undefined || name === 'EOF') return
    yield name
  }
}

function tooMuch(what: string): SourceError {
  return new SourceError(`${what}, on line ${lexer.yylineno + 1}`, { place: placeOfToken() })
}
