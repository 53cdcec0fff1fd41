import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount, PLANS, ROLES } from '../../accounts/accounts.ts'
import type { Services } from '../../services.ts'
import { failures, Nullable, Timestamp } from '../schemas/schemas.ts'

const Me = Type.Object(
  {
    person: Type.Object({ name: Type.String(), email: Type.String() }),
    account: Type.Object({
      userId: Type.String({ description: 'What the API calls the account.' }),
      email: Type.String({ description: 'Where the mails about its jobs go.' }),
      plan: Type.Enum([...PLANS]),
      role: Type.Enum([...ROLES]),
      credits: Type.Integer({ description: 'The balance.' }),
      reserved: Type.Integer({ description: 'What calls under way hold of it.' }),
      createdAt: Type.String({ format: 'date-time' }),
      deletionAt: Nullable(Timestamp),
    }),
  },
  { title: 'Me' },
)

/** `GET /dashboard/api/me`: who is signed in, and how their account stands. */
export function meRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/me',
      {
        schema: {
          operationId: 'getMe',
          summary: 'Who is signed in, and how their account stands',
          tags: ['me'],
          response: { 200: Me, ...failures() },
        },
      },
      async ({ person, accountId }) => {
        const { createdAt, deletionAt, ...account } = await findAccount(services.database, accountId)
        const { userId, email, plan, role, credits, reserved } = account
        return {
          person: { name: person.name, email: person.email },
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
