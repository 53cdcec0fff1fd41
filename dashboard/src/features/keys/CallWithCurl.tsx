import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { templatesQuery } from '../templates/queries.ts'
import { curlFor } from '../templates/use/code-samples.ts'

const newestTemplates = templatesQuery({ search: '', sort: 'created', page: 1 })

/** The call that makes a PDF, for a terminal: of a template, or else of the account's newest. */
export function CallWithCurl(props: { apiKey?: string; templateId?: string }) {
  const { apiKey = 'YOUR_KEY', templateId } = props
  const { data: found } = useQuery({ ...newestTemplates, enabled: templateId === undefined })
  const call = curlFor({
    baseUrl: window.location.origin,
    templateId: templateId ?? found?.templates[0]?.templateId ?? 'TEMPLATE_ID',
    data: '{}',
  })
  return <CodeBlock code={`export PLATEN_API_KEY=${apiKey}\n${call}`} label="the call with curl" />
}
