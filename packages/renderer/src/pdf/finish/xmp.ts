import type { Invoice } from '../options.ts'

/** Content of an XMP packet. Title to creation date must equal those of the information dictionary. */
export interface XmpContent {
  title?: string | undefined
  author?: string | undefined
  subject?: string | undefined
  keywords?: string | undefined
  producer: string
  /** ISO 8601, in UTC. */
  createdAt?: string | undefined
  language?: string | undefined
  isArchive: boolean
  isAccessible: boolean
  invoice?: Invoice | undefined
}

/** Returns an XMP packet (ISO 16684-1) in UTF-8. */
export function xmpPacket(content: XmpContent): Buffer {
  const {
    title,
    author,
    subject,
    keywords,
    producer,
    createdAt,
    language,
    isArchive,
    isAccessible,
    invoice,
  } = content
  const alternatives = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`
  const seconds = createdAt === undefined ? undefined : `${new Date(createdAt).toISOString().slice(0, 19)}Z`
  const descriptions = [
    described('dc="http://purl.org/dc/elements/1.1/"', [
      '<dc:format>application/pdf</dc:format>',
      title !== undefined && `<dc:title>${alternatives(title)}</dc:title>`,
      author !== undefined &&
        `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`,
      subject !== undefined && `<dc:description>${alternatives(subject)}</dc:description>`,
      language !== undefined &&
        `<dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>`,
    ]),
    described('pdf="http://ns.adobe.com/pdf/1.3/"', [
      keywords !== undefined && `<pdf:Keywords>${escaped(keywords)}</pdf:Keywords>`,
      `<pdf:Producer>${escaped(producer)}</pdf:Producer>`,
    ]),
    seconds !== undefined &&
      described('xmp="http://ns.adobe.com/xap/1.0/"', [
        `<xmp:CreateDate>${seconds}</xmp:CreateDate>`,
        `<xmp:ModifyDate>${seconds}</xmp:ModifyDate>`,
      ]),
    isArchive &&
      described('pdfaid="http://www.aiim.org/pdfa/ns/id/"', [
        '<pdfaid:part>3</pdfaid:part>',
        // Level A is level B with tags, as PDF/UA requires them.
        `<pdfaid:conformance>${isAccessible ? 'A' : 'B'}</pdfaid:conformance>`,
      ]),
    isAccessible &&
      described('pdfuaid="http://www.aiim.org/pdfua/ns/id/"', ['<pdfuaid:part>1</pdfuaid:part>']),
    invoice && invoiceDescription(invoice),
    isArchive &&
      (invoice || isAccessible) &&
      extensionSchemas([...(invoice ? [FACTUR_X_SCHEMA] : []), ...(isAccessible ? [PDF_UA_SCHEMA] : [])]),
  ]
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n` +
      `${descriptions.filter(Boolean).join('\n')}\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>`,
  )
}

function described(namespace: string, properties: (string | false)[]): string {
  const lines = properties.filter((property) => property !== false)
  return `<rdf:Description rdf:about="" xmlns:${namespace}>\n${lines.join('\n')}\n</rdf:Description>`
}

function invoiceDescription({ fileName, version, profile }: Invoice): string {
  return described(`fx="${FACTUR_X}"`, [
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    `<fx:DocumentFileName>${escaped(fileName)}</fx:DocumentFileName>`,
    `<fx:Version>${escaped(version)}</fx:Version>`,
    `<fx:ConformanceLevel>${escaped(profile)}</fx:ConformanceLevel>`,
  ])
}

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** Schema of properties that XMP does not define. */
interface ExtensionSchema {
  title: string
  namespace: string
  prefix: string
  properties: readonly (readonly [name: string, type: 'Text' | 'Integer', description: string])[]
}

const FACTUR_X_SCHEMA: ExtensionSchema = {
  title: 'Factur-X PDFA Extension Schema',
  namespace: FACTUR_X,
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'Text', 'The name of the embedded XML document'],
    ['DocumentType', 'Text', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
    ['Version', 'Text', 'The actual version of the standard applying to the embedded XML document'],
    ['ConformanceLevel', 'Text', 'The conformance level of the embedded XML document'],
  ],
}

const PDF_UA_SCHEMA: ExtensionSchema = {
  title: 'PDF/UA identification schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [['part', 'Integer', 'The part of ISO 14289 that the document conforms to']],
}

/** Describes the properties that XMP does not define, which PDF/A requires (ISO 19005-3, 6.6.2.3). */
function extensionSchemas(schemas: readonly ExtensionSchema[]): string {
  return `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(extensionSchema).join('\n')}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
}

function extensionSchema({ title, namespace, prefix, properties }: ExtensionSchema): string {
  const described = properties.map(
    ([name, type, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${prefix === 'fx' ? 'external' : 'internal'}</pdfaProperty:category>` +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${title}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${described.join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}
