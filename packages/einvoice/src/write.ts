import { writeCii } from './cii/cii.ts'
import type { Target } from './formats.ts'
import type { Invoice } from './model/invoice.ts'
import { writeUbl } from './ubl/ubl.ts'

/** Writes a complete invoice as XML in a format. Call `validateInvoice` before: nothing is checked here. */
export function writeInvoice(invoice: Invoice, target: Target): string {
  const isCii = target.format === 'facturx' || target.format === 'xrechnung-cii'
  return isCii ? writeCii(invoice, target) : writeUbl(invoice)
}
