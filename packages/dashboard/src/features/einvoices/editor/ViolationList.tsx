import { Code, Stack, Text, UnstyledButton } from '@mantine/core'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Violation } from '../formats.ts'
import classes from './InvoiceEditor.module.css'

/**
 * Rules that the invoice breaks.
 * @param props `onShow`: moves the cursor to the cause of a violation.
 */
export function ViolationList(props: {
  violations: readonly Violation[]
  onShow: (violation: Violation) => void
}) {
  return (
    <ul className={classes.violations} aria-label="Broken rules">
      {props.violations.map((violation, index) => {
        const { rule, severity, message, path, term } = violation
        return (
          // oxlint-disable-next-line react/no-array-index-key -- A rule may be broken twice at a path.
          <li key={`${index} ${rule} ${path}`}>
            <UnstyledButton className={classes.violation} onClick={() => props.onShow(violation)}>
              <Stack gap={4} align="flex-start">
                <span className={classes.rule}>
                  <Text span size="sm" fw={500}>
                    {rule}
                  </Text>
                  <StatusBadge
                    tone={severity === 'error' ? 'bad' : 'waiting'}
                    label={severity === 'error' ? 'Error' : 'Warning'}
                  />
                </span>
                <Text span size="sm">
                  {message}
                </Text>
                <Text span size="xs" c="dimmed">
                  <Code>{path}</Code> {term}
                </Text>
              </Stack>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
