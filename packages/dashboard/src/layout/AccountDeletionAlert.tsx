import { Alert, Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import { meQuery, useMe } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { Can } from './Can.tsx'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Alert on all pages of an account whose deletion is scheduled, with a button that cancels the deletion. */
export function AccountDeletionAlert() {
  const { deletionAt } = useMe().account
  const cancel = useMutation({
    meta: { failureTitle: 'The deletion was not cancelled' },
    mutationFn: () => unwrap(api.DELETE('/dashboard/api/settings/deletion')),
    onSuccess: () => queryClient.invalidateQueries(meQuery),
  })
  if (deletionAt === null) return null
  return (
    <Alert color="red" icon={<IconTrash aria-hidden />} mb="lg" title="This account will be deleted">
      <Group justify="space-between" gap="sm">
        <span>
          All its data will be permanently deleted on {day.format(new Date(deletionAt))}. Until then, its API
          keys do not work.
        </span>
        <Can permission="account:delete">
          <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Keep account
          </Button>
        </Can>
      </Group>
    </Alert>
  )
}
