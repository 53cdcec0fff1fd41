/** Formats of electronic invoices. `facturx` is the XML of Factur-X and ZUGFeRD. */
export const FORMATS = ['facturx', 'xrechnung-cii', 'xrechnung-ubl', 'peppol-bis-3'] as const
export type Format = (typeof FORMATS)[number]

/** Profiles of Factur-X that are invoices, from the smallest to the largest. MINIMUM is not an invoice in Germany. */
export const PROFILES = ['BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const
export type Profile = (typeof PROFILES)[number]

/** Format with its profile. Only `facturx` has profiles: `EN 16931` is the default. */
export interface Target {
  readonly format: Format
  readonly profile?: Profile
}

const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const XRECHNUNG_VERSIONS =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_\d\.\d$/
const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

const SPECIFICATIONS: Record<Profile, string> = {
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG,
}

/** Returns the profile of Factur-X. `undefined` for the other formats. */
export function profileOf({ format, profile = 'EN 16931' }: Target): Profile | undefined {
  return format === 'facturx' ? profile : undefined
}

/** Returns the specification identifier (BT-24) of a format. */
export function specificationOf(target: Target): string {
  const profile = profileOf(target)
  if (profile !== undefined) return SPECIFICATIONS[profile]
  return target.format === 'peppol-bis-3' ? PEPPOL : XRECHNUNG
}

/**
 * Returns the format of an invoice by its specification identifier (BT-24) and its syntax. `undefined` for an unknown
 * one. A CII invoice of EN 16931 without national rules is one of Factur-X.
 */
export function targetOf(specification: string, syntax: 'cii' | 'ubl'): Target | undefined {
  if (XRECHNUNG_VERSIONS.test(specification)) {
    return { format: syntax === 'cii' ? 'xrechnung-cii' : 'xrechnung-ubl' }
  }
  if (syntax === 'ubl') return specification === PEPPOL ? { format: 'peppol-bis-3' } : undefined
  const profile = PROFILES.find((one) => SPECIFICATIONS[one] === specification)
  return profile && { format: 'facturx', profile }
}

/** Business process (BT-23) of invoices: required by Peppol and XRechnung. */
export const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Returns whether the rules of XRechnung apply. */
export function isXRechnung(target: Target): boolean {
  return specificationOf(target) === XRECHNUNG
}

/** Returns whether the rules of Peppol BIS Billing 3 apply. */
export function isPeppol({ format }: Target): boolean {
  return format === 'peppol-bis-3'
}
