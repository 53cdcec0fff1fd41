import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { EgressRefusal, type EgressReason } from '../../../server/egress/refusals.ts'
import { PUBLIC_EGRESS, readRules } from '../../../server/egress/rules.ts'
import type { Log } from '../../../server/log.ts'
import { createEgressSession } from '../../../server/rendering/egress/egress-session.ts'

const MB = 1024 * 1024

/** Starts the requests of so many documents. Each connection succeeds at once. */
function startOuting({ documents = 1, resolve = async () => ['93.184.215.14'] } = {}) {
  const sockets: Socket[] = []
  const events: object[] = []
  const errors: unknown[] = []
  const rules = readRules(PUBLIC_EGRESS)
  const outing = createEgressSession({
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
    observe: (event) => void events.push(event),
  })
  const reach = (host: string) => outing.reach(new URL(`http://${host}/`))
  /** Opens and closes so many connections to a host. */
  const visit = async (host: string, count = 1) => {
    for (let n = 0; n < count; n += 1) (await reach(host)).emit('close')
  }
  return { outing, reach, visit, sockets, events, errors }
}

const isRefused = (reason: EgressReason) => (error: unknown) =>
  error instanceof EgressRefusal && error.reason === reason

describe('the requests of documents', () => {
  it('are 100 for each document, refused ones included', async () => {
    const { outing, reach, visit } = startOuting()
    await visit('a.test', 98)
    await assert.rejects(outing.reach(new URL('http://a.test:22/')), isRefused('port'))
    await visit('a.test', 1)
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
    assert.equal(outing.end().requests, 101)
    const two = startOuting({ documents: 2 })
    await two.visit('a.test', 200)
    await assert.rejects(two.reach('a.test'), isRefused('too-many-requests'))
  })

  it('lead to 20 hosts for each document, to each as often as the other limits allow', async () => {
    const { reach, visit } = startOuting()
    for (let n = 0; n < 20; n += 1) await visit(`h${n}.test`)
    await assert.rejects(reach('h20.test'), isRefused('too-many-hosts'))
    await visit('h0.test')
    await visit('h19.test')
    const two = startOuting({ documents: 2 })
    for (let n = 0; n < 40; n += 1) await two.visit(`h${n}.test`)
    await assert.rejects(two.reach('h40.test'), isRefused('too-many-hosts'))
  })

  it('have 32 connections at a time, however many documents there are', async () => {
    const { reach, sockets } = startOuting({ documents: 10 })
    for (let n = 0; n < 32; n += 1) await reach('a.test')
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
    assert.equal(sockets.length, 32)
    sockets[5]?.emit('close')
    await reach('a.test')
    await assert.rejects(reach('a.test'), isRefused('too-many-requests'))
  })

  it('transfer 32 MB for each document, in both directions together', () => {
    const { outing } = startOuting()
    assert.equal(outing.spend(30 * MB), true)
    assert.equal(outing.spend(2 * MB), true)
    assert.equal(outing.spend(1), false)
    const two = startOuting({ documents: 2 }).outing
    assert.equal(two.spend(64 * MB), true)
    assert.equal(two.spend(1), false)
  })

  it('end together: connections are closed and none is opened afterwards', async () => {
    const looking = Promise.withResolvers<string[]>()
    const { outing, reach, sockets } = startOuting({
      resolve: async () => (sockets.length === 0 ? ['93.184.215.14'] : await looking.promise),
    })
    const open = await reach('a.test')
    const late = reach('b.test')
    assert.deepEqual(outing.end(), { requests: 2, refused: [] })
    assert.equal(open.destroyed, true)
    looking.resolve(['93.184.215.14'])
    await assert.rejects(late, isRefused('too-late'))
    assert.ok(sockets.every(({ destroyed }) => destroyed))
    await assert.rejects(reach('a.test'), isRefused('too-late'))
    assert.equal(outing.end().requests, 2)
  })

  it('survive a connection that breaks, and close it', async () => {
    const { reach } = startOuting()
    const socket = await reach('a.test')
    socket.emit('error', new Error('reset'))
    assert.equal(socket.destroyed, true)
  })

  it('are answered by the reason of their refusal, which is counted and observed', () => {
    const { outing, events, errors } = startOuting()
    const statuses = (['scheme', 'not-public', 'unreadable', 'unreachable', 'too-large'] as const).map(
      (reason) => outing.refuse('http://a.test/secret', new EgressRefusal(reason)),
    )
    assert.deepEqual(statuses, [403, 403, 400, 502, 403])
    assert.equal(outing.refuse('http://a.test/', new EgressRefusal('scheme')), 403)
    assert.deepEqual(events.slice(0, 2), [
      { kind: 'egress-refused', reason: 'scheme' },
      { kind: 'egress-refused', reason: 'not-public' },
    ])
    assert.equal(events.length, 6)
    assert.deepEqual(errors, [])
    const { refused } = outing.end()
    assert.deepEqual(refused[0], { subject: 'http://a.test: only http and https', count: 2 })
    assert.equal(refused.length, 5)
  })

  it('that fail for another reason are logged, and answered 502 without being counted', () => {
    const { outing, events, errors } = startOuting()
    const fault = new Error('bug')
    assert.equal(outing.refuse('http://a.test/', fault), 502)
    assert.deepEqual([errors, events], [[fault], []])
    assert.deepEqual(outing.end().refused, [])
  })

  it('that come after the end are refused without being counted', () => {
    const { outing, events } = startOuting()
    outing.end()
    assert.equal(outing.refuse('http://a.test/', new EgressRefusal('unreachable')), 403)
    assert.deepEqual(events, [])
    assert.deepEqual(outing.end().refused, [])
  })

  it('need no observer', () => {
    const rules = readRules(PUBLIC_EGRESS)
    const outing = createEgressSession({
      operator: rules,
      account: rules,
      resolve: async () => [],
      documents: 1,
      dial: () => new Socket(),
      log: {} as Log,
    })
    assert.equal(outing.refuse('http://a.test/', new EgressRefusal('port')), 403)
  })
})
