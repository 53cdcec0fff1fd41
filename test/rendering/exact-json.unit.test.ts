import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasInexactInteger, parseExactJson } from '../../packages/template/src/exact-json.ts'

const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
// Without backslashes: JSON.parse of Node 24.21 reads the key "\"" as "\\" after an object with the key "\\".
const key = fc.stringMatching(/^[ 0-9,:a-]{0,40}$/)
const digitsInText = fc.stringMatching(/^["\\ 0-9,:a-]{0,40}$/)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    integer,
    digitsInText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Writes JSON with all digits of its integers. */
function write(value: unknown, indent: number): string {
  const digits = (_key: string, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part
  return JSON.stringify(value, digits, indent)
}

describe('data with long integers', () => {
  it('keeps every digit when it is read and written again', () => {
    const property = fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
      const text = write(value, indent)
      assert.equal(JSON.stringify(parseExactJson(text), undefined, indent), text)
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  it('is detected by integers only, not by digits in strings, decimals and exponents', () => {
    for (const text of ['9007199254740993', '[1,-9007199254740993]', '{"a\\"":1e3,"b":12345678901234567890}'])
      assert.equal(hasInexactInteger(text), true, text)
    for (const text of [
      '9007199254740992',
      '"9007199254740993"',
      '["\\\\", "\\"9007199254740993"]',
      '0.9007199254740993',
      '9007199254740993.5',
      '9007199254740993e5',
      '1e-9007199254740993',
    ])
      assert.equal(hasInexactInteger(text), false, text)
  })

  it('is parsed to BigInt for templates', () => {
    assert.deepEqual(parseExactJson('{"id":9007199254740993,"n":7}', BigInt), {
      id: 9_007_199_254_740_993n,
      n: 7,
    })
  })
})
