import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rejectedLines } from './oxlint.ts'

/** Lines, and whether the rule rejects them. */
const LINES: [string, boolean][] = [
  [String.raw`/<script|<meta[^>]+refresh/i.test(text)`, true],
  [String.raw`text.replace(/\/ID \(\w+\)|\/Headers \[[^\]]*\]/g, '')`, true],
  [String.raw`text.replace(/\s+$/, '')`, true],
  [String.raw`new RegExp('(a+)+$').test(text)`, true],
  [String.raw`RegExp(text)`, true],
  [String.raw`({ pattern: '^(?:a|a)*$' })`, true],
  [String.raw`/<script|<meta[^<>]+refresh/i.test(text)`, false],
  [String.raw`text.replace(/(?<!\s)\s+$/, '')`, false],
  [String.raw`new RegExp('^a+$', 'u').test(text)`, false],
  [String.raw`({ pattern: '^[a-z]{1,20}$' })`, false],
]

describe('the lint rule patterns/linear', () => {
  it('rejects patterns whose time grows faster than the text, and patterns that it cannot read', async () => {
    const lines = LINES.map(([line]) => line)
    const expected = LINES.flatMap(([, isRejected], index) => (isRejected ? [index + 1] : []))
    assert.deepEqual(await rejectedLines('linear-patterns.js', ['patterns/linear'], lines), expected)
  })
})
