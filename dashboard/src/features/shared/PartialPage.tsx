import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { PartialEditor } from './PartialEditor.tsx'
import { partialQuery } from './shared.ts'

/** Reads the partial anew: whoever comes to it begins with what there is now. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.fetchQuery({ ...partialQuery(params['name'] ?? ''), staleTime: 0 })
  return null
}

/** One partial. */
export function Component() {
  const { name = '' } = useParams()
  const { data: partial } = useQuery(partialQuery(name))
  const [round, setRound] = useState(0)
  /** Takes what the service has, in place of what is being written. */
  const reload = async () => {
    await queryClient.fetchQuery({ ...partialQuery(name), staleTime: 0 })
    setRound((count) => count + 1)
  }
  if (!partial) {
    return (
      <Stack>
        <Skeleton height={36} width={280} />
        <Skeleton height={480} />
      </Stack>
    )
  }
  return <PartialEditor key={`${name} ${round}`} partial={partial} onReload={reload} />
}
