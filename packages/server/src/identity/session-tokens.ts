import { createHash } from 'node:crypto'
import type { BetterAuthPlugin, DBTransactionAdapter, Where } from 'better-auth'

/** Returns the SHA-256 of a session's token in hexadecimal digits. The database stores only this hash. */
export function sessionTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Returns the token of a device's session in the form that better-auth sees. The prefix separates the two kinds of
 * sessions: the device grant finds no session by the token of a browser, and a cookie finds none by the token of a
 * device.
 */
export function deviceSessionToken(token: string): string {
  return `program:${token}`
}

/** Plugin for better-auth that stores session tokens as hashes. Cookies contain the tokens. */
export const hashedSessionTokens = {
  id: 'hashed-session-tokens',
  init: ({ adapter }) => ({
    context: {
      adapter: {
        ...hashing(adapter),
        transaction: (work) => adapter.transaction((transaction) => work(hashing(transaction))),
      },
    },
  }),
} satisfies BetterAuthPlugin

interface Call {
  model: string
  where?: Where[] | undefined
}

/**
 * Returns an adapter that hashes the tokens in each call. A returned session has the token from the call's condition.
 * Without one its token is empty, because the database stores only the hash.
 */
function hashing(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    async create(call) {
      const token: unknown = call.model === 'session' ? call.data['token'] : undefined
      if (typeof token !== 'string') return await adapter.create(call)
      const data = { ...call.data, token: sessionTokenHash(token) }
      return withTokens(await adapter.create({ ...call, data }), [token])
    },
    findOne: async (call) => withTokens(await adapter.findOne(hashed(call)), tokensIn(call)),
    async findMany<Row>(call: Parameters<DBTransactionAdapter['findMany']>[0]) {
      const rows = await adapter.findMany<Row>(hashed(call))
      return rows.map((row) => withTokens(row, tokensIn(call)))
    },
    count: (call) => adapter.count(hashed(call)),
    update: async (call) => withTokens(await adapter.update(hashed(call)), tokensIn(call)),
    updateMany: (call) => adapter.updateMany(hashed(call)),
    delete: (call) => adapter.delete(hashed(call)),
    deleteMany: (call) => adapter.deleteMany(hashed(call)),
    consumeOne: async (call) => withTokens(await adapter.consumeOne(hashed(call)), tokensIn(call)),
    incrementOne: async (call) => withTokens(await adapter.incrementOne(hashed(call)), tokensIn(call)),
  }
}

/** Returns the tokens in a call's conditions; `undefined` when it does not concern sessions. */
function tokensIn({ model, where = [] }: Call): string[] | undefined {
  if (model !== 'session') return undefined
  return where.filter(({ field }) => field === 'token').flatMap(({ value }) => textsIn(value))
}

function hashed<Query extends Call>(call: Query): Query {
  const { model, where } = call
  return model === 'session' && where ? { ...call, where: where.map(hashedCondition) } : call
}

function hashedCondition(condition: Where): Where {
  const { field, value, operator = 'eq' } = condition
  if (field !== 'token') return condition
  if (operator !== 'eq' && operator !== 'in')
    throw new Error(`Session tokens cannot be compared by "${operator}"`)
  const hashes = textsIn(value).map(sessionTokenHash)
  return { ...condition, value: operator === 'in' ? hashes : (hashes[0] ?? '') }
}

function textsIn(value: Where['value']): string[] {
  return [value].flat().map(String)
}

/** Restores the tokens of a returned session. @param tokens `undefined` for a row that is not a session. */
function withTokens<Row>(row: Row, tokens: string[] | undefined): Row {
  if (tokens === undefined || typeof row !== 'object' || row === null || !('token' in row)) return row
  return { ...row, token: tokens.find((token) => sessionTokenHash(token) === row.token) ?? '' }
}
