import type { Target } from '../formats.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Violation } from '../violation.ts'

/** Invoice to check, with the settings of the check. */
export interface RuleContext {
  readonly invoice: Invoice
  readonly target: Target
  /** Requires exact amounts. Otherwise the tolerances of the official rules apply. */
  readonly isExact: boolean
}

/** Cause of a violation. */
export interface Problem {
  /** JSON path below `invoice`: `lines[2].netAmount`. */
  readonly path: string
  /** Business term, if it differs from that of the rule. */
  readonly term?: string
  /** Description of the problem and advice, after the path: `is 200.01, but …`. */
  readonly message: string
}

/** Business rule. `check` reports each place that breaks it. */
export interface Rule {
  readonly id: string
  readonly term: string
  readonly severity?: 'warning'
  readonly check: (context: RuleContext) => Iterable<Problem>
}

/** Runs rules over an invoice. */
export function runRules(rules: readonly Rule[], context: RuleContext): Violation[] {
  const violations: Violation[] = []
  for (const { id, term, severity = 'error', check } of rules)
    for (const problem of check(context)) {
      const path = problem.path === '' ? 'invoice' : `invoice.${problem.path}`
      violations.push({
        rule: id,
        severity,
        term: problem.term ?? term,
        path,
        message: `\`${path}\` ${problem.message}`,
      })
    }
  return violations
}

/** Creates a rule for each item of a list. */
export function forEach<T>(
  items: (invoice: Invoice) => readonly T[] | undefined,
  listPath: string,
  check: (item: T, path: string, context: RuleContext) => Problem | undefined,
): Rule['check'] {
  return function* (context) {
    for (const [index, item] of (items(context.invoice) ?? []).entries()) {
      const problem = check(item, `${listPath}[${index}]`, context)
      if (problem) yield problem
    }
  }
}

/** Creates a rule for the invoice as a whole. */
export function forInvoice(check: (context: RuleContext) => Problem | undefined): Rule['check'] {
  return (context) => {
    const problem = check(context)
    return problem ? [problem] : []
  }
}
