import { BLOCK_DEPTH_MAX, TAG_LENGTH_MAX, TAGS_MAX } from './limits.ts'

/** A source that is refused before Handlebars sees it. */
export class SourceError extends Error {
  override name = 'SourceError'
}

const OPENS = /^\{\{+~?\s*[#^]/
const CLOSES = /^\{\{+~?\s*\//
const CONTINUES = /^\{\{+~?\s*else\s+\S/
const COMMENT = /^\{\{~?!/

/**
 * Refuses sources whose mere parsing would exhaust time or stack: Handlebars' parser recurses with the nesting
 * of blocks and expressions, and 75 KB of nested blocks keep it busy for 15 s. Walks the text once and stops at
 * the first excess.
 * @throws {SourceError} that names the limit.
 */
export function refuseOverLimits(source: string): void {
  // What each open block adds to the depth: itself, and one for every `else if` in it, which nests as well.
  const open: number[] = []
  let depth = 0
  let tags = 0
  for (let start = source.indexOf('{{'); start !== -1;) {
    tags += 1
    if (tags > TAGS_MAX) throw new SourceError(`more than ${TAGS_MAX} mustaches`)
    const end = endOf(source, start)
    const head = source.slice(start, Math.min(end, start + 64))
    if (!COMMENT.test(head)) {
      refuseLongTag(source, start, end)
      if (OPENS.test(head)) {
        open.push(1)
        depth += 1
      } else if (CLOSES.test(head)) {
        depth -= open.pop() ?? 0
      } else if (CONTINUES.test(head) && open.length > 0) {
        open.push((open.pop() ?? 0) + 1)
        depth += 1
      }
      if (depth > BLOCK_DEPTH_MAX) {
        throw new SourceError(
          `blocks nested more than ${BLOCK_DEPTH_MAX} deep, on line ${lineOf(source, start)}`,
        )
      }
    }
    start = source.indexOf('{{', end)
  }
}

/** A mustache that is never closed ends with the source; the parser will say so. */
function endOf(source: string, start: number): number {
  const isLongComment = source.startsWith('{{!--', start) || source.startsWith('{{~!--', start)
  const closing = isLongComment ? '--' : '}}'
  const end = source.indexOf(closing, start + (isLongComment ? 6 : 2))
  return end === -1 ? source.length : end + 2
}

function refuseLongTag(source: string, start: number, end: number): void {
  if (end - start > TAG_LENGTH_MAX) {
    throw new SourceError(
      `a mustache of more than ${TAG_LENGTH_MAX} characters, on line ${lineOf(source, start)}`,
    )
  }
  let depth = 0
  for (let index = start; index < end; index += 1) {
    const character = source.charCodeAt(index)
    if (character === 0x28) depth += 1
    else if (character === 0x29) depth -= 1
    if (depth > BLOCK_DEPTH_MAX) {
      throw new SourceError(
        `expressions nested more than ${BLOCK_DEPTH_MAX} deep, on line ${lineOf(source, start)}`,
      )
    }
  }
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}
