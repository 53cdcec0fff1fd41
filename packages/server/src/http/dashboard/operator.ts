import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import {
  changePlan,
  adjustCredits,
  listAuditEntries,
  type AuditEntry,
  restoreAccount,
  suspendAccount,
} from '../../accounts/audit-log.ts'
import { type AccountRow, findAccountRow, searchAccounts } from '../../accounts/search.ts'
import { createHealthCheck } from '../../operations/health-checks.ts'
import { readBacklog } from '../../jobs/backlog.ts'
import { countGenerations, listFailedJobs } from '../../jobs/failed-jobs.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { failures } from '../schemas/schemas.ts'
import { requireOperator } from '../auth/session.ts'
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
} from './schemas/operator-schemas.ts'

const PAGE_LENGTH = 50
const DETAIL_ACTIONS = 20

/** Routes `/operator`: accounts, queues and health, for operators. They do not return templates, data or PDFs. */
export function operatorRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  const readHealth = createHealthCheck(services)
  return async (app) => {
    app.addHook('onRequest', requireOperator)

    app.get(
      '/operator/accounts',
      {
        schema: {
          operationId: 'searchAccounts',
          summary: 'Search accounts by e-mail address or userId, newest first',
          tags: ['operator'],
          querystring: AccountsQuery,
          response: { 200: AccountList, ...failures() },
        },
      },
      async ({ query }) => {
        const { accounts, next } = await searchAccounts(database, {
          text: query.search ?? '',
          limit: PAGE_LENGTH,
          after: cursorFrom(query.after),
        })
        const cursor = next && `${next.createdAt.toISOString()}~${next.userId}`
        return { accounts: accounts.map(accountResponse), next: cursor ?? null }
      },
    )

    app.get(
      '/operator/accounts/:userId',
      {
        schema: {
          operationId: 'readAccount',
          summary: 'Read an account with its usage and its latest audit log entries',
          tags: ['operator'],
          params: AccountParams,
          response: { 200: AccountDetail, ...failures(404) },
        },
      },
      async ({ params: { userId } }) => {
        const account = await findAccountRow(database, userId)
        const actions = await listAuditEntries(database, { userId, limit: DETAIL_ACTIONS })
        return { account: accountResponse(account), actions: actions.map(actionResponse) }
      },
    )

    app.post(
      '/operator/accounts/:userId/credits',
      {
        schema: {
          operationId: 'giveCredits',
          summary: 'Add or remove credits of an account',
          description: 'The owner of the account sees the reason in the ledger.',
          tags: ['operator'],
          params: AccountParams,
          body: AddCredits,
          response: { 200: NewBalance, ...failures(404) },
        },
      },
      async ({ user, params, body }) => {
        if (body.credits === 0) throw new Refusal('invalid', 'credits must not be 0.')
        const actor = await userIdOf(user)
        return { credits: await adjustCredits(database, { actor, ...params, ...body }) }
      },
    )

    app.put(
      '/operator/accounts/:userId/plan',
      {
        schema: {
          operationId: 'changePlan',
          summary: 'Change the plan of an account',
          tags: ['operator'],
          params: AccountParams,
          body: PlanBody,
          response: { 200: PlanBody, ...failures(404) },
        },
      },
      async ({ user, params, body }) => {
        await changePlan(database, { actor: await userIdOf(user), ...params, ...body })
        return body
      },
    )

    app.post(
      '/operator/accounts/:userId/suspend',
      {
        schema: {
          operationId: 'suspendAccount',
          summary: 'Suspend an account',
          description: 'Its API calls and sign-ins are rejected from the next one on.',
          tags: ['operator'],
          params: AccountParams,
          body: Reason,
          response: { 200: Type.Object({ suspended: Type.Boolean() }), ...failures(404) },
        },
      },
      async ({ user, params, body }) => {
        await suspendAccount(database, { actor: await userIdOf(user), ...params, ...body })
        return { suspended: true }
      },
    )

    app.post(
      '/operator/accounts/:userId/restore',
      {
        schema: {
          operationId: 'restoreAccount',
          summary: 'End the suspension of an account',
          tags: ['operator'],
          params: AccountParams,
          response: { 200: Type.Object({ suspended: Type.Boolean() }), ...failures(404) },
        },
      },
      async ({ user, params }) => {
        await restoreAccount(database, { actor: await userIdOf(user), ...params })
        return { suspended: false }
      },
    )

    app.get(
      '/operator/actions',
      {
        schema: {
          operationId: 'listActions',
          summary: 'List audit log entries, newest first',
          tags: ['operator'],
          querystring: ActionsQuery,
          response: { 200: Actions, ...failures() },
        },
      },
      async ({ query }) => {
        const before = query.before === undefined ? undefined : Number(query.before)
        const actions = await listAuditEntries(database, { before, limit: PAGE_LENGTH })
        const last = actions.length === PAGE_LENGTH ? actions.at(-1) : undefined
        return { actions: actions.map(actionResponse), next: last ? String(last.actionId) : null }
      },
    )

    app.get(
      '/operator/queue',
      {
        schema: {
          operationId: 'readQueue',
          summary: 'Read the queues, the renders in progress and the failed jobs',
          tags: ['operator'],
          response: { 200: Queue, ...failures() },
        },
      },
      async () => {
        const [queues, counts, failed] = await Promise.all([
          readBacklog(database),
          countGenerations(database),
          listFailedJobs(database),
        ])
        return {
          queues: queues.map(({ queue, ...backlog }) => ({ name: queue, ...backlog })),
          ...counts,
          failed: failed.map(({ createdAt, failedAt, ...job }) => ({
            ...job,
            createdAt: createdAt.toISOString(),
            failedAt: failedAt.toISOString(),
          })),
        }
      },
    )

    app.get(
      '/operator/health',
      {
        schema: {
          operationId: 'readHealth',
          summary: 'Check each component that the service needs',
          tags: ['operator'],
          response: { 200: Health, ...failures() },
        },
      },
      async () => await readHealth(),
    )
  }

  async function userIdOf({ accountId }: { accountId: string }): Promise<string> {
    return (await findAccount(database, accountId)).userId
  }
}

function cursorFrom(text: string | undefined) {
  if (text === undefined) return undefined
  const [time = '', userId = ''] = text.split('~')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime()))
    throw new Refusal('invalid', 'after is not a cursor of a previous response.')
  return { createdAt, userId }
}

function accountResponse({ createdAt, deletionAt, lastCallAt, ...account }: AccountRow) {
  return {
    ...account,
    createdAt: createdAt.toISOString(),
    deletionAt: deletionAt?.toISOString() ?? null,
    lastCallAt: lastCallAt?.toISOString() ?? null,
  }
}

function actionResponse({ actionId, createdAt, ...action }: AuditEntry) {
  return { ...action, actionId: String(actionId), createdAt: createdAt.toISOString() }
}
