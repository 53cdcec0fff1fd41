import { XmlError } from './xml-error.ts'

/** Prefixes that the code uses, by namespace. Documents may use other prefixes. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'ubl',
    'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'cn',
    'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac',
    'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc',
    'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2': 'ext',
    'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'rsm',
    'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100': 'ram',
    'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100': 'udt',
    'urn:un:unece:uncefact:data:standard:QualifiedDataType:100': 'qdt',
  }),
)

/** Returns the declarations of the namespaces of some prefixes, as attributes. */
export function declarationsOf(prefixes: readonly string[]): Record<string, string> {
  const uris = Array.from(PREFIXES).filter(([, prefix]) => prefixes.includes(prefix))
  return Object.fromEntries(uris.map(([uri, prefix]) => [`xmlns:${prefix}`, uri]))
}

/**
 * Namespaces by prefix within an element. The prefix '' is the default namespace of elements. Scopes are linked, not
 * copied: a copy for each element would take quadratic time.
 */
export interface Namespaces {
  readonly declared: ReadonlyMap<string, string>
  /** Namespaces of the element around. */
  readonly outer?: Namespaces
}

/** Each name outside the standards contains its namespace, and all names are compared. */
const NAMESPACE_LENGTH_MAX = 1_000
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/** Namespaces outside the first element. */
export const NO_NAMESPACES: Namespaces = { declared: new Map([['xml', XML_NAMESPACE]]) }

/**
 * Returns the namespaces within an element. https://www.w3.org/TR/xml-names/
 * @param attributes names and values of its attributes.
 * @throws {XmlError} for a declaration that is not allowed.
 */
export function withDeclarations(outer: Namespaces, attributes: readonly [string, string][]): Namespaces {
  const declared = new Map<string, string>()
  for (const [name, uri] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    const prefix = name.slice('xmlns:'.length)
    const isReserved =
      prefix === 'xmlns' || uri === XMLNS_NAMESPACE || (prefix === 'xml') !== (uri === XML_NAMESPACE)
    const isIncomplete = name !== 'xmlns' && (prefix === '' || prefix.includes(':') || uri === '')
    if (isReserved || isIncomplete)
      throw new XmlError(`The XML is not well-formed: wrong declaration ${name}.`)
    if (uri.length > NAMESPACE_LENGTH_MAX)
      throw new XmlError(`The XML has a namespace with more than ${NAMESPACE_LENGTH_MAX} characters.`)
    declared.set(prefix, uri)
  }
  return declared.size > 0 ? { declared, outer } : outer
}

/**
 * Returns the name of an element, or of an attribute with a prefix, with the prefix of `PREFIXES`. For another namespace:
 * `{namespace}local`.
 * @throws {XmlError} when the prefix is not declared, or the name is not one of a namespace.
 */
export function nameIn(namespaces: Namespaces, name: string): string {
  const parts = name.split(':')
  if (parts.length > 2 || parts.includes(''))
    throw new XmlError(`The XML is not well-formed: wrong name ${name}.`)
  const [prefix, local] = parts.length === 1 ? ['', name] : parts
  const uri = namespaceOf(namespaces, prefix ?? '') ?? (prefix === '' ? '' : undefined)
  if (uri === undefined)
    throw new XmlError(`The XML is not well-formed: the prefix of ${name} is not declared.`)
  const canonical = PREFIXES.get(uri)
  return canonical === undefined ? `{${uri}}${local}` : `${canonical}:${local}`
}

function namespaceOf(namespaces: Namespaces, prefix: string): string | undefined {
  for (let scope: Namespaces | undefined = namespaces; scope; scope = scope.outer) {
    const uri = scope.declared.get(prefix)
    if (uri !== undefined) return uri
  }
  return undefined
}
