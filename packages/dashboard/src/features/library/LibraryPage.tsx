import { Stack } from '@mantine/core'
import { queryClient } from '../../api/query-client.ts'
import { RoleNotice } from '../../layout/Can.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Assets } from './Assets.tsx'
import { Partials } from './Partials.tsx'
import { assetsQuery, partialsQuery } from '../../api/library.ts'

/** Prefetches both lists. */
export function loader(): null {
  void queryClient.prefetchQuery(partialsQuery)
  void queryClient.prefetchQuery(assetsQuery)
  return null
}

/** Library of the account: assets and partials. Assets are first, because a new account needs a logo first. */
export function Component() {
  return (
    <>
      <PageHeader
        title="Partials & assets"
        description="Content that all your templates can use. Changes apply to all new renders."
      />
      <RoleNotice permission="content:write" what="create or change partials and assets" />
      <Stack gap="lg">
        <Assets />
        <Partials />
      </Stack>
    </>
  )
}
