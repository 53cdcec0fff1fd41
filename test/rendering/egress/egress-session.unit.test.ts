import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { EgressRefusal, type EgressReason } from '../../../packages/renderer/src/egress/refusals.ts'
import { PUBLIC_EGRESS, compileRules } from '../../../packages/renderer/src/egress/rules.ts'
import type { Log } from '../../../packages/server/src/log.ts'
import { createEgressSession } from '../../../packages/renderer/src/proxy/egress-session.ts'

const MB = 1024 * 1024

/** Starts a session for a number of documents. Each connection succeeds immediately. */
function startSession({ documents = 1, resolve = async () => ['93.184.215.14'] } = {}) {
  const sockets: Socket[] = []
  const events: object[] = []
  const errors: unknown[] = []
  const rules = compileRules(PUBLIC_EGRESS)
  const session = createEgressSession({
    operator: rules,
    account: rules,
    resolve,
    documents,
    dial: () => {
      const socket = new Socket()
      sockets.push(socket)
      queueMicrotask(() => void socket.emit('connect'))
      return socket
    },
    log: { error: (fields: { err: unknown }) => errors.push(fields.err) } as unknown as Log,
    onEvent: (event) => void events.push(event),
  })
  const reach = (host: string) => session.connect(new URL(`http://${host}/`))
  /** Opens and closes connections to a host. */
  const visit = async (host: string, count = 1) => {
    for (let n = 0; n < count; n += 1) (await reach(host)).emit('close')
  }
  return { session, reach, visit, sockets, events, errors }
}

const isRefused = (reason: EgressReason) => (error: unknown) =>
  error instanceof EgressRefusal && error.reason === reason

describe('the requests of documents', () => {
  it('are limited to 100 per document, including rejected ones', async () => {
    const { session, reach, visit } = startSession()
    await visit('a.test', 98)
    await assert.rejects(session.connect(new URL('http://a.test:22/')), isRefused('port'))
    await visit('a.test', 1)
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
    assert.equal(session.end().requests, 101)
    const two = startSession({ documents: 2 })
    await two.visit('a.test', 200)
    await assert.rejects(two.reach('a.test'), isRefused('too-many-requests'))
  })

  it('are limited to 20 hosts per document', async () => {
    const { reach, visit } = startSession()
    for (let n = 0; n < 20; n += 1) await visit(`h${n}.test`)
    await assert.rejects(reach('h20.test'), isRefused('too-many-hosts'))
    await visit('h0.test')
    await visit('h19.test')
    const two = startSession({ documents: 2 })
    for (let n = 0; n < 40; n += 1) await two.visit(`h${n}.test`)
    await assert.rejects(two.reach('h40.test'), isRefused('too-many-hosts'))
  })

  it('have at most 32 connections at a time for any number of documents', async () => {
    const { reach, sockets } = startSession({ documents: 10 })
    for (let n = 0; n < 32; n += 1) await reach('a.test')
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
    assert.equal(sockets.length, 32)
    sockets[5]?.emit('close')
    await reach('a.test')
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
  })

  it('transfer at most 32 MB per document in both directions together', () => {
    const { session } = startSession()
    assert.equal(session.countBytes(30 * MB), true)
    assert.equal(session.countBytes(2 * MB), true)
    assert.equal(session.countBytes(1), false)
    const two = startSession({ documents: 2 }).session
    assert.equal(two.countBytes(64 * MB), true)
    assert.equal(two.countBytes(1), false)
  })

  it('end together: connections are closed and none is opened afterwards', async () => {
    const lookup = Promise.withResolvers<string[]>()
    const { session, reach, sockets } = startSession({
      resolve: async () => (sockets.length === 0 ? ['93.184.215.14'] : await lookup.promise),
    })
    const open = await reach('a.test')
    const late = reach('b.test')
    assert.deepEqual(session.end(), { requests: 2, refused: [] })
    assert.equal(open.destroyed, true)
    lookup.resolve(['93.184.215.14'])
    await assert.rejects(late, isRefused('too-late'))
    assert.ok(sockets.every(({ destroyed }) => destroyed))
    await assert.rejects(reach('a.test'), isRefused('too-late'))
    assert.equal(session.end().requests, 2)
  })

  it('survive a connection that breaks, and close it', async () => {
    const { reach } = startSession()
    const socket = await reach('a.test')
    socket.emit('error', new Error('reset'))
    assert.equal(socket.destroyed, true)
  })

  it('are answered with the reason of their rejection, which is counted and reported', () => {
    const { session, events, errors } = startSession()
    const statuses = (['scheme', 'not-public', 'unreadable', 'unreachable', 'too-large'] as const).map(
      (reason) => session.recordRefusal('http://a.test/secret', new EgressRefusal(reason)),
    )
    assert.deepEqual(statuses, [403, 403, 400, 502, 403])
    assert.equal(session.recordRefusal('http://a.test/', new EgressRefusal('scheme')), 403)
    assert.deepEqual(events.slice(0, 2), [
      { kind: 'egress-refused', reason: 'scheme' },
      { kind: 'egress-refused', reason: 'not-public' },
    ])
    assert.equal(events.length, 6)
    assert.deepEqual(errors, [])
    const { refused } = session.end()
    assert.deepEqual(refused[0], { subject: 'http://a.test: only http and https', count: 2 })
    assert.equal(refused.length, 5)
  })

  it('are logged and answered 502 without being counted when they fail for another reason', () => {
    const { session, events, errors } = startSession()
    const fault = new Error('bug')
    assert.equal(session.recordRefusal('http://a.test/', fault), 502)
    assert.deepEqual([errors, events], [[fault], []])
    assert.deepEqual(session.end().refused, [])
  })

  it('are rejected without being counted after the end', () => {
    const { session, events } = startSession()
    session.end()
    assert.equal(session.recordRefusal('http://a.test/', new EgressRefusal('unreachable')), 403)
    assert.deepEqual(events, [])
    assert.deepEqual(session.end().refused, [])
  })

  it('need no observer', () => {
    const rules = compileRules(PUBLIC_EGRESS)
    const session = createEgressSession({
      operator: rules,
      account: rules,
      resolve: async () => [],
      documents: 1,
      dial: () => new Socket(),
      log: {} as Log,
    })
    assert.equal(session.recordRefusal('http://a.test/', new EgressRefusal('port')), 403)
  })
})
