import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { readEgressRules, setEgressRules, setRegion } from '../../accounts/settings.ts'
import { EGRESS_MODES } from '../../egress/rules.ts'
import { cancelAccountDeletion, scheduleAccountDeletion } from '../../identity/account-deletion.ts'
import type { Services } from '../../services.ts'
import { failures, noPrototypeKeys, Nullable, Timestamp } from '../schemas/schemas.ts'

const Hosts = Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 })

const Egress = Type.Object({
  mode: Type.Enum([...EGRESS_MODES]),
  allow: Hosts,
  deny: Hosts,
})

const Region = Type.Object({
  locale: Type.String({ minLength: 1, maxLength: 35, examples: ['de-AT'] }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Vienna'] }),
})

const Settings = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  region: Region,
  egress: Egress,
  operatorMode: Type.Enum([...EGRESS_MODES], { description: 'What no account may exceed.' }),
  deletionAt: Nullable(Timestamp),
})

/** `/settings`: who the account is, and what its templates may do. */
export function settingsRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, webhookPolicy } = services
  return async (app) => {
    app.get(
      '/settings',
      {
        schema: {
          operationId: 'readSettings',
          summary: 'Read the account’s settings',
          tags: ['settings'],
          response: { 200: Settings, ...failures() },
        },
      },
      async ({ accountId, person }) => {
        const { userId, email, egress, locale, timeZone, deletionAt } = await findAccount(database, accountId)
        return {
          userId,
          name: person.name,
          email,
          region: { locale, timeZone },
          egress: { ...egress, allow: [...egress.allow], deny: [...egress.deny] },
          operatorMode: webhookPolicy.operator.mode,
          deletionAt: deletionAt?.toISOString() ?? null,
        }
      },
    )

    app.put(
      '/settings/region',
      {
        schema: {
          operationId: 'setRegion',
          summary: 'Say how dates, numbers and letters are written where a template does not say it',
          tags: ['settings'],
          body: Type.Object(Region.properties, noPrototypeKeys),
          response: { 200: Region, ...failures() },
        },
      },
      async ({ accountId, body }) => await setRegion(database, accountId, body),
    )

    app.put(
      '/settings/egress',
      {
        schema: {
          operationId: 'setEgress',
          summary: 'Say which hosts templates may load from',
          tags: ['settings'],
          body: Type.Object(Egress.properties, noPrototypeKeys),
          response: { 200: Egress, ...failures() },
        },
      },
      async ({ accountId, body }) => {
        const rules = readEgressRules(body)
        await setEgressRules(database, accountId, rules)
        return { ...rules, allow: [...rules.allow], deny: [...rules.deny] }
      },
    )

    app.put(
      '/settings/deletion',
      {
        schema: {
          operationId: 'leave',
          summary: 'Have the account deleted in two weeks; its keys stop now, and everybody is signed out',
          tags: ['settings'],
          body: Type.Object({ email: Type.String({ maxLength: 254 }) }, noPrototypeKeys),
          response: { 200: Type.Object({ deletionAt: Timestamp }), ...failures() },
        },
      },
      async ({ accountId, body }) => {
        const deletionAt = await scheduleAccountDeletion(services, accountId, body.email)
        return { deletionAt: deletionAt.toISOString() }
      },
    )

    app.delete(
      '/settings/deletion',
      {
        schema: {
          operationId: 'stay',
          summary: 'Keep the account after all',
          tags: ['settings'],
          response: { 200: Type.Object({ message: Type.String() }), ...failures(404) },
        },
      },
      async ({ accountId }) => {
        await cancelAccountDeletion(database, accountId)
        return { message: 'The account is kept.' }
      },
    )
  }
}
