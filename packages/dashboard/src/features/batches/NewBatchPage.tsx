import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Loader,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type BatchCheck, type BatchRules, checkBatch, typeOf, useStartBatch } from '../../api/batches.ts'
import { notifyFailure } from '../../api/query-client.ts'
import { templatesQuery } from '../../api/templates.ts'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { OUTPUT_LABELS } from '../../labels/batches.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { DropArea } from '../../ui/files/DropArea.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { bytes, count, countOf } from '../../ui/text/numbers.ts'
import { FirstDocument } from './FirstDocument.tsx'
import { MappingTable } from './MappingTable.tsx'
import { type Choices, NO_CHOICES, rulesOf } from './rules.ts'

/** Delay from the last change to the check of the file, in milliseconds. */
const CHECK_DELAY_MS = 400

/** Page that starts a batch: template, file, columns, output. */
export function Component() {
  const [search] = useSearchParams()
  const [choices, setChoices] = useState<Choices>({ ...NO_CHOICES, templateId: search.get('templateId') })
  const [file, setFile] = useState<File>()
  const change = (changed: Partial<Choices>) => setChoices((current) => ({ ...current, ...changed }))
  const rules = useMemo(() => file && rulesOf(choices, file), [choices, file])
  const check = useCheck(file, rules)
  const chooseFile = (chosen: File | undefined) => {
    if (!chosen) return
    if (!typeOf(chosen)) {
      notifyFailure('The file was not opened', new Failure(0, 'Choose a CSV, XLSX or JSON Lines file.'))
      return
    }
    setFile(chosen)
    change({ columns: {}, recipient: null })
  }
  return (
    <>
      <Breadcrumb to={paths.batches()}>Batches</Breadcrumb>
      <PageHeader
        title="New batch"
        description={
          <>
            Each row of the file becomes a document. Each completed row costs one credit.{' '}
            <Anchor href="/docs/batches">Read how to prepare the file.</Anchor>
          </>
        }
      />
      <Stack gap="lg">
        <Section title="Template and file">
          <Stack gap="md">
            <TemplateSelect value={choices.templateId} onChange={(templateId) => change({ templateId })} />
            <DropArea
              isBusy={check.isFetching}
              accept=".csv,.xlsx,.jsonl,.ndjson"
              onFiles={([chosen]) => chooseFile(chosen)}
            />
            {file && (
              <FileState file={file} check={check.data} isMissingTemplate={choices.templateId === null} />
            )}
            <FormFailure message={check.error ? messageOf(check.error) : undefined} />
          </Stack>
        </Section>
        {check.data && file && (
          <>
            {typeOf(file) !== 'application/jsonl' && typeOf(file) !== 'application/x-ndjson' && (
              <Section
                title="Columns"
                description="Each column is a field of the data. A path such as customer.name or lines[0].total makes objects and lists. An empty path leaves the column out."
              >
                <MappingTable
                  check={check.data}
                  choices={choices}
                  onChange={(column, rule) => change({ columns: { ...choices.columns, [column]: rule } })}
                />
              </Section>
            )}
            <OutputSection check={check.data} choices={choices} onChange={change} />
            <Start file={file} rules={rules} check={check} choices={choices} />
          </>
        )}
      </Stack>
    </>
  )
}

/** Checks the file with the rules, after a pause in typing. The previous result stays while a new one is read. */
function useCheck(file: File | undefined, rules: BatchRules | undefined) {
  // Without a recipient, the file is checked as for a ZIP, so that its columns can be chosen.
  const [settled] = useDebouncedValue(rules, CHECK_DELAY_MS)
  const isSettled = settled === rules
  const query = useQuery({
    queryKey: ['batches', 'check', file && [file.name, file.size, file.lastModified], settled],
    queryFn: ({ signal }) => {
      if (!file || !settled) throw new Error('There is nothing to check')
      return checkBatch(file, settled, signal)
    },
    enabled: file !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  })
  const { data, error, isPlaceholderData } = query
  return {
    data: file ? data : undefined,
    error: file ? error : null,
    isFetching: query.isFetching,
    isCurrent: isSettled && rules !== undefined && !isPlaceholderData && !error && data !== undefined,
  }
}

/** Returns a new idempotency key for this content of the form. `crypto.randomUUID` needs https. */
function newKey(..._content: unknown[]): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

