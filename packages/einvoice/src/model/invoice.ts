import type { ValueOf } from './fields.ts'
import type { invoiceFields } from './invoice-fields.ts'

/**
 * Invoice of EN 16931. All fields are optional in the type: rules report those that are missing.
 * `invoiceFields` has the business term of each field.
 */
export type Invoice = ValueOf<typeof invoiceFields>
type Item<K extends keyof Invoice> = NonNullable<Invoice[K]> extends (infer I)[] ? I : never

/** Invoice line (BG-25). */
export type Line = Item<'lines'>
/** Seller (BG-4). */
export type Seller = NonNullable<Invoice['seller']>
/** Buyer (BG-7). */
export type Buyer = NonNullable<Invoice['buyer']>
/** Postal address of a party. */
export type Address = NonNullable<Seller['address']>
/** Identifier with its scheme. */
export type Identifier = NonNullable<Seller['legalRegistration']>
/** Payment instructions (BG-16). */
export type Payment = Item<'payments'>
/** Allowance (BG-20) or charge (BG-21) on the document. */
export type AllowanceOrCharge = Item<'allowances'>
/** Allowance (BG-27) or charge (BG-28) on a line. */
export type LineAllowanceOrCharge = NonNullable<Line['allowances']>[number]
/** Entry of the VAT breakdown (BG-23). */
export type VatBreakdownEntry = Item<'vatBreakdown'>
/** Supporting document (BG-24). */
export type SupportingDocument = Item<'supportingDocuments'>
/** Totals (BG-22). */
export type Totals = NonNullable<Invoice['totals']>
