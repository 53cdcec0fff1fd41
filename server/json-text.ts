/** A JSON value of a caller's that is kept as text, so that nobody parses megabytes of it on the event loop. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** `JSON.stringify` would write it as a string. */
  toJSON(): never {
    throw new TypeError('JSON that is kept as text is written by jsonOf')
  }
}

/** The text of a value that may be kept as text, as a whole or in its elements. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (!Array.isArray(value)) return JSON.stringify(value) ?? ''
  return `[${value.map((element) => (element instanceof JsonText ? element.text : JSON.stringify(element))).join()}]`
}
