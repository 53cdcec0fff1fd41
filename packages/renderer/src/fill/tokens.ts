import Handlebars from 'handlebars'
import type { SourcePosition } from '@platen/template/refusal'

/** A token of Handlebars' lexer, with the offsets in the source at which it starts and ends. */
export interface Token {
  name: string
  start: number
  end: number
}

/** The used part of Handlebars' lexer, which its types omit. */
interface Lexer {
  yy: object
  /** The text not read yet. `matched`, the text read so far, is too long after a comment. */
  _input: string
  /** The text of the newest token. */
  match: string
  setInput(source: string): void
  lex(): number | string
}

interface Parser {
  lexer: Lexer
  terminals_: Readonly<Record<number, string>>
}

const { lexer, terminals_: NAMES } = (Handlebars as unknown as { Parser: Parser }).Parser

/**
 * Reads the tokens of a source with Handlebars' own lexer. Comments, strings, and escaped or raw mustaches are
 * therefore the same as in Handlebars.
 *
 * @throws an Error with the lexer's message, for a comment or a raw block that is not closed
 */
export function* tokensOf(source: string): Generator<Token> {
  lexer.yy = {}
  lexer.setInput(source)
  for (;;) {
    const token = lexer.lex()
    const name = typeof token === 'number' ? NAMES[token] : token
    if (name === undefined || name === 'EOF') return
    yield { name, start: newestTokenStart(source), end: newestTokenEnd(source) }
  }
}

/** Returns the offset at which the newest token starts. After a failed parse it is the token that failed. */
export function newestTokenStart(source: string): number {
  return newestTokenEnd(source) - lexer.match.length
}

function newestTokenEnd(source: string): number {
  const { _input: rest } = lexer
  return source.length - rest.length
}

/** Converts an offset in a source to a line and a column. */
export function positionAt(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: before.length - (before.lastIndexOf('\n') + 1) }
}
