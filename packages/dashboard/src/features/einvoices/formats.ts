import type { components, paths } from '../../api/schema.ts'

type NewInvoice = paths['/dashboard/api/einvoices']['post']['requestBody']['content']['application/json']
/** Format of an e-invoice. */
export type Format = NewInvoice['format']
/** Profile of Factur-X. */
export type Profile = NonNullable<NewInvoice['profile']>
/** Format with its profile. Only `facturx` has profiles. */
export interface Target {
  format: Format
  profile?: Profile
}
/** Result of a check. */
export type Validation = components['schemas']['EinvoiceValidation']
/** Rule that an invoice breaks. */
export type Violation = Validation['violations'][number]

/** Formats with their names. */
export const FORMATS: { value: Format; label: string }[] = [
  { value: 'facturx', label: 'Factur-X (ZUGFeRD)' },
  { value: 'xrechnung-cii', label: 'XRechnung (CII)' },
  { value: 'xrechnung-ubl', label: 'XRechnung (UBL)' },
  { value: 'peppol-bis-3', label: 'Peppol BIS Billing 3' },
]

/** Profiles of Factur-X, from the smallest to the largest. */
export const PROFILES: Profile[] = ['BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']
/** Profile of Factur-X without a choice. */
export const DEFAULT_PROFILE: Profile = 'EN 16931'
