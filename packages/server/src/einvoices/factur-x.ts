/** The profiles of Factur-X 1.0 (ZUGFeRD 2) in XML, from the smallest to the largest. */
export const XML_PROFILES = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const
export type XmlProfile = (typeof XML_PROFILES)[number]

const SPECIFICATIONS: Record<XmlProfile, RegExp> = {
  MINIMUM: /^urn:factur-x\.eu:1p0:minimum$/,
  'BASIC WL': /^urn:factur-x\.eu:1p0:basicwl$/,
  BASIC: /^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/,
  'EN 16931': /^urn:cen\.eu:en16931:2017$/,
  EXTENDED: /^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/,
  XRECHNUNG:
    /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_(\d+\.\d+)$/,
}
const FACTUR_X_VERSION = '1.0'

/**
 * Returns the profile with a specification identifier (BT-24), and its version for the XMP of the PDF. `undefined` as
 * profile for an unknown identifier.
 */
export function findProfile(specification = ''): { profile: XmlProfile | undefined; version: string } {
  const profile = XML_PROFILES.find((one) => SPECIFICATIONS[one].test(specification))
  const [, version = FACTUR_X_VERSION] = (profile && SPECIFICATIONS[profile].exec(specification)) ?? []
  return { profile, version }
}
