import { queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'
import { passwords } from '../../session/passwords.ts'
import { session } from '../../session/session.ts'
import { refreshJobs } from '../jobs/jobs.ts'
import { refreshUsage } from '../usage/usage.ts'

/** Who the account is, and what its templates may do. */
export type Settings =
  paths['/dashboard/api/settings']['get']['responses'][200]['content']['application/json']

/** Who the account is, and what its templates may do. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/settings', { signal })),
})

/** Changes the name of whoever is signed in. */
export function useRename() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: passwords.rename,
    async onSuccess() {
      // The name stands in the token.
      session.renewed()
      void queryClient.invalidateQueries(meQuery)
      await refresh()
    },
  })
}

/** Sends a link to a new address, for whoever knows the password. */
export function useChangeEmail() {
  return useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.changeEmail,
  })
}

/** Sets a new password, and signs every other browser out. */
export function useChangePassword() {
  return useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.change,
    onSuccess: () => session.renewed(),
  })
}

/** Says how dates and numbers are written where a template does not say it. */
export function useRegion() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Settings['region']) => answered(api.PUT('/dashboard/api/settings/region', { body })),
    async onSuccess() {
      // What is counted or filtered by days has other days now.
      void refreshUsage()
      void refreshJobs()
      await refresh()
    },
  })
}

/** Says which hosts templates may load from. */
export function useEgress() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Settings['egress']) => answered(api.PUT('/dashboard/api/settings/egress', { body })),
    onSuccess: refresh,
  })
}

/** Begins the deletion of the account, and signs out. */
export function useLeave() {
  return useMutation({
    mutationFn: (email: string) => answered(api.PUT('/dashboard/api/settings/deletion', { body: { email } })),
    onSuccess: () => session.signOut(),
  })
}

/** Waited for, so that a form shows what has been saved, as the service has written it, once it says so. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries(settingsQuery)
}
