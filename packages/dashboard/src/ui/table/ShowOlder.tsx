import { Button, Group } from '@mantine/core'

/** Button below a list that loads its next page. Renders nothing after the last page. */
export function ShowOlder(props: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.list
  if (!hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      <Button variant="default" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show older
      </Button>
    </Group>
  )
}
