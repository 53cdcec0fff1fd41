import { Alert, Loader, Text } from '@mantine/core'
import { withDetail } from '../../../base/failure.ts'
import { countOf } from '../../../ui/text/numbers.ts'
import { describeInvoice } from '../describe-invoice.ts'
import type { Validation } from '../formats.ts'
import type { LiveValidation } from './use-validation.ts'
import classes from './InvoiceEditor.module.css'

/** Result of the live check in one sentence: valid, the number of broken rules, or why the text cannot be checked. */
export function ValidationStatus({ result, problem, isChecking }: LiveValidation) {
  const isValid = problem === undefined && result?.valid === true
  const details = !problem && result ? describeInvoice(result) : ''
  return (
    <div className={classes.status}>
      <Alert color={isValid ? 'teal' : 'red'} variant={problem || result ? 'light' : 'default'} role="status">
        {problem ? withDetail(problem).message : result ? verdictOf(result) : 'The invoice is being checked.'}
      </Alert>
      <Text size="sm" c="dimmed" className={classes.details}>
        {details}
        {isChecking && <Loader size={14} role="status" aria-label="Checking the invoice" />}
      </Text>
    </div>
  )
}

function verdictOf({ valid, format, profile, violations, violationCount }: Validation): string {
  const target = profile === null ? format : `${format}, ${profile}`
  const verdict = `The invoice is ${valid ? '' : 'not '}valid (${target})`
  if (violationCount === 0) return `${verdict}.`
  const shown = violationCount > violations.length ? ` The first ${violations.length} are shown.` : ''
  return `${verdict}: ${countOf(violationCount, 'broken rule')}.${shown}`
}
