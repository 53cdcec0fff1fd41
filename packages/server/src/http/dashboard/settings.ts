import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { parseEgressRules, setEgressRules, setRegion } from '../../accounts/settings.ts'
import { EGRESS_MODES } from '@platen/renderer/egress/rules'
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

const Settings = Type.Object(
  {
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    region: Region,
    egress: Egress,
    operatorMode: Type.Enum([...EGRESS_MODES], {
      description: 'The most permissive mode that the operator allows for accounts.',
    }),
    deletionAt: Nullable(Timestamp),
  },
  { title: 'Settings' },
)

/** Routes `/settings`: profile, region, egress rules and deletion of the account. */
export function settingsRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, webhooks } = services
  return async (app) => {
    app.get(
      '/settings',
      {
        schema: {
          operationId: 'readSettings',
          summary: 'Read the settings of the account',
          tags: ['settings'],
          response: { 200: Settings, ...failures() },
        },
      },
      async ({ accountId, user }) => {
        const { userId, email, egress, locale, timeZone, deletionAt } = await findAccount(database, accountId)
        return {
          userId,
          name: user.name,
          email,
          region: { locale, timeZone },
          egress: { ...egress, allow: [...egress.allow], deny: [...egress.deny] },
          operatorMode: webhooks.transport.operator.mode,
          deletionAt: deletionAt?.toISOString() ?? null,
        }
      },
    )

    app.put(
      '/settings/region',
      {
        schema: {
          operationId: 'setRegion',
          summary: 'Set the default locale and time zone for templates',
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
          summary: 'Set the hosts from which templates may load resources',
          tags: ['settings'],
          body: Type.Object(Egress.properties, noPrototypeKeys),
          response: { 200: Egress, ...failures() },
        },
      },
      async ({ accountId, body }) => {
        const rules = parseEgressRules(body)
        await setEgressRules(database, accountId, rules)
        return { ...rules, allow: [...rules.allow], deny: [...rules.deny] }
      },
    )

    app.put(
      '/settings/deletion',
      {
        schema: {
          operationId: 'scheduleAccountDeletion',
          summary: 'Schedule the deletion of the account in two weeks',
          description: 'Its API keys stop working and all users are signed out at once.',
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
          operationId: 'cancelAccountDeletion',
          summary: 'Cancel the deletion of the account',
          tags: ['settings'],
          response: { 200: Type.Object({ message: Type.String() }), ...failures(404) },
        },
      },
      async ({ accountId }) => {
        await cancelAccountDeletion(database, accountId)
        return { message: 'The deletion of the account was cancelled.' }
      },
    )
  }
}
