import type { SourcePosition } from '@platen/template/refusal'
import { positionAt, type Token, tokensOf } from './tokens.ts'

/** Explanation of a syntax error, with the position to repair. */
export interface SyntaxProblem {
  message: string
  position: SourcePosition
}

/** A block whose closing tag has not been read. */
interface OpenBlock {
  tag: string
  closing: string
  start: number
  hasElse: boolean
}

/** A tag whose end has not been read, with its tokens so far. */
interface OpenTag {
  opener: Token
  tokens: Token[]
}

const BLOCKS = ['OPEN_BLOCK', 'OPEN_INVERSE', 'OPEN_PARTIAL_BLOCK', 'OPEN_RAW_BLOCK']
const TAGS = [...BLOCKS, 'OPEN_ENDBLOCK', 'OPEN_INVERSE_CHAIN', 'OPEN', 'OPEN_UNESCAPED', 'OPEN_PARTIAL']
const ENDS = ['CLOSE', 'CLOSE_UNESCAPED', 'CLOSE_RAW_BLOCK']
/** Characters of a tag that a message quotes. */
const QUOTE_LENGTH_MAX = 60

/**
 * Explains why Handlebars cannot parse a source. An unclosed block is reported at its opening tag, where the parser
 * reports the end of the file.
 *
 * @param failedAt offset of the token that the parser or the lexer rejected
 * @returns `undefined` when the reason is not known
 */
export function explainSyntaxError(source: string, failedAt: number): SyntaxProblem | undefined {
  const open: OpenBlock[] = []
  let tag: OpenTag | undefined
  try {
    for (const token of tokensOf(source)) {
      const failed = token.start >= failedAt
      if (tag) {
        if (failed) return problemInTag(source, tag, token)
        tag.tokens.push(token)
        if (!ENDS.includes(token.name)) continue
        const mismatch = closeTag(source, tag, open)
        if (mismatch) return mismatch
        tag = undefined
      } else if (failed && token.name !== 'CONTENT') {
        return problemBetweenTags(source, token, open)
      } else if (TAGS.includes(token.name)) {
        tag = { opener: token, tokens: [token] }
      } else if (token.name === 'INVERSE') {
        const block = open.at(-1)
        if (block) block.hasElse = true
      } else if (token.name === 'END_RAW_BLOCK') {
        const mismatch = closeBlock(source, token, open)
        if (mismatch) return mismatch
      }
    }
  } catch {
    return unendedProblem(source, failedAt, open)
  }
  if (tag) return tagNotClosed(source, tag)
  const block = open.at(-1)
  return block && problemAt(source, block.start, `${block.tag} is not closed. Add ${block.closing}.`)
}

/**
 * Opens or closes a block after its tag.
 *
 * @returns a problem when the tag closes another block
 */
function closeTag(source: string, { opener, tokens }: OpenTag, open: OpenBlock[]): SyntaxProblem | undefined {
  const tag = { start: opener.start, end: tokens.at(-1)?.end ?? opener.end }
  if (opener.name === 'OPEN_ENDBLOCK') return closeBlock(source, tag, open)
  if (!BLOCKS.includes(opener.name)) return undefined
  const name = nameIn(source, tokens)
  const closing = opener.name === 'OPEN_RAW_BLOCK' ? `{{{{/${name}}}}}` : `{{/${name}}}`
  open.push({ tag: quote(source.slice(tag.start, tag.end)), closing, start: tag.start, hasElse: false })
}

/**
 * Closes the innermost block.
 *
 * @returns a problem when the closing tag has another name
 */
function closeBlock(
  source: string,
  closing: { start: number; end: number },
  open: OpenBlock[],
): SyntaxProblem | undefined {
  const block = open.pop()
  const text = source.slice(closing.start, closing.end)
  if (!block || plain(text) === plain(block.closing)) return undefined
  const { line } = positionAt(source, closing.start)
  return problemAt(
    source,
    block.start,
    `${block.tag} is still open at ${quote(text)} on line ${line}. Close it with ${block.closing} first.`,
  )
}

/** Returns the name that a block's closing tag repeats: the path after the opener. */
function nameIn(source: string, [, first, ...others]: Token[]): string {
  let end = first?.end ?? 0
  for (const token of others) {
    if (token.start !== end || ENDS.includes(token.name)) break
    end = token.end
  }
  return source.slice(first?.start, end)
}

function problemBetweenTags(source: string, token: Token, open: OpenBlock[]): SyntaxProblem {
  const text = quote(source.slice(token.start, endOfTag(source, token.start)))
  const block = open.at(-1)
  const message = {
    OPEN_ENDBLOCK: `${text} closes a block that is not open. Remove it, or add its opening tag.`,
    INVERSE: block
      ? block.hasElse
        ? `${block.tag} has more than one {{else}}. Use {{else if …}} for all but the last.`
        : `${block.tag} cannot have an {{else}}.`
      : `${text} is outside of a block. Put it between an opening tag such as {{#if …}} and its closing tag.`,
  }[token.name === 'OPEN_INVERSE_CHAIN' ? 'INVERSE' : token.name]
  return problemAt(source, token.start, message ?? `Unexpected ${text}.`)
}

