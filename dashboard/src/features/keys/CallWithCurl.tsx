import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/failure.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { readData } from '../templates/editor/data.ts'
import { templateNowQuery, templatesQuery } from '../templates/queries.ts'
import { curlFor } from '../templates/use/code-samples.ts'
import { RunCall } from './RunCall.tsx'

const newestTemplates = {
  ...templatesQuery({ search: '', sort: 'created', page: 1 }),
  // The dialog around it may hold a key that is shown once.
  throwOnError: false,
}

/**
 * The call that generates a PDF of a template with its sample data, for a terminal, and a button that makes it here.
 * @param props `apiKey`: the key, where it is known; without it the call reads `$PLATEN_API_KEY`. `templateId`: the
 * account's newest template by default.
 */
export function CallWithCurl(props: { apiKey?: string; templateId?: string }) {
  const { apiKey } = props
  const { data: found, error: listError } = useQuery({
    ...newestTemplates,
    enabled: props.templateId === undefined,
  })
  const templateId = props.templateId ?? found?.templates[0]?.templateId
  const { data: template, error: templateError } = useQuery({
    ...templateNowQuery(templateId ?? ''),
    enabled: templateId !== undefined,
  })
  if (found?.total === 0) {
    return (
      <Text c="dimmed" size="sm">
        The call appears here when you have a template.
      </Text>
    )
  }
  const error = listError ?? templateError
  if (error) return <FormFailure message={messageOf(error)} />
  if (!template) return <Skeleton height={180} radius="md" />
  const { value: data, problem } = readData(template.sampleData)
  if (problem !== undefined) return <FormFailure message={`Sample data of “${template.name}”: ${problem}`} />
  const call = curlFor({
    baseUrl: window.location.origin,
    templateId: template.templateId,
    data: template.sampleData,
  })
  return (
    <Stack gap="xs" w="100%">
      {apiKey === undefined && (
        <Text c="dimmed" size="sm">
          Set the environment variable PLATEN_API_KEY to your key, then paste this into a terminal. It
          generates “{template.name}” with its sample data.
        </Text>
      )}
      <CodeBlock
        code={apiKey === undefined ? call : `export PLATEN_API_KEY=${apiKey}\n${call}`}
        label="the call with curl"
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
