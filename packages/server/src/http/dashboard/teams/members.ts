import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { listMemberActions, MEMBER_ACTIONS } from '../../../identity/teams/member-log.ts'
import { changeMemberRole, listMembers, removeMember } from '../../../identity/teams/members.ts'
import type { Services } from '../../../services.ts'
import {
  Cursor,
  Done,
  failures,
  NextCursor,
  noPrototypeKeys,
  Nullable,
  Timestamp,
  Uuid,
  UuidParameter,
} from '../../schemas/schemas.ts'
import { Role } from './schemas.ts'

const PAGE_LENGTH = 50

const MemberParams = Type.Object({ memberId: UuidParameter })

const Member = Type.Object(
  {
    memberId: Uuid,
    name: Type.String(),
    email: Type.String(),
    role: Role,
    createdAt: Timestamp,
  },
  { title: 'Member' },
)

const Action = Type.Object(
  {
    actionId: Type.Integer(),
    actor: Type.String({ description: 'E-mail address of the user who made the change.' }),
    subject: Type.String({ description: 'E-mail address of the member or the invitation.' }),
    action: Type.Enum([...MEMBER_ACTIONS]),
    role: Nullable(Role),
    previousRole: Nullable(Role),
    createdAt: Timestamp,
  },
  { title: 'MemberAction' },
)

/** Routes `/members`: the members of the account, their roles, and the log of changes. */
export function memberRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/members',
      {
        config: { permission: 'account:read' },
        schema: {
          summary: 'List the members of the account, owners first',
          response: { 200: Type.Object({ members: Type.Array(Member) }) },
        },
      },
      async ({ accountId }) => ({ members: await listMembers(database, accountId) }),
    )

    app.put(
      '/members/:memberId',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'Change the role of a member',
          description: 'It applies from the next call on. The role of the last owner cannot be changed.',
          params: MemberParams,
          body: Type.Object({ role: Role }, noPrototypeKeys),
          response: { 200: Member, ...failures(409) },
        },
      },
      async ({ accountId, user, params: { memberId }, body: { role } }) =>
        await changeMemberRole(database, { accountId, actor: user, memberId, role }),
    )

    app.delete(
      '/members/:memberId',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'Remove a member',
          description:
            'The next call of the member for the account is rejected. API keys stay valid: rotate those that the member knows. The last owner cannot be removed.',
          params: MemberParams,
          response: { 200: Done, ...failures(409) },
        },
      },
      async ({ accountId, user, params: { memberId } }) => {
        await removeMember(database, { accountId, actor: user, memberId })
        return { message: 'The member was removed.' }
      },
    )

    app.get(
      '/members/actions',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'List the changes of members and invitations, newest first',
          querystring: Type.Object({ cursor: Cursor('^[0-9]{1,15}$') }),
          response: { 200: Type.Object({ actions: Type.Array(Action), nextCursor: NextCursor }) },
        },
      },
      async ({ accountId, query: { cursor } }) => {
        const page = await listMemberActions(database, accountId, { cursor, limit: PAGE_LENGTH })
        return { actions: page.rows, nextCursor: page.nextCursor }
      },
    )
  }
}
