import { Button, Group } from '@mantine/core'

/** What is below a list that goes on: fetches its next page. Nothing where there is none. */
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
