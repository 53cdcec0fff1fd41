import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount, PLANS, ROLES } from '../../accounts/accounts.ts'
import { MEMBER_PERMISSIONS, permissionsOf } from '../../identity/teams/permissions.ts'
import type { Services } from '../../services.ts'
import { Nullable, Timestamp, Uuid } from '../schemas/schemas.ts'
import { Role } from './teams/schemas.ts'

const Me = Type.Object(
  {
    person: Type.Object({ name: Type.String(), email: Type.String() }),
    account: Type.Object({
      userId: Type.String({ description: 'Identifier of the account in the API.' }),
      email: Type.String({ description: 'Recipient of mails about the account.' }),
      plan: Type.Enum([...PLANS]),
      role: Type.Enum([...ROLES]),
      credits: Type.Integer({ description: 'Credit balance, including reserved credits.' }),
      reserved: Type.Integer({ description: 'Credits reserved by renders in progress.' }),
      createdAt: Timestamp,
      deletionAt: Nullable(Timestamp),
    }),
    membership: Type.Object({
      memberId: Uuid,
      role: Role,
      permissions: Type.Array(Type.Enum([...MEMBER_PERMISSIONS]), {
        description: 'Permissions of your role in the account. Each route requires one.',
      }),
    }),
  },
  { title: 'Me' },
)

/** Route `GET /dashboard/api/me`: the signed-in user and the account. */
export function meRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/me',
      {
        config: { permission: 'account:read' },
        schema: { summary: 'Read the signed-in user and the account', response: { 200: Me } },
      },
      async ({ user, accountId, membership }) => {
        const { memberId, role, isOperator } = membership
        return {
          person: user,
          // The other members of an operator's account are not operators.
          account: {
            ...(await findAccount(database, accountId)),
            role: isOperator ? ('operator' as const) : ('member' as const),
          },
          membership: { memberId, role, permissions: permissionsOf(role) },
        }
      },
    )
  }
}
