import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatJson } from '../../packages/dashboard/src/features/templates/code/format-json.ts'
import { sheetWidth, stepZoom } from '../../packages/dashboard/src/features/templates/pdf/zoom.ts'

describe('formatJson', () => {
  it('indents objects and arrays', () => {
    assert.equal(
      formatJson('{"a":[1,{"b":null}],"c":{},"d":[ ]}'),
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}\n',
    )
    assert.equal(formatJson(' "text" '), '"text"\n')
  })

  it('keeps the characters of numbers, texts and repeated names', () => {
    assert.equal(
      formatJson('{"n": 12345678901234567890.10, "n": 1E+2, "\\u0041": "{\\"x\\": [1,2]}"}'),
      '{\n  "n": 12345678901234567890.10,\n  "n": 1E+2,\n  "\\u0041": "{\\"x\\": [1,2]}"\n}\n',
    )
  })

  it('formats formatted text to the same text', () => {
    const formatted = formatJson('[{"a": [], "b": {"c": [[], {}, "]"]}}, -1.5e-3, true]') ?? ''
    assert.equal(formatJson(formatted), formatted)
  })

  it('rejects text that is not JSON', () => {
    for (const text of ['', '{', '{"a": 1,}', '[1 2]', "{'a': 1}"]) assert.equal(formatJson(text), undefined)
  })
})

describe('zoom of the preview', () => {
  const a4 = { width: 595, height: 842 }

  it('fits the width or the whole sheet, or shows a percentage of the printed size', () => {
    assert.equal(sheetWidth('width', a4, { width: 300, height: 100 }), 300)
    assert.equal(Math.round(sheetWidth('page', a4, { width: 900, height: 842 })), 595)
    assert.equal(sheetWidth('page', { width: 842, height: 595 }, { width: 400, height: 842 }), 400)
    // A4 is 210 mm wide: 794 CSS pixels.
    assert.equal(Math.round(sheetWidth(100, a4, { width: 1, height: 1 })), 793)
    assert.equal(Math.round(sheetWidth(50, a4, { width: 1, height: 1 })), 397)
  })

  it('steps through the percentages, from 100 % when the sheet was fitted', () => {
    assert.deepEqual([stepZoom('width', 1), stepZoom('page', -1)], [100, 100])
    assert.deepEqual([stepZoom(100, 1), stepZoom(100, -1)], [125, 75])
    assert.deepEqual([stepZoom(200, 1), stepZoom(50, -1)], [200, 50])
  })
})
