import { Alert, Code, Stack, Text } from '@mantine/core'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import type { Validation, Violation } from './formats.ts'
import { describeInvoice } from './describe-invoice.ts'

const COLUMNS: readonly Column<Violation>[] = [
  {
    id: 'rule',
    header: 'Rule',
    sortBy: ({ rule }) => rule,
    cell: ({ rule, severity }) => (
      <Stack gap={4} align="flex-start">
        <Text size="sm" fw={500}>
          {rule}
        </Text>
        <StatusBadge
          tone={severity === 'error' ? 'bad' : 'waiting'}
          label={severity === 'error' ? 'Error' : 'Warning'}
        />
      </Stack>
    ),
  },
  {
    id: 'problem',
    header: 'Problem',
    cell: ({ message, path, term }) => (
      <Stack gap={4} align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Code>{path}</Code> {term}
        </Text>
      </Stack>
    ),
  },
]

/**
 * Result of a check: valid or not, and each rule that the invoice breaks.
 * @param props `fileName`: name of the file, if the invoice is one.
 */
export function CheckResult({ result, fileName }: { result: Validation; fileName: string | undefined }) {
  const { valid, violations, violationCount, ignored } = result
  const format = result.profile === null ? result.format : `${result.format}, ${result.profile}`
  const rows = violations.map((violation, index) => ({ ...violation, index }))
  return (
    <Section
      title="Result"
      description={[fileName, describeInvoice(result)].filter(Boolean).join(', ') || undefined}
    >
      <Stack gap="md">
        <Alert color={valid ? 'teal' : 'red'} role="status">
          {`The invoice is ${valid ? '' : 'not '}valid (${format}).`}
          {violationCount > violations.length &&
            ` The first ${violations.length} of ${violationCount} broken rules are shown.`}
        </Alert>
        <DataTable
          label="Broken rules"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ index }) => index}
          empty={
            <Text c="dimmed" size="sm">
              No rule is broken.
            </Text>
          }
        />
        {ignored.length > 0 && (
          <Text c="dimmed" size="sm">
            {`Not checked: ${countOf(ignored.length, 'element')} of the XML that the JSON model does not have.`}
          </Text>
        )}
      </Stack>
    </Section>
  )
}
