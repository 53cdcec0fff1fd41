import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { awaitDatabase } from '../../packages/server/src/database/await-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { eventually, startPlaten } from '../harness.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
/** Longer than the connection limit of a call. */
const SLOW_MS = 2_300
const SLOW_CONNECTIONS = 3

describe('the start of the service', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platen-start-'))
    postgres = await startEmbeddedPostgres({ dataDir, cacheDir: dataDir, log: QUIET })
  })
  after(async () => {
    await postgres[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })
  const through = (port: number) => Object.assign(new URL(postgres.url), { port: String(port) }).href

  it('waits for a PostgreSQL that starts later and is slow to connect', async () => {
    const port = await findFreePort()
    const starting = startPlaten({ environment: { DATABASE_URL: through(port), ROLE: 'worker' } })
    // By then the service has been refused a connection, or it meets the slow server at once. Both succeed.
    await delay(500)
    await using line = await slowLine(port, Number(new URL(postgres.url).port))
    await using platen = await starting
    assert.ok(line.connections() > SLOW_CONNECTIONS)
    await eventually(async () => (await fetch(`${platen.url}/health/ready`)).status === 200)
  })

  it('fails after the time limit when PostgreSQL is unreachable, and names its address', async () => {
    const port = await findFreePort()
    const messages: string[] = []
    const log = { ...QUIET, warn: (_: object, message: string) => void messages.push(message) }
    await assert.rejects(awaitDatabase(through(port), log, 1_500), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(`^PostgreSQL at 127\\.0\\.0\\.1:${port} accepted no connection within 1\\.5 s: `),
      )
      assert.match(error.message, /DATABASE_URL/)
      assert.ok(!error.message.includes(new URL(postgres.url).password))
      return true
    })
    assert.deepEqual([...new Set(messages)], ['cannot connect to PostgreSQL; trying again'])
  })

  it('fails at once for a wrong password', async () => {
    const wrong = Object.assign(new URL(postgres.url), { password: 'wrong' }).href
    await assert.rejects(awaitDatabase(wrong, QUIET), /password authentication failed/)
  })
})

/** Starts a TCP proxy that delays the first connections. */
async function slowLine(port: number, target: number) {
  let count = 0
  const server: Server = createServer((near) => {
    count += 1
    const far = connect(target, '127.0.0.1')
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    setTimeout(() => near.pipe(far).pipe(near), count <= SLOW_CONNECTIONS ? SLOW_MS : 0)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    connections: () => count,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
