import {
  parseXml as parseDocument,
  XmlDeclaration,
  XmlElement,
  XmlError as SyntaxFault,
  XmlText,
} from '@rgrove/parse-xml'
import { createElement, type Element } from './element.ts'
import { nameIn, NO_NAMESPACES, type Namespaces, withDeclarations } from './namespaces.ts'
import { XmlError } from './xml-error.ts'

/** Characters of a document, with its attached files. */
const CHARACTERS_MAX = 20_000_000
const DEPTH_MAX = 40
/** Elements and processing instructions of a document. */
const NODES_MAX = 500_000
const ATTRIBUTES_MAX = 50
const NAME_LENGTH_MAX = 200
const QUOTED_LENGTH_MAX = 200

/**
 * Parses XML without document type and without entities of its own.
 * @throws {XmlError} when the XML is not well-formed or exceeds a limit.
 */
export function parseXml(text: string): Element {
  checkSize(text)
  // The parser would copy the text that follows each line break.
  const { children, root } = documentOf(text.replaceAll(/\r\n?/g, '\n'))
  if (children.some(({ type }) => type === 'doctype')) throw hasDocumentType()
  for (const child of children) if (child instanceof XmlDeclaration) checkEncoding(child)
  if (!root) throw new XmlError('The XML has no element.')
  return elementOf(root, NO_NAMESPACES, 1)
}

/** The parser stores all nodes before they can be checked, so their number is limited before. */
function checkSize(text: string): void {
  if (text.length > CHARACTERS_MAX)
    throw new XmlError(`The XML has ${text.length} characters. The limit is ${CHARACTERS_MAX}.`)
  let nodes = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1))
    if (!'/!'.includes(text.charAt(at + 1))) nodes += 1
  if (nodes > NODES_MAX)
    throw new XmlError(`The XML has more than ${NODES_MAX} elements and processing instructions.`)
}

function documentOf(text: string) {
  try {
    return parseDocument(text, { preserveDocumentType: true, preserveXmlDeclaration: true })
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw tooDeep()
    if (!(error instanceof SyntaxFault)) throw error
    // The parser does not know the entities that a document type declares.
    if (prologOf(text).includes('<!DOCTYPE')) throw hasDocumentType()
    const [reason = ''] = error.message.split('\n', 1)
    throw new XmlError(`The XML is not well-formed: ${quoted(reason)}`)
  }
}

/** Returns the text before the first element. */
function prologOf(text: string): string {
  const end = text.search(/<[^!?]/)
  return end === -1 ? text : text.slice(0, end)
}

function checkEncoding({ encoding }: XmlDeclaration): void {
  if (encoding && !/^utf-?8$/i.test(encoding))
    throw new XmlError(`The XML declares the encoding ${quoted(encoding)}, not UTF-8.`)
}

function elementOf(node: XmlElement, outer: Namespaces, depth: number): Element {
  if (depth > DEPTH_MAX) throw tooDeep()
  const attributes = Object.entries(node.attributes)
  if (attributes.length > ATTRIBUTES_MAX)
    throw new XmlError(`The XML has an element with more than ${ATTRIBUTES_MAX} attributes.`)
  if ([node.name, ...Object.keys(node.attributes)].some(({ length }) => length > NAME_LENGTH_MAX))
    throw new XmlError(`The XML has a name with more than ${NAME_LENGTH_MAX} characters.`)
  const namespaces = withDeclarations(outer, attributes)
  const element = createElement(nameIn(namespaces, node.name), '', attributesOf(attributes, namespaces))
  for (const child of node.children) {
    if (child instanceof XmlElement) element.children.push(elementOf(child, namespaces, depth + 1))
    else if (child instanceof XmlText) element.text += child.text
  }
  return element
}

/** Returns the attributes without the declarations of namespaces, with the names that `nameIn` gives to prefixed ones. */
function attributesOf(attributes: [string, string][], namespaces: Namespaces): Record<string, string> {
  const named = attributes
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => [name.includes(':') ? nameIn(namespaces, name) : name, value] as const)
  if (new Set(named.map(([name]) => name)).size < named.length)
    throw new XmlError('The XML is not well-formed: an element has the same attribute twice.')
  return Object.fromEntries(named)
}

function hasDocumentType(): XmlError {
  return new XmlError('The XML has a document type (<!DOCTYPE). Remove it.')
}

function tooDeep(): XmlError {
  return new XmlError(`The XML has elements that are nested more than ${DEPTH_MAX} levels deep.`)
}

function quoted(text: string): string {
  return text.slice(0, QUOTED_LENGTH_MAX).toWellFormed()
}
