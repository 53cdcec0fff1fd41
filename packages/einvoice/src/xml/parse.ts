import { SaxesParser } from 'saxes'
import { createElement, type Element } from './element.ts'
import { PREFIXES } from './namespaces.ts'

/** Characters of a document, with its attached files. */
const CHARACTERS_MAX = 20_000_000
const DEPTH_MAX = 40
const ELEMENTS_MAX = 500_000
/** Limit for one element: the parser compares the names of its attributes with each other. */
const ATTRIBUTES_MAX = 50
const NAME_LENGTH_MAX = 200
const QUOTED_LENGTH_MAX = 200

/** XML that cannot be read as an invoice. */
export class XmlError extends Error {}

/**
 * Parses XML without document type and without entities of its own.
 * @throws {XmlError} when the XML is not well-formed or exceeds a limit.
 */
export function parseXml(text: string): Element {
  if (text.length > CHARACTERS_MAX)
    throw new XmlError(`The XML has ${text.length} characters. The limit is ${CHARACTERS_MAX}.`)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const document = createElement('')
  const open: Element[] = [document]
  let elements = 0
  let attributes = 0
  parser.on('error', ({ message }) => {
    throw new XmlError(`The XML is not well-formed: ${message.slice(0, QUOTED_LENGTH_MAX).toWellFormed()}`)
  })
  parser.on('doctype', () => {
    throw new XmlError('The XML has a document type (<!DOCTYPE). Remove it.')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw new XmlError(
        `The XML declares the encoding ${encoding.slice(0, QUOTED_LENGTH_MAX).toWellFormed()}, not UTF-8.`,
      )
  })
  parser.on('opentagstart', ({ name }) => {
    attributes = 0
    elements += 1
    if (elements > ELEMENTS_MAX) throw new XmlError(`The XML has more than ${ELEMENTS_MAX} elements.`)
    if (open.length > DEPTH_MAX)
      throw new XmlError(`The XML has elements that are nested more than ${DEPTH_MAX} levels deep.`)
    if (name.length > NAME_LENGTH_MAX)
      throw new XmlError(`The XML has a name with more than ${NAME_LENGTH_MAX} characters.`)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX)
      throw new XmlError(`The XML has an element with more than ${ATTRIBUTES_MAX} attributes.`)
  })
  parser.on('opentag', ({ local, uri, attributes: list }) => {
    const prefix = PREFIXES[uri]
    const element = createElement(prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`)
    for (const { local: name, uri: namespace, value } of Object.values(list))
      if (namespace === '') element.attributes[name] = value
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const append = (content: string) => {
    const element = open.at(-1)
    if (element) element.text += content
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  const [root] = document.children
  if (!root) throw new XmlError('The XML has no element.')
  return root
}
