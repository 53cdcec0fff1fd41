import { isPeppol, isXRechnung, profileOf, type Target } from './formats.ts'
import type { Invoice } from './model/invoice.ts'
import { checkStructure } from './model/structure.ts'
import { documentRules } from './rules/core/document.ts'
import { exactRules, lineRules } from './rules/core/lines.ts'
import { requiredFields, requiredLineFields } from './rules/core/required-fields.ts'
import { totalRules } from './rules/core/totals.ts'
import { checkValues } from './rules/core/values.ts'
import { vatRules } from './rules/core/vat.ts'
import { peppolSharedRules } from './rules/national/peppol-shared.ts'
import { peppolRules } from './rules/national/peppol.ts'
import { xrechnungRules } from './rules/national/xrechnung.ts'
import { checkProfile } from './rules/profile.ts'
import { type Rule, runRules } from './rules/rule.ts'
import type { Violation } from './violation.ts'

/** Settings of a validation. */
export interface ValidationOptions extends Target {
  /**
   * `exact` refuses a difference of one cent in any amount. `official` has the tolerances of the official rules, for
   * invoices of others. Default: `exact`.
   */
  readonly arithmetic?: 'exact' | 'official'
}

/**
 * Checks a complete invoice: its structure, EN 16931 with its code lists, and the rules of the format.
 * @returns the rules that it breaks. Rules are checked only if the structure is right.
 */
export function validateInvoice(
  invoice: Invoice,
  { arithmetic = 'exact', ...target }: ValidationOptions,
): Violation[] {
  const problems = checkStructure(invoice)
  if (problems.length > 0) return problems
  return validateStructured(invoice, target, arithmetic)
}

/** Checks the rules of an invoice whose structure is right. */
export function validateStructured(
  invoice: Invoice,
  target: Target,
  arithmetic: 'exact' | 'official',
): Violation[] {
  return [
    ...checkValues(invoice),
    ...checkProfile(invoice, target),
    ...runRules(rulesOf(invoice, target), { invoice, target, isExact: arithmetic === 'exact' }),
  ]
}

function rulesOf(invoice: Invoice, target: Target): Rule[] {
  // An invoice of the profile BASIC WL may have no lines. Its totals are then checked with each other.
  const isWithoutLines = profileOf(target) === 'BASIC WL' && invoice.lines === undefined
  const withoutLines = totalRules.filter(({ id }) => !isWithoutLines || id !== 'BR-CO-10')
  return [
    ...requiredFields,
    ...(isWithoutLines ? [] : requiredLineFields),
    ...documentRules,
    ...lineRules,
    ...withoutLines,
    ...vatRules.filter(({ id }) => !isWithoutLines || !id.endsWith('-08')),
    ...exactRules,
    ...(isXRechnung(target) ? [...xrechnungRules, ...peppolSharedRules] : []),
    ...(isPeppol(target) ? peppolRules : []),
  ]
}
