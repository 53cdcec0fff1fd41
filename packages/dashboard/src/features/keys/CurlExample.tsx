import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../base/failure.ts'
import { CodeBlock } from '../../ui/text/CodeBlock.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { readData } from '../templates/sample-data.ts'
import { currentTemplateQuery, templatesQuery } from '../../api/templates.ts'
import { curlFor, renderCall } from '../templates/use/code-samples.ts'
import { RunCall } from './RunCall.tsx'

const newestTemplates = {
  ...templatesQuery({ search: '', sort: 'created', page: 1 }),
  // The error is shown in place. A dialog around this component may show a new key, which must stay visible.
  throwOnError: false,
}

/**
 * Curl command that renders a template with its sample data, and a button that makes the call in the browser.
 * @param props `apiKey`: key for the command. Without it, the command reads `$PLATEN_API_KEY`. `templateId`: the
 * newest template of the account by default.
 */
export function CurlExample(props: { apiKey?: string; templateId?: string }) {
  const { apiKey } = props
  const { data: newest, error: listError } = useQuery({
    ...newestTemplates,
    enabled: props.templateId === undefined,
  })
  const templateId = props.templateId ?? newest?.templates[0]?.templateId
  const { data: template, error: templateError } = useQuery({
    ...currentTemplateQuery(templateId ?? ''),
    enabled: templateId !== undefined,
  })
  if (newest?.total === 0) {
    return (
      <Text c="dimmed" size="sm">
        The call appears here after you create a template.
      </Text>
    )
  }
  const error = listError ?? templateError
  if (error) return <FormFailure message={messageOf(error)} />
  if (!template) return <Skeleton height={180} radius="md" />
  const { value: data, problem } = readData(template.sampleData)
  if (problem !== undefined) return <FormFailure message={`Sample data of “${template.name}”: ${problem}`} />
  const call = curlFor(
    renderCall({
      baseUrl: window.location.origin,
      templateId: template.templateId,
      data: template.sampleData,
    }),
  )
  return (
    <Stack gap="xs" w="100%">
      {apiKey === undefined && (
        <Text c="dimmed" size="sm">
          Set the environment variable PLATEN_API_KEY to your API key, then run this command in a terminal. It
          renders “{template.name}” with its sample data.
        </Text>
      )}
      <CodeBlock
        code={apiKey === undefined ? call : `export PLATEN_API_KEY=${apiKey}\n${call}`}
        label="curl command"
      />
      <RunCall
        key={template.templateId}
        apiKey={apiKey}
        name={template.name}
        call={{ templateId: template.templateId, data }}
      />
    </Stack>
  )
}
