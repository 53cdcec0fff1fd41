import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'
import { passwords } from '../../session/passwords.ts'
import { session } from '../../session/session.ts'
import { refreshJobs } from '../../api/jobs.ts'
import { refreshUsage } from '../../api/usage.ts'

/** Settings of the user and the account. */
export type Settings = components['schemas']['Settings']

/** Query of the settings. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/settings', { signal })),
})

/** Changes the name of the user. */
export function useRename() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: passwords.rename,
    async onSuccess() {
      // The token contains the name.
      session.invalidateToken()
      void queryClient.invalidateQueries(meQuery)
      await refresh()
    },
  })
}

/** Sends a confirmation link to a new address. Requires the password. */
export function useChangeEmail() {
  return useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.changeEmail,
  })
}

/** Sets a new password and signs out all other sessions. */
export function useChangePassword() {
  return useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.change,
    onSuccess: () => session.invalidateToken(),
  })
}

/** Sets the default locale and time zone of templates. */
export function useRegion() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Settings['region']) => unwrap(api.PUT('/dashboard/api/settings/region', { body })),
    async onSuccess() {
      // The time zone changes the days by which usage and jobs are grouped.
      void refreshUsage()
      void refreshJobs()
      await refresh()
    },
  })
}

/** Sets the hosts from which templates may load resources. */
export function useEgress() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Settings['egress']) => unwrap(api.PUT('/dashboard/api/settings/egress', { body })),
    onSuccess: refresh,
  })
}

/** Keeps the bodies of calls in the request log, or deletes them. */
export function useKeepBodies() {
  return useMutation({
    meta: { failureTitle: 'The setting was not saved' },
    mutationFn: (keepsBodies: boolean) =>
      unwrap(api.PUT('/dashboard/api/settings/request-log', { body: { keepsBodies } })),
    async onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['requests'] })
      await refresh()
    },
  })
}

/** Schedules the deletion of the account and signs out. */
export function useDeleteAccount() {
  return useMutation({
    meta: { failureTitle: 'The account was not deleted' },
    mutationFn: (email: string) => unwrap(api.PUT('/dashboard/api/settings/deletion', { body: { email } })),
    onSuccess: () => session.signOut(),
  })
}

/** Refetches the settings. Awaited, so that a saved form shows the values that the service has stored. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries(settingsQuery)
}
