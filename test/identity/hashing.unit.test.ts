import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswordHasher } from '../../packages/server/src/identity/hashing.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'

describe('password hashing', () => {
  it('verifies the right password only, and salts each hash', async () => {
    const hashing = createPasswordHasher()
    const [one, other] = await Promise.all([hashing.hash('correct horse'), hashing.hash('correct horse')])
    assert.notEqual(one, other)
    assert.equal(await hashing.verify({ hash: one, password: 'correct horse' }), true)
    assert.equal(await hashing.verify({ hash: other, password: 'correct horsf' }), false)
  })

  it('rejects passwords when more than 100 wait, and accepts them again afterwards', async () => {
    const hashing = createPasswordHasher()
    // A malformed hash fails immediately when the queue reaches it.
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
