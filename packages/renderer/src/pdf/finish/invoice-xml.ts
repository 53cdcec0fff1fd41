import { SaxesParser } from 'saxes'
import { Refusal } from '@platen/template/refusal'
import type { Invoice } from '../options.ts'

/** The profiles of Factur-X 1.0 (ZUGFeRD 2), from the smallest to the largest. */
export const PROFILES = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const
export type Profile = (typeof PROFILES)[number]

const XML_BYTES_MAX = 1024 * 1024
const DEPTH_MAX = 100
/** Limit on the name of an element. The names of the standard have at most 60 characters. */
const NAME_LENGTH_MAX = 200
/** Limit on a quotation from the XML in an error. */
const QUOTED_LENGTH_MAX = 200
/** Limit for one element. The parser compares the names with each other, which takes 1 s for about 10,000 of them. */
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
 * Checks that XML is an invoice of a profile: well-formed, without a document type, with the right root element and
 * the guideline of the profile. The further rules of the profile are not checked.
 * @returns the properties of the invoice for the XMP of the PDF.
 * @throws {Refusal} `invalid`, with the cause.
 */
export function readInvoice(xml: Buffer, profile: Profile): Invoice {
  if (xml.length > XML_BYTES_MAX) throw invalid(`is larger than ${XML_BYTES_MAX.toLocaleString('en')} bytes`)
  const guideline = guidelineIn(textIn(xml))
  if (guideline === undefined)
    throw invalid(`has no guideline (${GUIDELINE_PATH.join('/')}), so its profile is unknown`)
  const match = GUIDELINES[profile].exec(guideline)
  if (!match) {
    const actual = PROFILES.find((other) => GUIDELINES[other].test(guideline))
    const cause =
      actual === undefined
        ? `has the unknown guideline ${JSON.stringify(guideline.slice(0, 100))}`
        : `has the guideline of ${actual}`
    throw invalid(`${cause}, not the one of ${profile}`)
  }
  if (profile === 'XRECHNUNG') return { fileName: 'xrechnung.xml', version: match[1] ?? '3.0', profile }
  return { fileName: 'factur-x.xml', version: '1.0', profile }
}

function textIn(xml: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml)
  } catch (error) {
    throw new Refusal('invalid', 'options.facturx.xml is not valid UTF-8.', { cause: error })
  }
}

/** Returns the text of the element at `GUIDELINE_PATH`. `undefined` when the element does not exist. */
function guidelineIn(text: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  // The number of open elements, from the root on, that match the path.
  let onPath = 0
  let guideline: string | undefined
  let attributes = 0
  parser.on('error', (error) => {
    throw invalid(`is not well-formed: ${quoted(error.message)}`)
  })
  parser.on('doctype', () => {
    throw invalid('has a document type (<!DOCTYPE). Remove it')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw invalid(`declares the encoding ${quoted(encoding)}, not UTF-8`)
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
        `begins with <${local}> in ${uri === '' ? 'no namespace' : `the namespace ${quoted(uri)}`}, not with <CrossIndustryInvoice> in ${NAMESPACE}`,
      )
    if (onPath === depth && local === GUIDELINE_PATH[depth]) onPath += 1
    depth += 1
    if (depth > DEPTH_MAX) throw invalid(`has elements that are nested more than ${DEPTH_MAX} levels deep`)
  })
  parser.on('text', (content) => {
    const isGuideline = onPath === depth && depth === GUIDELINE_PATH.length
    if (guideline === undefined && isGuideline) guideline = content.trim()
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

function invalid(problem: string): Refusal {
  return new Refusal('invalid', `options.facturx.xml ${problem}.`)
}
