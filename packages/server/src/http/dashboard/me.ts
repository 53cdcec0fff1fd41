import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount, PLANS, ROLES } from '../../accounts/accounts.ts'
import type { Services } from '../../services.ts'
import { Nullable, Timestamp } from '../schemas/schemas.ts'

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
  },
  { title: 'Me' },
)

/** Route `GET /dashboard/api/me`: the signed-in user and the account. */
export function meRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/me',
      { schema: { summary: 'Read the signed-in user and the account', response: { 200: Me } } },
      async ({ user, accountId }) => ({ person: user, account: await findAccount(database, accountId) }),
    )
  }
}
