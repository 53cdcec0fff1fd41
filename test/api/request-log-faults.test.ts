import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect, type Database } from '../../packages/server/src/database/database.ts'
import { createRequestEncryption } from '../../packages/server/src/requests/encryption.ts'
import type { LoggedRequest } from '../../packages/server/src/requests/insert-requests.ts'
import { createRequestLog, type RequestLogLimits } from '../../packages/server/src/requests/request-log.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { layLine, type Line } from '../line.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

describe('faults of the request log', () => {
  let platen: Platen
  let caller: Caller
  let line: Line
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    line = await layLine(Number(new URL(platen.databaseUrl).port))
  })
  after(async () => {
    await line[Symbol.asyncDispose]()
    await platen[Symbol.asyncDispose]()
  })

  const callOf = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
    requestId: randomUUID(),
    accountId: caller.accountId,
    createdAt: new Date(),
    method: 'GET',
    route: '/v1/credits',
    path: '/v1/credits',
    status: 404,
    durationMs: 1,
    phases: { key: 1 },
    tokenId: null,
    keyName: null,
    isTest: false,
    templateId: null,
    generationId: null,
    cost: 0,
    warnings: {},
    failure: { message: 'x'.repeat(100) },
    body: undefined,
    ...more,
  })
  const openLog = (database: Database, limits: RequestLogLimits) =>
    createRequestLog({
      database,
      encryption: createRequestEncryption(Buffer.alloc(32)),
      days: 30,
      log: QUIET,
      limits,
    })
  const writtenOf = async (ids: string[]) => {
    const { rows } = await sql<{ requestId: string }>`
      select request_id from requests where request_id = any(${ids}) order by created_at, request_id`.execute(
      platen.app.services.database,
    )
    return new Set(rows.map(({ requestId }) => requestId))
  }
  const fill = (log: ReturnType<typeof openLog>, count: number, more: Partial<LoggedRequest> = {}) =>
    Array.from({ length: count }, () => {
      const request = callOf(more)
      log.record(request)
      return request.requestId
    })

  it('keeps calls up to a limit while the database is away, and writes them afterwards', async () => {
    const url = Object.assign(new URL(platen.databaseUrl), { port: String(line.port) }).href
    await using connection = connect({ url, poolSize: 1, log: QUIET })
    await using log = openLog(connection.database, { pendingRows: 20, pendingBytes: 1_000_000 })
    await line.cut()
    const ids = fill(log, 50)
    await assert.rejects(log.flush())
    assert.equal(log.pending().rows, 20)
    assert.ok(log.pending().bytes < 40_000)
    await line.mend()
    await eventually(async () => {
      await log.flush().catch(() => {})
      return log.pending().rows === 0
    })
    assert.deepEqual(log.pending(), { rows: 0, bytes: 0 })
    assert.deepEqual(await writtenOf(ids), new Set(ids.slice(0, 20)))
    const later = fill(log, 1)
    await log.flush()
    assert.deepEqual(await writtenOf(later), new Set(later))
  })

  it('limits the memory of bodies', async () => {
    await using log = openLog(platen.app.services.database, { pendingBytes: 100_000 })
    fill(log, 50, { body: 'x'.repeat(20_000) })
    assert.ok(log.pending().rows < 5 && log.pending().bytes <= 100_000)
  })

  it('writes more calls than a batch has, and a call only once', async () => {
    await using log = openLog(platen.app.services.database, {})
    const ids = fill(log, 1_100)
    log.record(callOf({ requestId: ids[0] ?? '' }))
    await log.flush()
    assert.equal((await writtenOf(ids)).size, 1_100)
  })

  it('drops a batch that the database rejects three times, and calls do not fail meanwhile', async () => {
    const { database } = platen.app.services
    await using log = openLog(database, {})
    await sql`alter table requests rename to requests_away`.execute(database)
    try {
      fill(log, 3)
      for (let attempt = 1; attempt < 3; attempt += 1) await log.flush().catch(() => {})
      await log.flush().catch(() => {})
      await eventually(() => log.pending().rows === 0)
      assert.equal((await caller.call('GET', '/v1/credits')).status, 200)
    } finally {
      await sql`alter table requests_away rename to requests`.execute(database)
    }
    const [id = ''] = fill(log, 1)
    await log.flush()
    assert.deepEqual(await writtenOf([id]), new Set([id]))
  })

  it('keeps the counts of omitted calls while the database is not available', async () => {
    const { database } = platen.app.services
    await using log = openLog(database, { rowsPerMinute: 1 })
    const [id = ''] = fill(log, 1)
    await log.flush()
    await sql`alter table requests rename to requests_away`.execute(database)
    try {
      for (const count of [2, 3]) {
        fill(log, count)
        await assert.rejects(log.flush())
      }
    } finally {
      await sql`alter table requests_away rename to requests`.execute(database)
    }
    await log.flush()
    const { rows } = await sql`select omitted from requests where request_id = ${id}`.execute(database)
    assert.deepEqual(rows, [{ omitted: 5 }])
  })

  it('hides keys and addresses in errors, and shortens long ones', async () => {
    const { requestLog } = platen.app.services
    const hidden = callOf({
      failure: Object.assign({ message: 'see https://x' }, { error: 'not a@b.example or tlfy_abc "quoted"' }),
    })
    const long = callOf({
      failure: Object.assign({ message: 'm'.repeat(2_000) }, { error: 'x'.repeat(9_000) }),
    })
    requestLog.record(hidden)
    requestLog.record(long)
    await requestLog.flush()
    const read = async ({ requestId }: LoggedRequest) =>
      JSON.parse((await caller.call('GET', `/v1/requests/${requestId}`)).body.request.errorBody)
    assert.deepEqual(await read(hidden), { message: 'see https://x', error: 'not … or … "quoted"' })
    assert.deepEqual(await read(long), { message: 'm'.repeat(1_000) })
  })

  it('ignores calls of an account that was removed in the meantime, and writes the others', async () => {
    await using log = openLog(platen.app.services.database, {})
    const [id = ''] = fill(log, 1)
    fill(log, 1, { accountId: randomUUID() })
    await log.flush()
    assert.deepEqual(await writtenOf([id]), new Set([id]))
  })
})
