import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { prefetchIfAllowed } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { identity } from '../../session/identity.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { AllowedHosts } from './AllowedHosts.tsx'
import { Certificates } from './Certificates.tsx'
import { certificatesQuery } from './certificates.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Profile } from './Profile.tsx'
import { RegionForm } from './RegionForm.tsx'
import { RequestLogSettings } from './RequestLogSettings.tsx'
import { Sessions } from './Sessions.tsx'
import { sessionsQuery } from './sessions.ts'
import { settingsQuery } from './settings.ts'

/** Prefetches the settings. */
export function loader(): null {
  void queryClient.prefetchQuery(settingsQuery)
  if (identity.kind === 'built-in') void queryClient.prefetchQuery(sessionsQuery)
  void prefetchIfAllowed('certificates:read', () => queryClient.prefetchQuery(certificatesQuery)).catch(
    () => {},
  )
  return null
}

/** Settings of the user and the account. */
export function Component() {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <>
      <PageHeader title="Settings" />
      <RoleNotice permission="account:write" what="change the settings of the account" />
      <Stack gap="lg" maw={820}>
        {settings ? (
          <>
            <Profile settings={settings} />
            {identity.kind === 'built-in' && <Sessions />}
            <Can permission="account:write">
              <RegionForm region={settings.region} />
              <AllowedHosts settings={settings} />
              <RequestLogSettings requestLog={settings.requestLog} />
            </Can>
          </>
        ) : (
          [180, 190, 240].map((height) => <Skeleton key={height} height={height} radius="md" />)
        )}
        <Can permission="certificates:read">
          <Certificates />
        </Can>
        {settings && (
          <Can permission="account:delete">
            <DeleteAccount settings={settings} />
          </Can>
        )}
      </Stack>
    </>
  )
}
