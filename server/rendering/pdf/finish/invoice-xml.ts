import { SaxesParser } from 'saxes'
import { Refusal } from '../../../errors.ts'
import type { Invoice } from '../options.ts'

/** The profiles of Factur-X 1.0 (ZUGFeRD 2), from the least to the most. */
export const PROFILES = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const
export type Profile = (typeof PROFILES)[number]

const XML_BYTES_MAX = 1024 * 1024
const DEPTH_MAX = 100
/** Of an element; the standard's own have at most 60 characters. */
const NAME_LENGTH_MAX = 200
/** What an error quotes of the XML. */
const QUOTED_LENGTH_MAX = 200
/** Of one element. Names that have to be compared with each other take a second from some ten thousand on. */
const ATTRIBUTES_MAX = 50
const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'
const GUIDELINE_PATH = [
  'CrossIndustryInvoice',
  'ExchangedDocumentContext',
  'GuidelineSpecifiedDocumentContextParameter',
  'ID',
]

const GUIDELINES: Record<Profile, RegExp> = {
  MINIMUM: /^urn:factur-x\.eu:1p0:minimum$/,
  'BASIC WL': /^urn:factur-x\.eu:1p0:basicwl$/,
  BASIC: /^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/,
  'EN 16931': /^urn:cen\.eu:en16931:2017$/,
  EXTENDED: /^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/,
  XRECHNUNG:
    /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_(\d+\.\d+)$/,
}

/**
 * Looks whether XML is an invoice of this profile: well-formed, without anything that leads out of it, the right
 * root, and the guideline of the profile. Whether it keeps all the profile's rules, its maker has to know.
 * @returns what is said of it in the PDF.
 * @throws {Refusal} `invalid`, with what is wrong and where.
 */
export function readInvoice(xml: Buffer, profile: Profile): Invoice {
  if (xml.length > XML_BYTES_MAX) throw invalid(`is larger than ${XML_BYTES_MAX.toLocaleString('en')} bytes`)
  const guideline = guidelineIn(textIn(xml))
  if (guideline === undefined)
    throw invalid(`names no guideline (${GUIDELINE_PATH.join('/')}), so its profile cannot be told`)
  const found = GUIDELINES[profile].exec(guideline)
  if (!found) {
    const actual = PROFILES.find((other) => GUIDELINES[other].test(guideline))
    const says = actual === undefined ? `says ${JSON.stringify(guideline.slice(0, 100))}` : `is ${actual}`
    throw invalid(`${says}, not ${profile}, by its guideline`)
  }
  if (profile === 'XRECHNUNG') return { fileName: 'xrechnung.xml', version: found[1] ?? '3.0', profile }
  return { fileName: 'factur-x.xml', version: '1.0', profile }
}

function textIn(xml: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml)
  } catch (error) {
    throw new Refusal('invalid', 'options.facturx.xml is not UTF-8.', { cause: error })
  }
}

/** The text of the element at `GUIDELINE_PATH`. */
function guidelineIn(text: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  // How many of the elements around, from the outermost on, are those of the path.
  let onPath = 0
  let guideline: string | undefined
  let attributes = 0
  parser.on('error', (error) => {
    throw invalid(`is not well-formed: ${quoted(error.message)}`)
  })
  parser.on('doctype', () => {
    throw invalid('has a document type (<!DOCTYPE), which an invoice may not have')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw invalid(`says that it is ${quoted(encoding)}, not UTF-8`)
  })
  parser.on('opentagstart', ({ name }) => {
    if (name.length > NAME_LENGTH_MAX)
      throw invalid(`has an element whose name has more than ${NAME_LENGTH_MAX} characters`)
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX)
      throw invalid(`has an element with more than ${ATTRIBUTES_MAX} attributes`)
  })
  parser.on('opentag', ({ local, uri }) => {
    if (depth === 0 && (local !== 'CrossIndustryInvoice' || uri !== NAMESPACE))
      throw invalid(
        `begins with <${local}> of ${uri === '' ? 'no namespace' : `the namespace ${quoted(uri)}`}, not with <CrossIndustryInvoice> of ${NAMESPACE}`,
      )
    if (onPath === depth && local === GUIDELINE_PATH[depth]) onPath += 1
    depth += 1
    if (depth > DEPTH_MAX) throw invalid(`has elements that lie more than ${DEPTH_MAX} deep in each other`)
  })
  parser.on('text', (content) => {
    const isThere = onPath === depth && depth === GUIDELINE_PATH.length
    if (guideline === undefined && isThere) guideline = content.trim()
  })
  parser.on('closetag', () => {
    depth -= 1
    onPath = Math.min(onPath, depth)
  })
  parser.write(text).close()
  return guideline
}

function quoted(text: string): string {
  return text.length > QUOTED_LENGTH_MAX ? `${text.slice(0, QUOTED_LENGTH_MAX).toWellFormed()}…` : text
}

function invalid(what: string): Refusal {
  return new Refusal('invalid', `options.facturx.xml ${what}.`)
}
