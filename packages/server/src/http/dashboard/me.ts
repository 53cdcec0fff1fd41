import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount, PLANS, ROLES } from '../../accounts/accounts.ts'
import type { Services } from '../../services.ts'
import { failures, Nullable, Timestamp } from '../schemas/schemas.ts'

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
      createdAt: Type.String({ format: 'date-time' }),
      deletionAt: Nullable(Timestamp),
    }),
  },
  { title: 'Me' },
)

/** Route `GET /dashboard/api/me`: the signed-in user and the account. */
export function meRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/me',
      {
        schema: {
          operationId: 'getMe',
          summary: 'Read the signed-in user and the account',
          tags: ['me'],
          response: { 200: Me, ...failures() },
        },
      },
      async ({ user, accountId }) => {
        const { createdAt, deletionAt, ...account } = await findAccount(services.database, accountId)
        const { userId, email, plan, role, credits, reserved } = account
        return {
          person: { name: user.name, email: user.email },
          account: {
            userId,
            email,
            plan,
            role,
            credits,
            reserved,
            createdAt: createdAt.toISOString(),
            deletionAt: deletionAt?.toISOString() ?? null,
          },
        }
      },
    )
  }
}
