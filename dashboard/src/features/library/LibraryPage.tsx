import { Stack } from '@mantine/core'
import { queryClient } from '../../api/query-client.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Assets } from './Assets.tsx'
import { Partials } from './Partials.tsx'
import { assetsQuery, partialsQuery } from './library.ts'

/** Begins to read both lists. */
export function loader(): null {
  void queryClient.prefetchQuery(partialsQuery)
  void queryClient.prefetchQuery(assetsQuery)
  return null
}

/** What all templates of the account may use. */
export function Component() {
  return (
    <>
      <PageHeader
        title="Partials & assets"
        description="What many templates have in common. A change holds for every PDF that is made from then on."
      />
      <Stack gap="lg">
        <Partials />
        <Assets />
      </Stack>
    </>
  )
}
