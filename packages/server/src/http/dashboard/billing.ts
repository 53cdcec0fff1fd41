import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { findLowCreditNotice, setLowCreditNotice } from '../../accounts/low-credits.ts'
import { streamLedgerCsv } from '../../billing/csv.ts'
import { type LedgerEntry, listLedger } from '../../billing/ledger.ts'
import type { Payments } from '../../billing/stripe.ts'
import { Refusal } from '@platen/template/refusal'
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

/** Routes `/billing`: balance, ledger and purchase of credits. */
export function billingRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, settings } = services
  return async (app) => {
    app.get(
      '/billing',
      {
        schema: {
          operationId: 'readBilling',
          summary: 'Read the credit balance and how credits are bought',
          tags: ['billing'],
          response: { 200: Billing, ...failures() },
        },
      },
      async ({ accountId }) => {
        const { credits, reserved } = await findAccount(database, accountId)
        const billingPage = `${settings.baseUrl}/billing`
        return {
          credits,
          reserved,
          available: credits - reserved,
          sellsCredits: services.payments !== undefined,
          externalUrl: settings.billingUrl === billingPage ? null : settings.billingUrl,
          notice: await findLowCreditNotice(database, accountId),
        }
      },
    )

    app.put(
      '/billing/notice',
      {
        schema: {
          operationId: 'setLowCreditNotice',
          summary: 'Set the balance at which a low-credit notice is mailed',
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
          summary: 'List the credit packs that can be bought',
          tags: ['billing'],
          response: { 200: Packs, ...failures(404) },
        },
      },
      async () => ({ packs: await requirePayments(services).listPacks() }),
    )

    app.post(
      '/billing/checkouts',
      {
        schema: {
          operationId: 'openCheckout',
          summary: 'Open a Stripe checkout page for a credit pack',
          tags: ['billing'],
          body: NewCheckout,
          response: { 201: Checkout, ...failures(404) },
        },
      },
      async ({ accountId, body }, reply) => {
        await countCheckout(services, accountId)
        const account = await findAccount(database, accountId)
        const url = await requirePayments(services).openCheckout({
          priceId: body.priceId,
          account,
          returnTo: {
            paid: `${settings.baseUrl}/billing?checkout=paid`,
            cancelled: `${settings.baseUrl}/billing?checkout=left`,
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
          summary: 'List ledger entries, newest first',
          tags: ['billing'],
          querystring: LedgerQuery,
          response: { 200: LedgerPage, ...failures() },
        },
      },
      async ({ accountId, query }) => {
        const after = cursorFrom(query.after)
        const { entries, next } = await listLedger(database, { accountId, limit: PAGE_LENGTH, after })
        return { entries: entries.map(entryResponse), next: next ? `${next.entryId}.${next.balance}` : null }
      },
    )

    app.get(
      '/billing/ledger.csv',
      {
        schema: {
          operationId: 'exportLedger',
          summary: 'Export the ledger as CSV',
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
          .send(Readable.from(streamLedgerCsv(database, accountId))),
    )
  }
}

function requirePayments({ payments }: Services): Payments {
  if (payments) return payments
  throw new Refusal('not-found', 'This service does not sell credits. Ask its operator to add credits.')
}

function cursorFrom(text: string | undefined) {
  if (text === undefined) return undefined
  const [entryId = 0, balance = 0] = text.split('.').map(Number)
  return { entryId, balance }
}

function entryResponse({ entryId, createdAt, generationId, ...entry }: LedgerEntry) {
  return { ...entry, entryId: String(entryId), createdAt: createdAt.toISOString(), jobId: generationId }
}
