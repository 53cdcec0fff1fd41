import { SaxesParser } from 'saxes'
import { Refusal } from '../../errors.ts'
import type { Invoice } from './options.ts'

/** The profiles of Factur-X 1.0 (ZUGFeRD 2), from the least to the most. */
export const PROFILES = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const
export type Profile = (typeof PROFILES)[number]

/** As large as an invoice's XML may be; reading it takes 60 ms then. */
const XML_BYTES_MAX = 1024 * 1024
const DEPTH_MAX = 100
/** Of one element. Names that have to be compared with each other take a second from some ten thousand on. */
const ATTRIBUTES_MAX = 50
const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'
const GUIDELINE_PATH = [
  'CrossIndustryInvoice',
  'ExchangedDocumentContext',
  'GuidelineSpecifiedDocumentContextParameter',
  'ID',
].join('/')

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
    throw invalid(`names no guideline (${GUIDELINE_PATH}), so nobody can tell its profile`)
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

/** What stands at `GUIDELINE_PATH`. */
function guidelineIn(text: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const path: string[] = []
  let guideline: string | undefined
  let attributes = 0
  parser.on('error', (error) => {
    throw invalid(`is not well-formed: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw invalid('has a document type (<!DOCTYPE), which an invoice may not have')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw invalid(`says that it is ${encoding}, not UTF-8`)
  })
  parser.on('opentagstart', () => void (attributes = 0))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX)
      throw invalid(`has an element with more than ${ATTRIBUTES_MAX} attributes`)
  })
  parser.on('opentag', ({ local, uri }) => {
    if (path.length === 0 && (local !== 'CrossIndustryInvoice' || uri !== NAMESPACE))
      throw invalid(
        `begins with <${local}> of ${uri === '' ? 'no namespace' : `the namespace ${uri}`}, not with <CrossIndustryInvoice> of ${NAMESPACE}`,
      )
    path.push(local)
    if (path.length > DEPTH_MAX)
      throw invalid(`has elements that lie more than ${DEPTH_MAX} deep in each other`)
  })
  parser.on('text', (content) => {
    if (guideline === undefined && path.join('/') === GUIDELINE_PATH) guideline = content.trim()
  })
  parser.on('closetag', () => void path.pop())
  parser.write(text).close()
  return guideline
}

function invalid(what: string): Refusal {
  return new Refusal('invalid', `options.facturx.xml ${what}.`)
}
