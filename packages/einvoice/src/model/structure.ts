import { decimalOf } from '../decimal.ts'
import type { Violation } from '../violation.ts'
import type { Field, Fields } from './fields.ts'
import { invoiceFields } from './invoice-fields.ts'

/** Violations that are reported at most. */
const VIOLATIONS_MAX = 100
/** Characters of a text. */
const TEXT_LENGTH_MAX = 10_000
/** Characters of an attached file in Base64. */
const BASE64_LENGTH_MAX = 20_000_000
/** Characters of an unknown name in a message. */
const NAME_LENGTH_MAX = 100
/** Items of a list. */
const ITEMS_MAX = 10_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const BASE64 = /^[A-Za-z0-9+/=\s]*$/
// Characters that XML 1.0 cannot contain.
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

/**
 * Checks the types of a JSON value against the model: groups, lists, texts, dates and decimals. The rules need a value
 * that passes this check.
 */
export function checkStructure(value: unknown): Violation[] {
  const violations: Violation[] = []
  checkField(invoiceFields, value, 'invoice', violations)
  return violations.slice(0, VIOLATIONS_MAX)
}

function checkField(field: Field, value: unknown, path: string, violations: Violation[]): void {
  if (value === undefined || violations.length >= VIOLATIONS_MAX) return
  const report = (rule: string, problem: string) => {
    violations.push({ rule, severity: 'error', term: field.term, path, message: `\`${path}\` ${problem}` })
  }
  switch (field.kind) {
    case 'group':
      if (isObject(value)) checkGroup(field.fields, value, path, violations)
      else report('PLATEN-TYPE', `must be an object with the fields of the ${field.title}.`)
      break
    case 'list':
      if (!Array.isArray(value)) report('PLATEN-TYPE', `must be an array: each item is one ${field.title}.`)
      else if (value.length > ITEMS_MAX)
        report('PLATEN-TYPE', `has ${value.length} items. The limit is ${ITEMS_MAX}. Split the invoice.`)
      else
        for (const [index, item] of value.entries())
          checkField(field.item, item ?? null, `${path}[${index}]`, violations)
      break
    case 'amount':
    case 'price':
    case 'quantity':
    case 'percentage':
      if (!isDecimal(value))
        report(
          'PLATEN-DECIMAL',
          `must be a decimal number such as "12.50", without exponent, currency or thousands separator.`,
        )
      break
    default: {
      const problem = typeof value === 'string' ? textProblem(field.kind, value) : 'must be a string.'
      if (problem !== undefined) report('PLATEN-TYPE', problem)
    }
  }
}

function checkGroup(fields: Fields, value: object, path: string, violations: Violation[]): void {
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) checkField(field, item, `${path}.${name}`, violations)
    else {
      const unknown = `${path}.${name.slice(0, NAME_LENGTH_MAX).toWellFormed()}`
      violations.push({
        rule: 'PLATEN-FIELD',
        severity: 'error',
        term: '',
        path: unknown,
        message: `\`${unknown}\` is not a field of the model. Use one of: ${Object.keys(fields).join(', ')}.`,
      })
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDecimal(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && decimalOf(value) !== undefined
}

function textProblem(kind: 'text' | 'code' | 'date' | 'base64', value: string): string | undefined {
  const max = kind === 'base64' ? BASE64_LENGTH_MAX : TEXT_LENGTH_MAX
  if (value.length > max) return `has ${value.length} characters. The limit is ${max}.`
  if (kind === 'base64') return BASE64.test(value) ? undefined : 'must be a file in Base64.'
  if (kind === 'date' && !isDate(value)) return 'must be a date of the calendar such as "2026-01-31".'
  return NOT_XML.test(value) ? 'has a control character, which XML cannot contain. Remove it.' : undefined
}

/** Returns whether a text is an ISO date that exists in the calendar. */
export function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}
