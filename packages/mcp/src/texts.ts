/** Part of a long text. */
export interface TextPart {
  text: string
  totalCharacters: number
  /** Offset of the next part. Null at the end. */
  nextOffset: number | null
}

/** Returns at most `length` characters of a text from `offset`, without splitting a surrogate pair. */
export function partOf(text: string, offset: number, length: number): TextPart {
  const start = atCharacter(text, Math.min(offset, text.length))
  const end = atCharacter(text, Math.min(start + length, text.length))
  return {
    text: text.slice(start, end),
    totalCharacters: text.length,
    nextOffset: end < text.length ? end : null,
  }
}

/** Cuts a text for a summary. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, atCharacter(text, length))}…` : text
}

/** Moves an index out of the middle of a surrogate pair. */
function atCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
