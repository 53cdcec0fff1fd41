import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from '../packages/server/src/csv.ts'

describe('CSV lines', () => {
  it('keep numbers, empty cells and plain texts', () => {
    assert.equal(
      csvLine([7, -5, 0.5, null, '', 'a=1', 'a-b', '2026-01-31']),
      `7,-5,0.5,,,a=1,a-b,2026-01-31\r\n`,
    )
  })

  it('quote separators, line breaks, quotes and outer spaces', () => {
    assert.equal(
      csvLine(['a,b', 'a;b', 'a"b', 'a\nb', ' a', 'a ']),
      `"a,b","a;b","a""b","a\nb"," a","a "\r\n`,
    )
  })

  it('escape texts that a spreadsheet program takes for a formula', () => {
    for (const sign of '=＝﹦+＋﹢-－﹣@＠﹫') {
      for (const blank of [
        '',
        ' ',
        '  ',
        '\t',
        '\r',
        '\n',
        '\u00a0',
        '\u3000',
        '\ufeff',
        '\u200b',
        '\u0000',
      ]) {
        const cell = cellOf(`${blank}${sign}1+1`)
        assert.match(cell, /^'?[\s\p{C}]*'/u, JSON.stringify(cell))
        assert.ok(cell.includes(`'${sign}1+1`))
      }
    }
    assert.deepEqual(['\ta', '\ra', '\na'].map(cellOf), [`'\ta`, `'\ra`, `'\na`])
  })

  it('escape formulas after characters that another program takes for the end of a cell', () => {
    assert.equal(cellOf('a;=1'), `a;'=1`)
    assert.equal(cellOf('a\t @b; －1\n+2 = 2'), `a\t '@b; '－1\n'+2 = 2`)
    assert.equal(cellOf('a","=1'), `a","=1`)
  })

  /** Parses a line with one cell as a spreadsheet program does. */
  function cellOf(text: string): string {
    const line = csvLine([text]).slice(0, -'\r\n'.length)
    const [, quoted] = /^"([^]*)"$/.exec(line) ?? []
    return quoted?.replaceAll('""', '"') ?? line
  }
})
