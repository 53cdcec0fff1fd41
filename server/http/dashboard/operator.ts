import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import {
  changePlan,
  giveCredits,
  listAuditEntries,
  type AuditEntry,
  restoreAccount,
  suspendAccount,
} from '../../accounts/audit-log.ts'
import { type AccountRow, findAccountRow, searchAccounts } from '../../accounts/search.ts'
import { checkHealth } from '../../operations/health-checks.ts'
import { readBacklog } from '../../jobs/backlog.ts'
import { countGenerations, listFailedJobs } from '../../jobs/failed-jobs.ts'
import { Refusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { failures } from '../schemas/schemas.ts'
import { requireOperator } from '../auth/session.ts'
import {
  AccountDetail,
  AccountParams,
  AccountsFound,
  AccountsQuery,
  Actions,
  ActionsQuery,
  Given,
  GiveCredits,
  Health,
  PlanBody,
  Queue,
  Reason,
} from './schemas/operator-schemas.ts'

const PAGE_LENGTH = 50
const DETAIL_ACTIONS = 20

/** `/operator`: all accounts, the queue and the service's health, for operators; nothing that accounts keep here. */
export function operatorRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  const examine = checkHealth(services)
  return async (app) => {
    app.addHook('onRequest', requireOperator)

    app.get(
      '/operator/accounts',
      {
        schema: {
          operationId: 'searchAccounts',
          summary: 'Find accounts by address or userId, the newest first',
          tags: ['operator'],
          querystring: AccountsQuery,
          response: { 200: AccountsFound, ...failures() },
        },
      },
      async ({ query }) => {
        const { accounts, next } = await searchAccounts(database, {
          text: query.search ?? '',
          limit: PAGE_LENGTH,
          after: placeFrom(query.after),
        })
        const place = next && `${next.createdAt.toISOString()}~${next.userId}`
        return { accounts: accounts.map(shown), next: place ?? null }
      },
    )

    app.get(
      '/operator/accounts/:userId',
      {
        schema: {
          operationId: 'readAccount',
          summary: 'Read how an account is used, and what operators did to it',
          tags: ['operator'],
          params: AccountParams,
          response: { 200: AccountDetail, ...failures(404) },
        },
      },
      async ({ params: { userId } }) => {
        const account = await findAccountRow(database, userId)
        const actions = await listAuditEntries(database, { userId, limit: DETAIL_ACTIONS })
        return { account: shown(account), actions: actions.map(shownAction) }
      },
    )

    app.post(
      '/operator/accounts/:userId/credits',
      {
        schema: {
          operationId: 'giveCredits',
          summary: 'Give an account credits, or take some; its owner is shown the reason',
          tags: ['operator'],
          params: AccountParams,
          body: GiveCredits,
          response: { 200: Given, ...failures(404) },
        },
      },
      async ({ person, params, body }) => {
        if (body.credits === 0) throw new Refusal('invalid', 'credits may not be 0.')
        const actor = await userIdOf(person)
        return { credits: await giveCredits(database, { actor, ...params, ...body }) }
      },
    )

    app.put(
      '/operator/accounts/:userId/plan',
      {
        schema: {
          operationId: 'changePlan',
          summary: 'Put an account on a plan',
          tags: ['operator'],
          params: AccountParams,
          body: PlanBody,
          response: { 200: PlanBody, ...failures(404) },
        },
      },
      async ({ person, params, body }) => {
        await changePlan(database, { actor: await userIdOf(person), ...params, ...body })
        return body
      },
    )

    app.post(
      '/operator/accounts/:userId/suspend',
      {
        schema: {
          operationId: 'suspendAccount',
          summary: 'Refuse an account’s calls and sign-ins from the next one on',
          tags: ['operator'],
          params: AccountParams,
          body: Reason,
          response: { 200: Type.Object({ suspended: Type.Boolean() }), ...failures(404) },
        },
      },
      async ({ person, params, body }) => {
        await suspendAccount(database, { actor: await userIdOf(person), ...params, ...body })
        return { suspended: true }
      },
    )

    app.post(
      '/operator/accounts/:userId/restore',
      {
        schema: {
          operationId: 'restoreAccount',
          summary: 'Take the suspension of an account back',
          tags: ['operator'],
          params: AccountParams,
          response: { 200: Type.Object({ suspended: Type.Boolean() }), ...failures(404) },
        },
      },
      async ({ person, params }) => {
        await restoreAccount(database, { actor: await userIdOf(person), ...params })
        return { suspended: false }
      },
    )

    app.get(
      '/operator/actions',
      {
        schema: {
          operationId: 'listActions',
          summary: 'List what operators did, the newest first',
          tags: ['operator'],
          querystring: ActionsQuery,
          response: { 200: Actions, ...failures() },
        },
      },
      async ({ query }) => {
        const before = query.before === undefined ? undefined : Number(query.before)
        const actions = await listAuditEntries(database, { before, limit: PAGE_LENGTH })
        const last = actions.length === PAGE_LENGTH ? actions.at(-1) : undefined
        return { actions: actions.map(shownAction), next: last ? String(last.actionId) : null }
      },
    )

    app.get(
      '/operator/queue',
      {
        schema: {
          operationId: 'readQueue',
          summary: 'Read what waits, what runs, and which jobs failed',
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
          summary: 'Look at each part that the service needs',
          tags: ['operator'],
          response: { 200: Health, ...failures() },
        },
      },
      async () => await examine(),
    )
  }

  async function userIdOf({ accountId }: { accountId: string }): Promise<string> {
    return (await findAccount(database, accountId)).userId
  }
}

function placeFrom(text: string | undefined) {
  if (text === undefined) return undefined
  const [time = '', userId = ''] = text.split('~')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime())) throw new Refusal('invalid', 'after is not the next of a page.')
  return { createdAt, userId }
}

function shown({ createdAt, deletionAt, lastCallAt, ...account }: AccountRow) {
  return {
    ...account,
    createdAt: createdAt.toISOString(),
    deletionAt: deletionAt?.toISOString() ?? null,
    lastCallAt: lastCallAt?.toISOString() ?? null,
  }
}

function shownAction({ actionId, createdAt, ...action }: AuditEntry) {
  return { ...action, actionId: String(actionId), createdAt: createdAt.toISOString() }
}
