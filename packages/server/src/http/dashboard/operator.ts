import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { findAccount } from '../../accounts/accounts.ts'
import {
  changePlan,
  adjustCredits,
  listAuditEntries,
  restoreAccount,
  suspendAccount,
} from '../../accounts/audit-log.ts'
import { findAccountRow, searchAccounts } from '../../accounts/search.ts'
import { createHealthCheck } from '../../operations/health-checks.ts'
import { readBacklog } from '../../jobs/backlog.ts'
import { countGenerations, listFailedJobs } from '../../jobs/failed-jobs.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import {
  AccountDetail,
  AccountParams,
  AccountList,
  AccountsQuery,
  Actions,
  ActionsQuery,
  NewBalance,
  AddCredits,
  Health,
  PlanBody,
  Queue,
  Reason,
  Suspended,
} from './schemas/operator-schemas.ts'

const PAGE_LENGTH = 50
const DETAIL_ACTIONS = 20

/** Routes `/operator`: accounts, queues and health, for operators. They do not return templates, data or PDFs. */
export function operatorRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  const readHealth = createHealthCheck(services)
  return async (app) => {
    app.get(
      '/operator/accounts',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Search accounts by e-mail address or userId, newest first',
          querystring: AccountsQuery,
          response: { 200: AccountList },
        },
      },
      async ({ query: { search = '', cursor } }) => {
        const page = await searchAccounts(database, { text: search, limit: PAGE_LENGTH, cursor })
        return { accounts: page.rows, nextCursor: page.nextCursor }
      },
    )

    app.get(
      '/operator/accounts/:userId',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Read an account with its usage and its latest audit log entries',
          params: AccountParams,
          response: { 200: AccountDetail },
        },
      },
      async ({ params: { userId } }) => {
        const account = await findAccountRow(database, userId)
        const { rows } = await listAuditEntries(database, { userId, limit: DETAIL_ACTIONS })
        return { account, actions: rows }
      },
    )

    app.post(
      '/operator/accounts/:userId/credits',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Add or remove credits of an account',
          description: 'The owner of the account sees the reason in the ledger.',
          params: AccountParams,
          body: AddCredits,
          response: { 200: NewBalance },
        },
      },
      async (request) => {
        const { body } = request
        if (body.credits === 0) throw new Refusal('invalid', 'credits must not be 0.')
        return { credits: await adjustCredits(database, { ...(await entryOf(request)), ...body }) }
      },
    )

    app.put(
      '/operator/accounts/:userId/plan',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Change the plan of an account',
          params: AccountParams,
          body: PlanBody,
          response: { 200: PlanBody },
        },
      },
      async (request) => {
        await changePlan(database, { ...(await entryOf(request)), ...request.body })
        return request.body
      },
    )

    app.post(
      '/operator/accounts/:userId/suspend',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Suspend an account',
          description: 'Its API calls and sign-ins are rejected from the next one on.',
          params: AccountParams,
          body: Reason,
          response: { 200: Suspended },
        },
      },
      async (request) => {
        await suspendAccount(database, { ...(await entryOf(request)), ...request.body })
        return { suspended: true }
      },
    )

    app.post(
      '/operator/accounts/:userId/restore',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'End the suspension of an account',
          params: AccountParams,
          response: { 200: Suspended },
        },
      },
      async (request) => {
        await restoreAccount(database, await entryOf(request))
        return { suspended: false }
      },
    )

    app.get(
      '/operator/actions',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'List audit log entries, newest first',
          querystring: ActionsQuery,
          response: { 200: Actions },
        },
      },
      async ({ query: { cursor } }) => {
        const page = await listAuditEntries(database, { cursor, limit: PAGE_LENGTH })
        return { actions: page.rows, nextCursor: page.nextCursor }
      },
    )

    app.get(
      '/operator/queue',
      {
        config: { permission: 'operator' },
        schema: {
          summary: 'Read the queues, the renders in progress and the failed jobs',
          response: { 200: Queue },
        },
      },
      async () => {
        const [queues, counts, failed] = await Promise.all([
          readBacklog(database),
          countGenerations(database),
          listFailedJobs(database),
        ])
        return { ...counts, queues, failed }
      },
    )

    app.get(
      '/operator/health',
      {
        config: { permission: 'operator' },
        schema: { summary: 'Check each component that the service needs', response: { 200: Health } },
      },
      async () => await readHealth(),
    )
  }

  /** Returns the operator of a request, and the account that it changes. */
  async function entryOf({
    accountId,
    params,
  }: Pick<FastifyRequest, 'accountId'> & { params: { userId: string } }) {
    const { userId: actor } = await findAccount(database, accountId)
    return { actor, userId: params.userId }
  }
}
