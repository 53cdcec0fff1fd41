import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { leaveAccount, listMemberships } from '../../../identity/teams/members.ts'
import type { Services } from '../../../services.ts'
import { Done, failures } from '../../schemas/schemas.ts'
import { Role } from './schemas.ts'

const Membership = Type.Object(
  {
    userId: Type.String({ description: 'Identifier of the account in the API.' }),
    email: Type.String({ description: 'E-mail address of the account.' }),
    role: Role,
    isOwn: Type.Boolean({ description: 'True for the account that was created for you.' }),
    suspended: Type.Boolean(),
  },
  { title: 'Membership' },
)

/** Routes `/accounts` and `/membership`: the accounts of the signed-in user. */
export function membershipRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/accounts',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'List the accounts to which you belong, with your role in each',
          description: 'Name one of them in the header `x-platen-account` of other calls. Default: your own.',
          response: { 200: Type.Object({ accounts: Type.Array(Membership) }) },
        },
      },
      async ({ user }) => ({ accounts: await listMemberships(database, user.id) }),
    )

    app.delete(
      '/membership',
      {
        config: { permission: 'account:read' },
        schema: {
          summary: 'Leave the account',
          description: 'The last owner cannot leave. A user who belongs to no other account is deleted.',
          response: { 200: Done, ...failures(409) },
        },
      },
      async ({ accountId, user }) => {
        await leaveAccount(database, { accountId, actor: user })
        return { message: 'You left the account.' }
      },
    )
  }
}
