import { type Profile, profileOf, type Target } from '../formats.ts'
import type { Field } from '../model/fields.ts'
import { invoiceFields } from '../model/invoice-fields.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Violation } from '../violation.ts'

/** Terms and groups that the profiles BASIC and BASIC WL of Factur-X do not have. */
const NOT_BASIC: ReadonlySet<string> = new Set(
  (
    'BT-7 BT-11 BT-14 BT-15 BT-17 BT-18 BT-33 BT-45 BG-6 BG-9 BT-82 BG-18 BT-85 BT-86 BT-114 BG-24 ' +
    'BT-128 BT-132 BT-133 BT-137 BT-138 BT-142 BT-143 BT-154 BT-155 BT-156 BT-158 BT-159 BG-32'
  ).split(' '),
)

const EXCLUDED: Partial<Record<Profile, ReadonlySet<string>>> = {
  BASIC: NOT_BASIC,
  // BASIC WL omits the lines, whatever they contain.
  'BASIC WL': NOT_BASIC,
}

/** Reports the fields of an invoice that its profile of Factur-X does not have. */
export function checkProfile(invoice: Invoice, target: Target): Violation[] {
  const profile = profileOf(target)
  const excluded = profile && EXCLUDED[profile]
  if (!excluded) return []
  const violations: Violation[] = []
  const visit = (field: Field, value: unknown, path: string) => {
    if (value === undefined || value === null) return
    if (excluded.has(field.term)) {
      violations.push({
        rule: 'PLATEN-PROFILE',
        severity: 'error',
        term: field.term,
        path,
        message: `\`${path}\` (${field.title}) is not part of the profile ${profile}. Omit it, or use the profile EN 16931.`,
      })
      return
    }
    if (field.kind === 'group')
      for (const [name, child] of Object.entries(field.fields))
        visit(child, (value as Record<string, unknown>)[name], `${path}.${name}`)
    if (field.kind === 'list' && !(profile === 'BASIC WL' && field.term === 'BG-25'))
      for (const [index, item] of (value as unknown[]).entries()) visit(field.item, item, `${path}[${index}]`)
  }
  visit(invoiceFields, invoice, 'invoice')
  return violations
}
