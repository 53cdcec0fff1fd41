import { CODE_LISTS } from '../../codes/lists.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { invoiceFields } from '../../model/invoice-fields.ts'
import type { Invoice } from '../../model/invoice.ts'
import type { Violation } from '../../violation.ts'

/** Decimals of an amount. */
const DECIMALS_MAX = 2

/**
 * Checks each value against its description in the model: codes against their lists (BR-CL-*), and the decimals of
 * amounts (BR-DEC-*).
 */
export function checkValues(invoice: Invoice): Violation[] {
  const violations: Violation[] = []
  visit(invoiceFields, invoice, 'invoice', violations)
  return violations
}

function visit(field: Field, value: unknown, path: string, violations: Violation[]): void {
  if (value === undefined || value === null) return
  switch (field.kind) {
    case 'group':
      visitGroup(field.fields, value as Record<string, unknown>, path, violations)
      break
    case 'list':
      for (const [index, item] of (value as unknown[]).entries())
        visit(field.item, item, `${path}[${index}]`, violations)
      break
    case 'code': {
      const { title, codes } = CODE_LISTS[field.list]
      const text = (value as string).trim()
      // Exemption codes are written in upper or lower case.
      const code = field.list === 'exemptionReasons' ? text.toUpperCase() : text
      if (code !== '' && !(codes as ReadonlySet<string>).has(code))
        violations.push({
          rule: field.rule,
          severity: 'error',
          term: field.term,
          path,
          message: `\`${path}\` is ${JSON.stringify(code.slice(0, 100))}, which is not a code of ${title}. Use a code of this list.`,
        })
      break
    }
    case 'amount': {
      const decimals = `${value as string | number}`.split('.')[1]?.length ?? 0
      if (decimals > DECIMALS_MAX && field.rule !== undefined)
        violations.push({
          rule: field.rule,
          severity: 'error',
          term: field.term,
          path,
          message: `\`${path}\` is ${value as string}. An amount has at most two decimals: round it.`,
        })
      break
    }
    default:
  }
}

function visitGroup(
  fields: Fields,
  value: Record<string, unknown>,
  path: string,
  violations: Violation[],
): void {
  for (const [name, field] of Object.entries(fields)) visit(field, value[name], `${path}.${name}`, violations)
}
