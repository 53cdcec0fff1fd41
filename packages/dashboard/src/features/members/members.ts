import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { byCursor } from '../../api/pages.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'
import type { MemberRole } from '../../labels/roles.ts'

/** Member of the account. */
export type Member = components['schemas']['Member']
/** Invitation that is not accepted. */
export type Invitation = components['schemas']['Invitation']
/** Entry of the log of members. */
export type MemberAction = components['schemas']['MemberAction']

const POLL_MS = 2_000

/** Query of the members of the account, owners first. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/members', { signal }))).members,
})

/** Query of the invitations that are not accepted. Refetched until their mails are sent. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/dashboard/api/invitations', { signal }))).invitations,
  refetchInterval: ({ state }) =>
    state.data?.some(({ mailStatus, isExpired }) => mailStatus === 'queued' && !isExpired) ? POLL_MS : false,
})

/** Query of the changes of members and invitations, the newest first. */
export const memberLogQuery = infiniteQueryOptions({
  queryKey: ['member-log'],
  queryFn: ({ signal, pageParam: cursor }) =>
    unwrap(api.GET('/dashboard/api/members/actions', { params: { query: { cursor } }, signal })),
  ...byCursor,
})

/** Invites a person by mail. */
export function useInvite() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: { email: string; role: MemberRole }) =>
      unwrap(api.POST('/dashboard/api/invitations', { body })),
    onSuccess: refresh,
  })
}

/** Sends the mail of an invitation again. */
export function useResendInvitation() {
  return useMutation({
    meta: { failureTitle: 'The invitation was not sent again' },
    mutationFn: (invitationId: string) =>
      unwrap(
        api.POST('/dashboard/api/invitations/{invitationId}/resend', { params: { path: { invitationId } } }),
      ),
    onSettled: refresh,
  })
}

/** Revokes an invitation. */
export function useRevokeInvitation() {
  return useMutation({
    meta: { failureTitle: 'The invitation was not revoked' },
    mutationFn: (invitationId: string) =>
      unwrap(api.DELETE('/dashboard/api/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSettled: refresh,
  })
}

/** Changes the role of a member. */
export function useChangeRole() {
  return useMutation({
    meta: { failureTitle: 'The role was not changed' },
    mutationFn: ({ memberId, role }: { memberId: string; role: MemberRole }) =>
      unwrap(
        api.PUT('/dashboard/api/members/{memberId}', { params: { path: { memberId } }, body: { role } }),
      ),
    onSettled: refresh,
  })
}

/** Removes a member. */
export function useRemoveMember() {
  return useMutation({
    meta: { failureTitle: 'The member was not removed' },
    mutationFn: (memberId: string) =>
      unwrap(api.DELETE('/dashboard/api/members/{memberId}', { params: { path: { memberId } } })),
    onSettled: refresh,
  })
}

/** Leaves the account. */
export function useLeave() {
  return useMutation({
    meta: { failureTitle: 'You did not leave the account' },
    mutationFn: () => unwrap(api.DELETE('/dashboard/api/membership')),
  })
}

/** Refetches everything that a change of members affects, including the user's own role. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(meQuery),
    queryClient.invalidateQueries(membersQuery),
    queryClient.invalidateQueries(invitationsQuery),
    queryClient.invalidateQueries(memberLogQuery),
  ])
}
