import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import {
  parseEgressRules,
  setEgressRules,
  setKeepsRequestBodies,
  setRegion,
} from '../../accounts/settings.ts'
import { EGRESS_MODES } from '@platen/renderer/egress/rules'
import { cancelAccountDeletion, scheduleAccountDeletion } from '../../identity/account-deletion.ts'
import { removeBodies } from '../../requests/retention.ts'
import type { Services } from '../../services.ts'
import { Done, failures, noPrototypeKeys, Nullable, Timestamp } from '../schemas/schemas.ts'

const Hosts = Type.Unsafe<readonly string[]>(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 }))

const Egress = Type.Object({
  mode: Type.Enum([...EGRESS_MODES]),
  allow: Hosts,
  deny: Hosts,
})

const Region = Type.Object({
  locale: Type.String({ minLength: 1, maxLength: 35, examples: ['de-AT'] }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Vienna'] }),
})

const RequestLog = Type.Object({
  keepsBodies: Type.Boolean({ description: 'True when the request log keeps the bodies of calls.' }),
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
    requestLog: RequestLog,
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
        config: { permission: 'account:read' },
        schema: { summary: 'Read the settings of the account', response: { 200: Settings } },
      },
      async ({ accountId, user }) => {
        const account = await findAccount(database, accountId)
        return {
          ...account,
          name: user.name,
          region: account,
          requestLog: { keepsBodies: account.keepsRequestBodies },
          operatorMode: webhooks.transport.operator.mode,
        }
      },
    )

    app.put(
      '/settings/region',
      {
        config: { permission: 'account:write' },
        schema: {
          summary: 'Set the default locale and time zone for templates',
          body: Type.Object(Region.properties, noPrototypeKeys),
          response: { 200: Region },
        },
      },
      async ({ accountId, body }) => await setRegion(database, accountId, body),
    )

    app.put(
      '/settings/egress',
      {
        config: { permission: 'account:write' },
        schema: {
          summary: 'Set the hosts from which templates may load resources',
          body: Type.Object(Egress.properties, noPrototypeKeys),
          response: { 200: Egress },
        },
      },
      async ({ accountId, body }) => {
        const rules = parseEgressRules(body)
        await setEgressRules(database, accountId, rules)
        return rules
      },
    )

    app.put(
      '/settings/request-log',
      {
        config: { permission: 'account:write' },
        schema: {
          summary: 'Keep the bodies of calls, or stop and delete them',
          body: Type.Object(RequestLog.properties, noPrototypeKeys),
          response: { 200: RequestLog },
        },
      },
      async ({ accountId, body: { keepsBodies }, deadline }) => {
        await setKeepsRequestBodies(database, accountId, keepsBodies)
        if (!keepsBodies) await removeBodies(database, accountId, deadline)
        return { keepsBodies }
      },
    )

    app.put(
      '/settings/deletion',
      {
        config: { permission: 'account:delete' },
        schema: {
          summary: 'Schedule the deletion of the account in two weeks',
          description:
            'Its API keys stop working at once, and members who belong to no other account are signed out. All members get a mail.',
          body: Type.Object({ email: Type.String({ maxLength: 254 }) }, noPrototypeKeys),
          response: { 200: Type.Object({ deletionAt: Timestamp }) },
        },
      },
      async ({ accountId, body }) => ({
        deletionAt: await scheduleAccountDeletion(services, accountId, body.email),
      }),
    )

    app.delete(
      '/settings/deletion',
      {
        config: { permission: 'account:delete' },
        schema: { summary: 'Cancel the deletion of the account', response: { 200: Done, ...failures(404) } },
      },
      async ({ accountId }) => {
        await cancelAccountDeletion(database, accountId)
        return { message: 'The deletion of the account was cancelled.' }
      },
    )
  }
}
