/** A part of a long text. */
export interface Part {
  text: string
  totalCharacters: number
  /** Where the rest begins; null at the end. */
  nextOffset: number | null
}

/** At most `length` characters of a text from `offset` on; none is cut in half. */
export function partOf(text: string, offset: number, length: number): Part {
  const start = atCharacter(text, Math.min(offset, text.length))
  const end = atCharacter(text, Math.min(start + length, text.length))
  return {
    text: text.slice(start, end),
    totalCharacters: text.length,
    nextOffset: end < text.length ? end : null,
  }
}

/** A text that is only glanced at. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, atCharacter(text, length))}…` : text
}

/** Some characters are two units long. */
function atCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