function TemplateSelect(props: { value: string | null; onChange: (templateId: string | null) => void }) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, CHECK_DELAY_MS)
  const { data, isLoading } = useQuery(templatesQuery({ search: settled, sort: 'name', page: 1 }))
  return (
    <Select
      label="Template"
      description="The version that is published now is used for all rows."
      placeholder="Choose a template"
      searchable
      maw="28rem"
      nothingFoundMessage={isLoading ? 'Loading…' : 'No matches'}
      data={(data?.templates ?? []).map(({ templateId, name }) => ({ value: templateId, label: name }))}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      {...props}
    />
  )
}

function FileState(props: { file: File; check: BatchCheck | undefined; isMissingTemplate: boolean }) {
  const { file, check } = props
  return (
    <Stack gap={4} role="status">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{`File: ${file.name}, ${bytes(file.size)}`}</Text>
      {props.isMissingTemplate && <Text size="sm">Choose a template to read the file.</Text>}
      {check && (
        <Text size="sm" c="dimmed">
          {`${countOf(check.rows, 'row')}, ${countOf(check.columns.length, 'column')}`}
        </Text>
      )}
    </Stack>
  )
}

function OutputSection(props: {
  check: BatchCheck
  choices: Choices
  onChange: (changed: Partial<Choices>) => void
}) {
  const { check, choices, onChange } = props
  const isTable = check.columns.length > 1 || check.columns[0] !== 'data'
  return (
    <Section title="Output">
      <Stack gap="md">
        <Radio.Group aria-label="Output" value={choices.output} onChange={(output) => onChange({ output })}>
          <Stack gap="xs">
            {Object.entries(OUTPUT_LABELS).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {choices.output === 'mail' &&
          (isTable ? (
            <Select
              label="Recipient"
              description="Column with the e-mail address of each row."
              placeholder="Choose a column"
              maw="28rem"
              data={[...new Set(check.columns.filter((column) => column !== ''))]}
              value={choices.recipient}
              onChange={(recipient) => onChange({ recipient })}
            />
          ) : (
            <TextInput
              label="Recipient"
              description="Path of the e-mail address in each line, for example customer.email."
              maw="28rem"
              value={choices.recipient ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ recipient: value === '' ? null : value })
              }
            />
          ))}
        {choices.output !== 'pdf' && (
          <TextInput
            label="File name"
            description="Columns in braces are replaced, for example invoice-{number}. {row} is the number of the row."
            placeholder={choices.output === 'zip' ? '{row}' : 'Name of the template'}
            maw="28rem"
            value={choices.fileName}
            onChange={(event) => onChange({ fileName: event.currentTarget.value })}
          />
        )}
      </Stack>
    </Section>
  )
}

function Start(props: {
  file: File
  rules: BatchRules | undefined
  check: ReturnType<typeof useCheck>
  choices: Choices
}) {
  const { file, rules, check, choices } = props
  const navigate = useNavigate()
  const start = useStartBatch()
  // One key per content of the form: a repeated click starts one batch.
  const key = useMemo(() => newKey(file, rules), [file, rules])
  const { data } = check
  if (!data) return null
  const valid = data.rows - data.rowsFailed
  return (
    <Section title="Start">
      <Stack gap="md">
        {data.rowsFailed > 0 && (
          <Alert
            color="yellow"
            title={`${countOf(data.rowsFailed, 'row')} will fail. Rows that fail cost nothing.`}
          >
            <List size="sm">
              {data.firstFailedRows.map(({ number, error }) => (
                <List.Item key={number}>{`Row ${number}: ${error}`}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <FormFailure message={start.error ? messageOf(start.error) : undefined}>
          {start.error instanceof Failure && start.error.status === 402 && (
            <>
              {' '}
              <Anchor component={Link} to={paths.billing()} inherit>
                Go to billing
              </Anchor>
            </>
          )}
        </FormFailure>
        <Group gap="sm">
          {choices.templateId !== null && <FirstDocument templateId={choices.templateId} check={data} />}
          <Button
            loading={start.isPending}
            disabled={!check.isCurrent || valid === 0}
            onClick={() =>
              rules &&
              start.mutate(
                { file, rules, key },
                { onSuccess: ({ batchId }) => void navigate(paths.batch(batchId)) },
              )
            }
          >
            {`Start batch of ${count(valid)} ${valid === 1 ? 'document' : 'documents'}`}
          </Button>
          {check.isFetching && <Loader size={16} role="status" aria-label="Checking the file" />}
          <Text size="sm" c="dimmed">{`Costs up to ${countOf(valid, 'credit')}.`}</Text>
        </Group>
      </Stack>
    </Section>
  )
}
