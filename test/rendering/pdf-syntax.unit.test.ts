import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  parseValue,
  renumberReferences,
  splitAtStrings,
  textOf,
  type Value,
} from '../../packages/renderer/src/pdf/objects/syntax.ts'

const text = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })
const string = text.map((content) => `(${content.replace(/[()\\]/g, '\\$&')})`)
const hexString = fc.stringMatching(/^<(?:[0-9A-F]{2})*>$/)
const name = fc.stringMatching(/^\/[A-Za-z0-9.+#_-]{1,12}$/)
const number = fc.oneof(fc.integer().map(String), fc.stringMatching(/^-?\d{0,5}\.\d{1,6}$/))
const reference = fc.nat(99_999).map((to) => `${to} 0 R`)
const atom = fc.oneof(string, hexString, name, number, reference, fc.constantFrom('true', 'false', 'null'))
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 6 }).map((entries) => new Map(entries)),
  ),
}))

describe('PDF syntax', () => {
  it('parses every value as it was written, with its end', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(' ', '\n', '\nendobj', '>>', ']'), (written, after) => {
        const source = textOf(written)
        assert.deepEqual(parseValue(source + after), { value: written, end: source.length })
      }),
      { numRuns: 1_000 },
    )
  })

  it('renumbers every reference but no string', () => {
    fc.assert(
      fc.property(value, (written) => {
        assert.deepEqual(
          parseValue(renumberReferences(textOf(written), (to) => to + 7)).value,
          shifted(written),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('ignores references inside of a string, whatever is escaped in it', () => {
    const source = String.raw`(/Key 1 \) /Key 2 \\) /Key 3 (\(/Key 4)/Key 5`
    const parts = Array.from(splitAtStrings(source))
    assert.equal(parts.map((part) => part.text).join(''), source)
    assert.deepEqual(
      parts.filter((part) => !part.isString).map((part) => part.text),
      [' /Key 3 ', '/Key 5'],
    )
  })

  it('rejects an unterminated or missing value', () => {
    for (const source of [
      '(open',
      '(open\\)',
      '<< /A 1',
      '[1 2',
      '>>',
      ']',
      '<4x>',
      '<</A>>',
      '<<1 2>>',
      '',
      '(a(b)',
      ')',
    ]) {
      assert.throws(() => parseValue(source), source)
    }
  })
})

function shifted(written: Value): Value {
  if (Array.isArray(written)) return written.map(shifted)
  if (written instanceof Map) return new Map(Array.from(written, ([key, member]) => [key, shifted(member)]))
  return written.replace(/^(\d+) 0 R$/, (_, to) => `${Number(to) + 7} 0 R`)
}
