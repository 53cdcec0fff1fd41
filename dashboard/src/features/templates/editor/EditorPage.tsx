import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { templateQuery } from '../queries.ts'
import { Workbench } from './Workbench.tsx'

/** Reads the template anew: whoever comes to it begins with what there is now. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.fetchQuery({ ...templateQuery(params['templateId'] ?? ''), staleTime: 0 })
  return null
}

/** One template: its source, data to try it with, and the PDF that it makes. */
export function Component() {
  const { templateId = '' } = useParams()
  const { data: template } = useQuery(templateQuery(templateId))
  const [round, setRound] = useState(0)
  /** Takes what the service has, in place of what is being written. */
  const reload = async () => {
    await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
    setRound((count) => count + 1)
  }

  if (!template) {
    return (
      <Stack data-wide>
        <Skeleton height={36} width={280} />
        <Skeleton height={480} />
      </Stack>
    )
  }
  return <Workbench key={`${templateId} ${round}`} template={template} onReload={reload} />
}
