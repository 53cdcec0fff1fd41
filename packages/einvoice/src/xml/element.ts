/** XML element with canonical prefix: `cbc:ID`. Its text is that of all its text nodes. */
export interface Element {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Element[]
  text: string
  /** A filler is written only beside elements with data: `<cbc:ChargeIndicator>`. */
  readonly isFiller?: boolean
}

/** Creates an element. */
export function createElement(name: string, text = '', attributes: Record<string, string> = {}): Element {
  return { name, attributes, children: [], text }
}

/** Returns the first child with a name. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Returns the text at a path of names, without white space around it. */
export function textAt(element: Element, ...path: string[]): string | undefined {
  let current: Element | undefined = element
  for (const name of path) current = childOf(current, name)
  return current?.text.trim()
}
