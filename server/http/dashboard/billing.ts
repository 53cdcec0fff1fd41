import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { findLowCreditNotice, setLowCreditNotice } from '../../accounts/low-credits.ts'
import { ledgerAsCsv } from '../../billing/csv.ts'
import { type LedgerEntry, listLedger } from '../../billing/ledger.ts'
import type { Payments } from '../../billing/stripe.ts'
import { Refusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { failures, noPrototypeKeys } from '../schemas/schemas.ts'
import { countCheckout } from './sign-in/attempts.ts'
import {
  Billing,
  Checkout,
  LedgerPage,
  LedgerQuery,
  NewCheckout,
  Notice,
  Packs,
} from './schemas/billing-schemas.ts'

const PAGE_LENGTH = 50

/** `/billing`: what the account has, what became of it, and how there is more. */
export function billingRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, settings } = services
  return async (app) => {
    app.get(
      '/billing',
      {
        schema: {
          operationId: 'readBilling',
          summary: 'Read what is left to spend, and how credits are added here',
          tags: ['billing'],
          response: { 200: Billing, ...failures() },
        },
      },
      async ({ accountId }) => {
        const { credits, reserved } = await findAccount(database, accountId)
        const ownPage = `${settings.baseUrl}/billing`
        return {
          credits,
          reserved,
          available: credits - reserved,
          sold: services.payments !== undefined,
          elsewhere: settings.billingUrl === ownPage ? null : settings.billingUrl,
          notice: await findLowCreditNotice(database, accountId),
        }
      },
    )

    app.put(
      '/billing/notice',
      {
        schema: {
          operationId: 'setLowCreditNotice',
          summary: 'Say when to be told by mail that credits are few',
          tags: ['billing'],
          body: Type.Object(Notice.properties, noPrototypeKeys),
          response: { 200: Notice, ...failures() },
        },
      },
      async ({ accountId, body }) => {
        await setLowCreditNotice(database, accountId, body.below)
        return await findLowCreditNotice(database, accountId)
      },
    )

    app.get(
      '/billing/packs',
      {
        schema: {
          operationId: 'listPacks',
          summary: 'List the credits that can be bought',
          tags: ['billing'],
          response: { 200: Packs, ...failures(404) },
        },
      },
      async () => ({ packs: await shopOf(services).packs() }),
    )

    app.post(
      '/billing/checkouts',
      {
        schema: {
          operationId: 'openCheckout',
          summary: 'Open a page of Stripe’s on which a pack is paid',
          tags: ['billing'],
          body: NewCheckout,
          response: { 201: Checkout, ...failures(404) },
        },
      },
      async ({ accountId, body }, reply) => {
        await countCheckout(services, accountId)
        const account = await findAccount(database, accountId)
        const url = await shopOf(services).openCheckout({
          priceId: body.priceId,
          account,
          returnTo: {
            paid: `${settings.baseUrl}/billing?checkout=paid`,
            left: `${settings.baseUrl}/billing?checkout=left`,
          },
        })
        return await reply.status(201).send({ url })
      },
    )

    app.get(
      '/billing/ledger',
      {
        schema: {
          operationId: 'listLedger',
          summary: 'List what has changed the balance, the newest first',
          tags: ['billing'],
          querystring: LedgerQuery,
          response: { 200: LedgerPage, ...failures() },
        },
      },
      async ({ accountId, query }) => {
        const after = placeFrom(query.after)
        const { entries, next } = await listLedger(database, { accountId, limit: PAGE_LENGTH, after })
        return { entries: entries.map(shown), next: next ? `${next.entryId}.${next.balance}` : null }
      },
    )

    app.get(
      '/billing/ledger.csv',
      {
        schema: {
          operationId: 'exportLedger',
          summary: 'The whole ledger as CSV',
          tags: ['billing'],
          response: {
            200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } },
            ...failures(),
          },
        },
      },
      async ({ accountId }, reply) =>
        await reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="credits.csv"')
          .header('cache-control', 'private, no-store')
          .send(Readable.from(ledgerAsCsv(database, accountId))),
    )
  }
}

function shopOf({ payments }: Services): Payments {
  if (payments) return payments
  throw new Refusal('not-found', 'Credits are not sold here. The operator of the service adds them.')
}

function placeFrom(text: string | undefined) {
  if (text === undefined) return undefined
  const [entryId = 0, balance = 0] = text.split('.').map(Number)
  return { entryId, balance }
}

function shown({ entryId, createdAt, generationId, ...entry }: LedgerEntry) {
  return { ...entry, entryId: String(entryId), createdAt: createdAt.toISOString(), jobId: generationId }
}
