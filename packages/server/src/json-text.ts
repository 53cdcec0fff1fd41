/** JSON value of a caller in serialized form. It avoids parsing megabytes on the event loop. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Throws, because `JSON.stringify` would write the text as a string. */
  toJSON(): never {
    throw new TypeError('Use jsonOf to serialize a JsonText')
  }
}

/** Serializes a value that is a `JsonText`, or an array that contains some. */
export function serializeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (!Array.isArray(value)) return JSON.stringify(value) ?? ''
  return `[${value.map((element) => (element instanceof JsonText ? element.text : JSON.stringify(element))).join()}]`
}
