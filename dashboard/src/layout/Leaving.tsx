import { Alert, Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { answered, api } from '../api/client.ts'
import { meQuery, useMe } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Above every page of an account that is to be deleted: when that is, and the way back. */
export function Leaving() {
  const { deletionAt } = useMe().account
  const stay = useMutation({
    mutationFn: () => answered(api.DELETE('/dashboard/api/settings/deletion')),
    onSuccess: () => queryClient.invalidateQueries(meQuery),
  })
  if (deletionAt === null) return null
  return (
    <Alert color="red" icon={<IconTrash aria-hidden />} mb="lg" title="This account is being deleted">
      <Group justify="space-between" gap="sm">
        <span>
          On {day.format(new Date(deletionAt))} everything in it is removed for good. Until then its API keys
          do not work.
        </span>
        <Button size="xs" loading={stay.isPending} onClick={() => stay.mutate()}>
          Keep the account
        </Button>
      </Group>
    </Alert>
  )
}
