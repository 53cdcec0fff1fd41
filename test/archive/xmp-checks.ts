import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import type { Check } from './file-checks.ts'
import { type Document, textOf } from './objects.ts'

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
}

/** Properties that need no description, because their schemas are predefined (6.6.2.3.1). */
const KNOWN = new Set(
  'dc:format dc:title dc:creator dc:description dc:language pdf:Keywords pdf:Producer xmp:CreateDate xmp:ModifyDate pdfaid:part pdfaid:conformance pdfaExtension:schemas'.split(
    ' ',
  ),
)

/** Requirements for the metadata. */
export const XMP_CHECKS: Check[] = [
  {
    clause: '6.6.2.1',
    requires:
      'well-formed XMP in UTF-8 in the catalog, whose packet has no attributes for bytes and encoding',
    problems: ({ catalog, entries, dataOf }) => {
      const { '/Type': type, '/Subtype': subtype } = entries(catalog['/Metadata'])
      const data = dataOf(catalog['/Metadata'])
      const head = data?.toString('utf8').slice(0, 100) ?? ''
      return [
        ...(type === '/Metadata' && subtype === '/XML' ? [] : ['no metadata stream']),
        ...(head.startsWith('<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>')
          ? []
          : ['the packet']),
      ]
    },
  },
  {
    clause: '6.6.2.3',
    requires: 'only predefined properties, or those that the packet describes',
    problems: (document) =>
      withXmp(document, (xmp) => {
        const described = new Set(
          ['fx', 'pdfuaid'].flatMap((prefix) =>
            valuesOf(xmp, `//rdf:li[pdfaSchema:prefix='${prefix}']//pdfaProperty:name`).map(
              (name) => `${prefix}:${name}`,
            ),
          ),
        )
        return elementsOf(xmp, '/*/rdf:RDF/rdf:Description/*')
          .map(({ prefix, name }) => `${prefix}:${name}`)
          .filter((name) => !KNOWN.has(name) && !described.has(name))
      }),
  },
  {
    clause: '6.6.2.3.3',
    requires: 'descriptions with all their fields',
    problems: (document) =>
      withXmp(document, (xmp) => {
        const fields = ['name', 'valueType', 'category', 'description']
        return elementsOf(xmp, '//pdfaSchema:property/rdf:Seq/rdf:li').flatMap((_, index) =>
          fields.filter(
            (field) =>
              valuesOf(
                xmp,
                `(//pdfaSchema:property/rdf:Seq/rdf:li)[${index + 1}]/pdfaProperty:${field}`,
              )[0] === undefined,
          ),
        )
      }),
  },
  {
    clause: '6.6.3',
    requires: 'the same in the information dictionary and in XMP',
    problems: (document) =>
      withXmp(document, (xmp) => {
        const info = document.entries(document.trailer['/Info'])
        const inXmp = (path: string) => valuesOf(xmp, path)[0]
        const dateIn = (path: string) => {
          const date = inXmp(path)
          return date === undefined ? undefined : `D:${date.replace(/[-:T]/g, '')}`
        }
        const pairs: [string, string | undefined][] = [
          ['/Title', inXmp('//dc:title/rdf:Alt/rdf:li')],
          ['/Author', inXmp('//dc:creator/rdf:Seq/rdf:li')],
          ['/Subject', inXmp('//dc:description/rdf:Alt/rdf:li')],
          ['/Keywords', inXmp('//pdf:Keywords')],
          ['/Producer', inXmp('//pdf:Producer')],
          ['/CreationDate', dateIn('//xmp:CreateDate')],
          ['/ModDate', dateIn('//xmp:ModifyDate')],
        ]
        const unknown = Object.keys(info).filter((key) => !pairs.some(([known]) => known === key))
        const unlike = pairs.filter(([key, value]) => textOf(document.resolve(info[key])) !== value)
        return [
          ...unknown,
          ...unlike.map(([key, value]) => `${key}: ${JSON.stringify(info[key])} and ${value}`),
        ]
      }),
  },
  {
    clause: '6.6.4',
    requires: 'the part 3 and the level A or B',
    problems: (document) =>
      withXmp(document, (xmp) => {
        const conformance = [...valuesOf(xmp, '//pdfaid:part'), ...valuesOf(xmp, '//pdfaid:conformance')]
        return /^3 [AB]$/.test(conformance.join(' ')) ? [] : [conformance.join(' ')]
      }),
  },
]

/** Returns the Factur-X properties in the XMP of a document, by their names. */
export function invoiceProperties(document: Document): Record<string, string> {
  const properties: Record<string, string> = {}
  withXmp(document, (xmp) => {
    for (const { name, content } of elementsOf(xmp, '//fx:*')) properties[name] = content
    return []
  })
  return properties
}

function withXmp(document: Document, check: (xmp: XmlDocument) => string[]): string[] {
  const data = document.dataOf(document.catalog['/Metadata'])
  if (!data) return ['no metadata']
  using xmp = XmlDocument.fromBuffer(data)
  return check(xmp)
}

function elementsOf(xmp: XmlDocument, path: string): { prefix: string; name: string; content: string }[] {
  return xmp.find(path, NAMESPACES).map((node) => ({
    prefix: isElement(node) ? node.namespacePrefix : '',
    name: isElement(node) ? node.name : '',
    content: node.content,
  }))
}

function isElement(node: unknown): node is XmlElement {
  return typeof node === 'object' && node !== null && 'namespacePrefix' in node
}

function valuesOf(xmp: XmlDocument, path: string): string[] {
  return elementsOf(xmp, path).map(({ content }) => content)
}
