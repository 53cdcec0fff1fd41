import { Box, Skeleton, Stack } from '@mantine/core'

/** Skeleton of a page before its first data. */
export function Loading() {
  return (
    <Box p="xl" role="status" aria-label="Loading">
      <Stack maw={640} gap="md">
        <Skeleton height={28} width="35%" />
        <Skeleton height={14} />
        <Skeleton height={14} width="80%" />
      </Stack>
    </Box>
  )
}
