import { Alert, Group, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../base/paths.ts'
import { Breadcrumb } from '../../../layout/Breadcrumb.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { readData } from '../sample-data.ts'
import { previewQuery, type Template, templateQuery } from '../../../api/templates.ts'
import { templateVersionQuery, type Version, versionsQuery } from '../../../api/versions.ts'
import { SheetDifference } from './SheetDifference.tsx'
import { SourceDifference } from './SourceDifference.tsx'

/** Reads the template and the list of its versions. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  const { templateId = '' } = params
  await Promise.all([
    queryClient.ensureQueryData(templateQuery(templateId)),
    queryClient.ensureQueryData(versionsQuery({ kind: 'template', id: templateId })),
  ])
  return null
}

/** Comparison of two versions of a template: their sources, and their sheets with the same data. */
export function Component() {
  const { templateId = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const { data: template } = useQuery(templateQuery(templateId))
  const { data: versions } = useQuery(versionsQuery({ kind: 'template', id: templateId }))
  const numbers = versions?.map(({ number }) => number) ?? []
  const [newest = 1, older = 1] = numbers
  const from = Number(query.get('from') ?? older) || older
  const to = Number(query.get('to') ?? newest) || newest
  const view = query.get('view') === 'source' ? 'source' : 'sheets'
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  if (!template || !versions) return <Skeleton height={480} />
  return (
    <>
      <Breadcrumb to={paths.template(templateId)}>Back to template</Breadcrumb>
      <PageHeader title={`Compare versions of ${template.name}`} />
      <Group gap="sm" mb="md" align="flex-end">
        <VersionSelect
          label="Before"
          versions={versions}
          value={from}
          onChange={(value) => set('from', value)}
        />
        <VersionSelect label="After" versions={versions} value={to} onChange={(value) => set('to', value)} />
        <SegmentedControl
          aria-label="Show as"
          value={view}
          onChange={(value) => set('view', value)}
          data={[
            { value: 'sheets', label: 'Sheets' },
            { value: 'source', label: 'Source' },
          ]}
        />
      </Group>
      <Difference key={`${from} ${to}`} template={template} from={from} to={to} view={view} />
    </>
  )
}

function VersionSelect(props: {
  label: string
  versions: readonly Version[]
  value: number
  onChange: (value: string) => void
}) {
  return (
    <Select
      label={props.label}
      data={props.versions.map(({ number, isCurrent }) => ({
        value: String(number),
        label: `Version ${number}${isCurrent ? ' (current)' : ''}`,
      }))}
      value={String(props.value)}
      allowDeselect={false}
      onChange={(value) => value !== null && props.onChange(value)}
      w={190}
    />
  )
}

function Difference(props: { template: Template; from: number; to: number; view: 'sheets' | 'source' }) {
  const { template, from, to } = props
  const { data: before } = useQuery(templateVersionQuery(template.templateId, from))
  const { data: after } = useQuery(templateVersionQuery(template.templateId, to))
  const data = readData(template.sampleData).value ?? {}
  const previews = [
    useQuery({ ...previewQuery(before?.content ?? '', data), placeholderData: undefined }),
    useQuery({ ...previewQuery(after?.content ?? '', data), placeholderData: undefined }),
  ] as const
  if (!before || !after) return <Skeleton height={480} />
  if (props.view === 'source') {
    return (
      <SourceDifference
        label="Source differences"
        before={{ label: `Version ${from}`, text: before.content }}
        after={{ label: `Version ${to}`, text: after.content }}
      />
    )
  }
  const problem = previews.find(({ error }) => error !== null)?.error
  return (
    <Stack>
      {problem && (
        <Alert color="red" title="One of the versions cannot be rendered with the current sample data">
          {problem.message}
        </Alert>
      )}
      <SheetDifference
        before={{ label: `Version ${from}`, pdf: previews[0].data?.pdf }}
        after={{ label: `Version ${to}`, pdf: previews[1].data?.pdf }}
      />
    </Stack>
  )
}
