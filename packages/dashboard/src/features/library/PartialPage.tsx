import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { backupKeys } from '../../backups/keys.ts'
import { readBackup, removeBackup, type StoredBackup } from '../../backups/store.ts'
import { type PartialBackup, PartialEditor } from './PartialEditor.tsx'
import { partialQuery } from './library.ts'

/** Reads the saved version of the partial, and its backup in this browser. */
export async function loader({ params }: LoaderFunctionArgs) {
  const name = params['name'] ?? ''
  const partial = await queryClient.fetchQuery({ ...partialQuery(name), staleTime: 0 })
  const { account } = await queryClient.ensureQueryData(meQuery)
  const backup = await readBackup<PartialBackup>(account.userId, backupKeys.partial(name))
  if (backup && backup.value.content === partial.content) {
    await removeBackup(account.userId, backup.key)
    return { restored: undefined }
  }
  return { restored: backup }
}

/** Page of one partial. */
export function Component() {
  const { name = '' } = useParams()
  // The key resets the state for another partial.
  return <OpenPartial key={name} name={name} />
}

function OpenPartial({ name }: { name: string }) {
  const { restored } = useLoaderData<{ restored: StoredBackup<PartialBackup> | undefined }>()
  const { data: partial } = useQuery(partialQuery(name))
  const [reloads, setReloads] = useState(0)
  /** Replaces the text in the editor by the saved version. */
  const reload = async () => {
    await queryClient.fetchQuery({ ...partialQuery(name), staleTime: 0 })
    setReloads((count) => count + 1)
  }
  if (!partial) {
    return (
      <Stack>
        <Skeleton height={36} width={280} />
        <Skeleton height={480} />
      </Stack>
    )
  }
  return (
    <PartialEditor
      key={reloads}
      partial={partial}
      restored={reloads === 0 ? restored : undefined}
      onReload={reload}
    />
  )
}
