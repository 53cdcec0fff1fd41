import type { Element } from './element.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Serializes a document as UTF-8 XML, indented with two spaces. */
export function serializeXml(root: Element, declarations: Record<string, string>): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n']
  append({ ...root, attributes: { ...declarations, ...root.attributes } }, '', parts)
  return parts.join('')
}

function append(element: Element, indent: string, parts: string[]): void {
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escape(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('')
  parts.push(`${indent}<${element.name}${attributes}>`)
  if (element.children.length > 0) {
    parts.push('\n')
    for (const child of element.children) append(child, `${indent}  `, parts)
    parts.push(indent)
  } else parts.push(escape(element.text))
  parts.push(`</${element.name}>\n`)
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character)
}
