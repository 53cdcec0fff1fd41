import { Anchor, Button, Group, Modal, Skeleton, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { backupKeys } from '../../backups/keys.ts'
import { useFields } from '../../backups/use-fields.ts'
import { paths } from '../../base/paths.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { readData } from '../templates/sample-data.ts'
import { type Template, currentTemplateQuery } from '../../api/templates.ts'
import { type Job, useCreateJob } from '../../api/jobs.ts'

const RECIPIENTS_MAX = 50
const DATA_ROWS = 14
const NO_ADDRESSES: string[] = []

/** Dialog that creates a job with the template of a job and with new data, and opens the new job. */
export function RenderAgain(props: {
  job: Pick<Job, 'templateId' | 'templateName'>
  /** JSON text of the data of the call, if it was kept. Default: the sample data of the template. */
  data?: string | undefined
  isOpen: boolean
  onClose: () => void
}) {
  const create = useCreateJob()
  const navigate = useNavigate()
  const close = () => {
    props.onClose()
    create.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      // A call in progress cannot be cancelled. The new job is opened when it has been created.
      onClose={() => !create.isPending && close()}
      title={`Render “${props.job.templateName}” again`}
      size="lg"
      styles={{ title: { overflowWrap: 'anywhere' } }}
      // So that a click outside does not lose the data.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <WithTemplate templateId={props.job.templateId}>
        {(template) => (
          <CallForm
            template={template}
            data={props.data}
            create={create}
            onCancel={close}
            onCreated={(jobId) => {
              close()
              void navigate(paths.job(jobId))
            }}
          />
        )}
      </WithTemplate>
    </Modal>
  )
}

function WithTemplate(props: { templateId: string; children: (template: Template) => ReactNode }) {
  const { data: template, error } = useQuery(currentTemplateQuery(props.templateId))
  if (template) return props.children(template)
  return error ? <FormFailure message={messageOf(error)} /> : <Skeleton height={360} />
}

function CallForm(props: {
  template: Template
  data: string | undefined
  create: ReturnType<typeof useCreateJob>
  onCancel: () => void
  onCreated: (jobId: string) => void
}) {
  const { template, create, data } = props
  const backup = useFields({
    // The data of a call must not replace the data that the user has typed for the template.
    key: (data === undefined ? backupKeys.templateData : backupKeys.callData)(template.templateId),
    name: `Data for “${template.name}”`,
    saved: { text: data ?? template.sampleData, sendEmail: NO_ADDRESSES },
  })
  const { text, sendEmail } = backup.value
  const [problem, setProblem] = useState<string>()
  const cancel = () => {
    void backup.discard()
    props.onCancel()
  }
  const submit = () => {
    const { value, problem } = readData(text)
    setProblem(problem)
    if (value === undefined) return
    create.mutate(
      { templateId: template.templateId, data: value, ...(sendEmail.length > 0 && { sendEmail }) },
      {
        onSuccess({ jobId }) {
          void backup.discard()
          props.onCreated(jobId)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {data === undefined
            ? 'The data of this call was not kept. Replace the sample data of the template with your data.'
            : 'This is the data of the call. Its options and recipients are not used.'}{' '}
          The published version of the template is rendered.
        </Text>
        {backup.notice}
        <CreateFailure error={create.error} />
        <Textarea
          data-autofocus
          label="Data"
          description="A JSON object, or an array of up to 50 objects. Each object becomes a page."
          rows={DATA_ROWS}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={problem}
          onChange={(event) => {
            backup.change({ text: event.currentTarget.value })
            setProblem(undefined)
          }}
        />
        <TagsInput
          label="Send to"
          description="E-mail addresses that receive the PDF. Press Enter after each. Without one, the address of your account receives it."
          placeholder={sendEmail.length === 0 ? 'ada@example.com' : ''}
          maxTags={RECIPIENTS_MAX}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={sendEmail}
          onChange={(sendEmail) => backup.change({ sendEmail })}
        />
        <Group justify="space-between">
          <Cost text={text} />
          <Group gap="xs">
            <Button variant="default" onClick={cancel} disabled={create.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Render
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function CreateFailure({ error }: { error: Error | null }) {
  if (!error) return null
  const isAboutCredits = error instanceof Failure && error.status === 402
  return (
    <FormFailure message={messageOf(error)}>
      {isAboutCredits && (
        <>
          {' '}
          <Anchor component={Link} to={paths.billing()} inherit>
            Go to billing
          </Anchor>
        </>
      )}
    </FormFailure>
  )
}

/** Cost of a call with the data in the form. */
function Cost(props: { text: string }) {
  const text = useDeferredValue(props.text)
  const { value } = useMemo(() => readData(text), [text])
  const pages = Array.isArray(value) ? value.length : 1
  return (
    <Text size="sm" c="dimmed">
      {value ? `Costs ${countOf(pages, 'credit')}, 1 per element.` : 'Costs 1 credit per element.'}
    </Text>
  )
}
