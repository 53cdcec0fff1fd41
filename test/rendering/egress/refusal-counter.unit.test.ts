import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressRefusal } from '../../../packages/renderer/src/egress/refusals.ts'
import { createRefusalCounter } from '../../../packages/renderer/src/proxy/refusal-counter.ts'

describe('rejected requests of a document', () => {
  const port = new EgressRefusal('port')

  it('name the origin and the reason, and nothing of the path, the query or the user', () => {
    const refusals = createRefusalCounter()
    refusals.add('http://user:pass@a.test:8080/secret?key=1', port)
    refusals.add('https://a.test/', port)
    assert.deepEqual(refusals.list(), [
      { subject: 'http://a.test:8080: only ports 80 and 443', count: 1 },
      { subject: 'https://a.test: only ports 80 and 443', count: 1 },
    ])
  })

  it('have one text for URLs without a host', () => {
    const refusals = createRefusalCounter()
    for (const target of ['/', '', 'file:///etc/passwd', 'data:,x']) refusals.add(target, port)
    assert.deepEqual(refusals.list(), [{ subject: 'an address: only ports 80 and 443', count: 4 }])
  })

  it('are counted by origin and reason', () => {
    const refusals = createRefusalCounter()
    for (let n = 0; n < 3; n += 1) refusals.add('http://a.test/', port)
    refusals.add('http://a.test/', new EgressRefusal('too-large'))
    assert.deepEqual(
      refusals.list().map(({ count }) => count),
      [3, 1],
    )
  })

  it('have the same text for an unknown name and a private address', () => {
    const refusals = createRefusalCounter()
    refusals.add('http://a.test/', new EgressRefusal('unresolved'))
    refusals.add('http://a.test/', new EgressRefusal('not-public'))
    assert.deepEqual(refusals.list(), [{ subject: 'http://a.test: no public address', count: 2 }])
  })

  it('are listed by name for 20 origins, and together for all others', () => {
    const refusals = createRefusalCounter()
    for (let n = 0; n < 25; n += 1) refusals.add(`http://h${n}.test/`, port)
    refusals.add('http://h19.test/', port)
    const list = refusals.list()
    assert.equal(list.length, 21)
    assert.deepEqual(list[19], { subject: 'http://h19.test: only ports 80 and 443', count: 2 })
    assert.deepEqual(list[20], { subject: 'other addresses', count: 5 })
  })
})
