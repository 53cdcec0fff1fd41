import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHashing } from '../../server/identity/hashing.ts'
import { Refusal } from '../../server/errors.ts'

describe('Passwords', () => {
  it('are told from others, and each hash is another', async () => {
    const hashing = createHashing()
    const [one, other] = await Promise.all([hashing.hash('correct horse'), hashing.hash('correct horse')])
    assert.notEqual(one, other)
    assert.equal(await hashing.verify({ hash: one, password: 'correct horse' }), true)
    assert.equal(await hashing.verify({ hash: other, password: 'correct horsf' }), false)
  })

  it('are refused when more than a hundred wait, and taken again afterwards', async () => {
    const hashing = createHashing()
    // What is no hash fails at once, in its turn.
    const tries = Array.from({ length: 105 }, () => hashing.verify({ hash: 'none', password: 'x' }))
    const results = await Promise.allSettled(tries)
    const busy = results.filter(({ status, ...rest }) => {
      const reason: unknown = 'reason' in rest ? rest.reason : undefined
      return status === 'rejected' && reason instanceof Refusal && reason.kind === 'busy'
    })
    assert.equal(busy.length, 5)
    const hash = await hashing.hash('correct horse')
    assert.equal(await hashing.verify({ hash, password: 'correct horse' }), true)
  })
})
