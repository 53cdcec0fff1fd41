import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { findLowCreditNotice, setLowCreditNotice } from '../../accounts/low-credits.ts'
import { streamLedgerCsv } from '../../billing/csv.ts'
import { listLedger } from '../../billing/ledger.ts'
import type { Payments } from '../../billing/stripe.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import {
  Billing,
  Checkout,
  LedgerPage,
  LedgerQuery,
  NewCheckout,
  Notice,
  Packs,
} from '../schemas/billing-schemas.ts'
import { failures, noPrototypeKeys } from '../schemas/schemas.ts'
import { CsvFile, sendCsv } from '../protocol/csv-files.ts'
import { countCheckout } from './sign-in/attempts.ts'

const PAGE_LENGTH = 50

/** Routes `/billing`: balance, ledger and purchase of credits. */
export function billingRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, settings } = services
  return async (app) => {
    app.get(
      '/billing',
      {
        config: { permission: 'billing:read' },
        schema: { summary: 'Read the credit balance and how credits are bought', response: { 200: Billing } },
      },
      async ({ accountId }) => ({
        ...(await findAccount(database, accountId)),
        sellsCredits: services.payments !== undefined,
        externalUrl: settings.billingUrl === `${settings.baseUrl}/billing` ? null : settings.billingUrl,
        notice: await findLowCreditNotice(database, accountId),
      }),
    )

    app.put(
      '/billing/notice',
      {
        config: { permission: 'billing:write' },
        schema: {
          summary: 'Set the balance at which a low-credit notice is mailed',
          body: Type.Object(Notice.properties, noPrototypeKeys),
          response: { 200: Notice },
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
        config: { permission: 'billing:read' },
        schema: {
          summary: 'List the credit packs that can be bought',
          response: { 200: Packs, ...failures(404) },
        },
      },
      async () => ({ packs: await requirePayments(services).listPacks() }),
    )

    app.post(
      '/billing/checkouts',
      {
        config: { permission: 'billing:write' },
        schema: {
          summary: 'Open a Stripe checkout page for a credit pack',
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
        config: { permission: 'billing:read' },
        schema: {
          summary: 'List ledger entries, newest first',
          querystring: LedgerQuery,
          response: { 200: LedgerPage },
        },
      },
      async ({ accountId, query: { cursor } }) => {
        const page = await listLedger(database, { accountId, limit: PAGE_LENGTH, cursor })
        return { entries: page.rows, nextCursor: page.nextCursor }
      },
    )

    app.get(
      '/billing/ledger.csv',
      {
        config: { permission: 'billing:read' },
        schema: { summary: 'Export the ledger as CSV', response: { 200: CsvFile } },
      },
      async ({ accountId }, reply) =>
        await sendCsv(reply, 'credits.csv', streamLedgerCsv(database, accountId)),
    )
  }
}

function requirePayments({ payments }: Services): Payments {
  if (payments) return payments
  throw new Refusal('not-found', 'This service does not sell credits. Ask its operator to add credits.')
}
