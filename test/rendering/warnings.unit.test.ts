import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectWarnings, mergeWarnings } from '../../packages/renderer/src/print/warnings.ts'

describe('warnings', () => {
  it('are collected once, with the number of occurrences', () => {
    const warnings = collectWarnings()
    warnings.add('image-missing', 'a')
    warnings.add('image-missing', 'a', 2)
    warnings.add('font-missing', 'a')
    assert.deepEqual(warnings.all, [
      { kind: 'image-missing', subject: 'a', count: 3 },
      { kind: 'font-missing', subject: 'a', count: 1 },
    ])
    assert.deepEqual(mergeWarnings([...warnings.all, ...warnings.all])[0]?.count, 6)
  })

  it('are truncated and cleaned of invalid characters', () => {
    const warnings = collectWarnings()
    warnings.add('script-failed', `a\u0000b\n\ud800${'x'.repeat(10_000)}`)
    assert.equal(warnings.all[0]?.subject, `a b \ufffd${'x'.repeat(195)}`)
  })

  it('are at most 50 of each kind', () => {
    const warnings = collectWarnings()
    for (let n = 0; n < 1_000; n += 1) warnings.add('script-failed', String(n))
    warnings.add('request-refused', 'last')
    assert.equal(warnings.all.length, 51)
    assert.equal(warnings.all.at(-1)?.subject, 'last')
  })
})
