import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKnownKeys } from '../../packages/server/src/http/admission/known-keys.ts'

describe('the cache of known keys', () => {
  it('has the most recently used keys that were valid at their last look-up', () => {
    const keys = createKnownKeys(2)
    assert.equal(keys.accountOf('one'), undefined)
    keys.record('one', 'a')
    keys.record('two', 'b')
    assert.deepEqual([keys.accountOf('one'), keys.accountOf('two')], ['a', 'b'])
    keys.record('one', 'a')
    keys.record('three', 'c')
    assert.deepEqual(
      ['one', 'two', 'three'].map((key) => keys.accountOf(key)),
      ['a', undefined, 'c'],
    )
    keys.record('one', undefined)
    assert.equal(keys.accountOf('one'), undefined)
  })
})