function problemInTag(source: string, tag: OpenTag, token: Token): SyntaxProblem {
  const { opener, tokens } = tag
  const last = tokens.at(-1)
  const count = (name: string) => tokens.filter((one) => one.name === name).length
  const isOpen = (name: string) => count(name) > count(name.replace('OPEN', 'CLOSE'))
  const text = quote(source.slice(opener.start, token.end))
  const problem = (message: string) => problemAt(source, token.start, message)
  if (token.name === 'INVALID') return invalidCharacter(source, tag, token)
  if (token.name === 'EQUALS')
    return problem(`"=" is not an operator in ${text}. Use {{#if (eq a b)}} to compare.`)
  if (token.name === 'CLOSE_BLOCK_PARAMS' && isOpen('OPEN_BLOCK_PARAMS'))
    return problem(`A name is missing between "|" and "|" in ${text}.`)
  if (token.name === 'CLOSE_BLOCK_PARAMS')
    return problem(`"|" is not an operator in ${text}. Put the helper first: {{upper name}}.`)
  if (token.name === 'CLOSE_SEXPR')
    return problem(`")" has no "(" before it in ${text}. Remove it, or add "(".`)
  if (!ENDS.includes(token.name))
    return problem(`Unexpected "${source.slice(token.start, token.end)}" in ${text}.`)
  if (tokens.length === 1) return problem(`${text} is empty. Write a name in it.`)
  if (isOpen('OPEN_SEXPR')) return problem(`"(" is not closed in ${text}. Add ")".`)
  if (isOpen('OPEN_BLOCK_PARAMS')) return problem(`"|" is not closed in ${text}. Add "|".`)
  if (last?.name === 'EQUALS') return problem(`A value is missing after "=" in ${text}.`)
  if (last?.name === 'SEP' || last?.name === 'DATA')
    return problem(`A name is missing after "${source.slice(last.start, last.end)}" in ${text}.`)
  if (token.name === 'CLOSE' && opener.name === 'OPEN_UNESCAPED')
    return problem(`${text} starts with "{{{" and ends with "}}". Write "}}}".`)
  if (token.name === 'CLOSE_UNESCAPED')
    return problem(`${text} starts with "{{" and ends with "}}}". Write "}}".`)
  return count('EQUALS') > 0
    ? problem(`An argument without a name follows a named one in ${text}. Put named arguments last.`)
    : problem(`Something is missing before "}}" in ${text}.`)
}

/** Explains a character that no token starts with, or that ends a name in which it is not allowed. */
function invalidCharacter(source: string, tag: OpenTag, token: Token): SyntaxProblem {
  let at = token.start
  while (NAME.test(source[at] ?? '')) at += 1
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
  const isComment = character === '!' && at === tag.opener.end
  const isMarkup = /^<[a-z/!]/i.test(source.slice(at, at + 2))
  if (at >= source.length || character === '\n' || isComment || isMarkup) return tagNotClosed(source, tag)
  const text = quote(source.slice(tag.opener.start, at + character.length))
  if (character === '"' || character === "'")
    return problemAt(source, at, `The text that starts with ${character} is not closed in ${text}`)
  const advice = ADVICE.find(([characters]) => characters.includes(character))?.[1]
  return problemAt(source, at, `"${character}" is not allowed here: ${text}${advice ? `. ${advice}` : ''}`)
}

/** A character of an identifier, as Handlebars' lexer defines it. */
const NAME = /[^\s!"#%-,./;->@[-^`{-~]/

const ADVICE: readonly (readonly [characters: string, advice: string])[] = [
  ['+-*%', 'Use a helper to calculate: {{mul price quantity}}.'],
  ['&!<>?', 'Use helpers to compare: {{#if (and a (gt b 1))}}.'],
  ['[', 'Write an element of an array as {{items.[0]}}.'],
  ['(', 'Put a call in parentheses after a helper: {{upper (default name "none")}}.'],
  [',', 'Separate arguments by spaces.'],
  ['}', 'A tag ends with "}}".'],
]

function tagNotClosed(source: string, { opener }: OpenTag): SyntaxProblem {
  const line = source.slice(opener.start).split('\n', 1)[0] ?? ''
  return problemAt(source, opener.start, `${quote(line)} is not closed. Add "}}".`)
}

/** Explains a failure of the lexer itself: a raw block or a comment that does not end. */
function unendedProblem(source: string, failedAt: number, open: OpenBlock[]): SyntaxProblem | undefined {
  const comment = source.indexOf('{{!--', source.lastIndexOf('{{', failedAt))
  const block = open.at(-1)
  if (block?.closing.startsWith('{{{{'))
    return problemAt(source, block.start, `${block.tag} is not closed. Add ${block.closing}.`)
  return comment === -1
    ? undefined
    : problemAt(source, comment, 'The comment that starts here is not closed. Add "--}}".')
}

function problemAt(source: string, offset: number, message: string): SyntaxProblem {
  const position = positionAt(source, offset)
  return { message: `Parse error on line ${position.line}: ${message}`, position }
}

function endOfTag(source: string, start: number): number {
  const end = source.indexOf('}}', start)
  return end === -1 ? source.length : end + 2
}

/** Returns a tag without white space and control characters. */
function plain(tag: string): string {
  return tag.replace(/[\s~]/g, '')
}

function quote(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > QUOTE_LENGTH_MAX ? `${oneLine.slice(0, QUOTE_LENGTH_MAX)}…` : oneLine
}
