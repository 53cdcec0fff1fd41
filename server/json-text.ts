/** A JSON value that stays text, so that megabytes are not parsed on the event loop. */
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

/** Returns the JSON text of a value that may contain `JsonText`, as a whole or in its elements. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (!Array.isArray(value)) return JSON.stringify(value) ?? ''
  return `[${value.map((element) => (element instanceof JsonText ? element.text : JSON.stringify(element))).join()}]`
}
