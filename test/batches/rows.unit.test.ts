import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsv } from '../../packages/server/src/batches/files/csv.ts'
import { readJsonLines } from '../../packages/server/src/batches/files/json-lines.ts'
import { type RowRules, rowsOfLines, rowsOfTable } from '../../packages/server/src/batches/files/rows.ts'
import { type Cell, checkTable } from '../../packages/server/src/batches/files/table.ts'

const LIMITS = { rowsMax: 1_000 }

function dataOf(columns: string[], cells: Cell[], rules: RowRules = {}) {
  const [row] = rowsOfTable({ columns, rows: [cells] }, rules).rows
  return row?.error ?? JSON.parse(row?.data ?? 'null')
}

describe('rows of batches', () => {
  it('builds objects and lists from paths, without empty values', () => {
    const columns = ['number', 'customer.name', 'lines[1].text', 'lines[0].text', 'tags[0]', 'tags[1]']
    assert.deepEqual(dataOf(columns, ['1', 'Ada', 'second', 'first', 'a', 'b']), {
      number: '1',
      customer: { name: 'Ada' },
      lines: [{ text: 'first' }, { text: 'second' }],
      tags: ['a', 'b'],
    })
    assert.deepEqual(dataOf(columns, ['1', '', 'second', ' ', '', 'b']), {
      number: '1',
      lines: [{ text: 'second' }],
      tags: ['b'],
    })
    assert.deepEqual(dataOf(columns, ['', '', '', '', '', '']), {})
    assert.deepEqual(dataOf(['m[0][1]', 'm[0][0]'], ['b', 'a']), { m: [['a', 'b']] })
  })

  it('treats names of the prototype of objects as plain fields', () => {
    const data = dataOf(['__proto__.polluted', 'constructor.x', 'toString'], ['yes', '1', '2'])
    assert.equal(
      JSON.stringify(data),
      '{"__proto__":{"polluted":"yes"},"constructor":{"x":"1"},"toString":"2"}',
    )
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })

  it('converts cells to the type of their column', () => {
    const mapping = {
      n: { path: 'n', type: 'number' },
      b: { path: 'b', type: 'boolean' },
      t: { path: 't', type: 'text' },
      out: null,
    } as const
    const columns = ['n', 'b', 't', 'out']
    const [row] = rowsOfTable({ columns, rows: [['12345678901234567890', 'Yes', 5, 'x']] }, { mapping }).rows
    assert.equal(row?.data, '{"n":12345678901234567890,"b":true,"t":"5"}')
    assert.deepEqual(dataOf(columns, [1.5, 'false', null, ''], { mapping }), { n: 1.5, b: false })
    assert.equal(
      dataOf(columns, ['1,5', '', '', ''], { mapping }),
      'The column "n" must be a number such as 1234.5.',
    )
    assert.equal(dataOf(columns, ['', 'maybe', '', ''], { mapping }), 'The column "b" must be true or false.')
    assert.deepEqual(dataOf(['n', 'b'], [7, true]), { n: 7, b: true })
  })

  it('rejects paths that conflict or are not valid', () => {
    const rejected = [
      ['a', 'a.b'],
      ['a[0]', 'a.b'],
      ['a.b', 'a[0].c'],
      ['a..b'],
      ['.a'],
      ['a['],
      ['a[x]'],
      ['a[1000]'],
      ['[0]'],
      [Array(11).fill('a').join('.')],
    ]
    for (const columns of rejected)
      assert.throws(() => rowsOfTable({ columns, rows: [] }, {}), { kind: 'invalid' }, columns.join())
    const mapping = { a: 'x', b: 'x' }
    assert.throws(() => rowsOfTable({ columns: ['a', 'b'], rows: [] }, { mapping }), /conflicts/)
  })

  it('makes safe and unique file names', () => {
    const names = (cells: string[], fileName: string) =>
      rowsOfTable({ columns: ['name'], rows: cells.map((cell) => [cell]) }, { fileName }).rows.map(
        (row) => row.fileName,
      )
    assert.deepEqual(names(['Ada', 'ada', 'Ada', 'Ada-2', 'Ada'], '{name}'), [
      'Ada.pdf',
      'ada-2.pdf',
      'Ada-3.pdf',
      'Ada-2-2.pdf',
      'Ada-4.pdf',
    ])
    assert.deepEqual(names(['../../etc/passwd', '', 'a.pdf'], '{name}'), [
      'etc passwd.pdf',
      'document.pdf',
      'a.pdf',
    ])
    assert.deepEqual(names(['x', 'y'], 'n {row}.pdf'), ['n 1.pdf', 'n 2.pdf'])
    assert.throws(() => names(['x'], '{nope}'), /fileName has the column "nope"/)
  })

  it('reads CSV with any delimiter, quotes, line breaks in cells and a byte order mark', () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    assert.deepEqual(readCsv(bytes('\ufeffa;b\r\n"x;1";"line\nbreak ""q"""\r\n\r\n'), LIMITS), {
      columns: ['a', 'b'],
      rows: [['x;1', 'line\nbreak "q"']],
    })
    assert.deepEqual(readCsv(bytes('a\tb\n1,2\t3'), LIMITS).rows, [['1,2', '3']])
    assert.deepEqual(readCsv(bytes('a,b;c\n1,2'), LIMITS).columns, ['a', 'b;c'])
  })

  it('reads JSON Lines, and names lines that are not valid', () => {
    const lines = readJsonLines(
      new TextEncoder().encode(
        `{"a":{"mail":"x@example.com"}}\r\n\n"text"\n${'['.repeat(70)}\n{"a":"\\"[{"}`,
      ),
      LIMITS,
    )
    const { rows } = rowsOfLines(lines, { recipient: 'a.mail', fileName: '{a.mail}' })
    assert.deepEqual(
      rows.map(({ recipient, fileName, error }) => [recipient, fileName, error]),
      [
        ['x@example.com', 'x example.com.pdf', undefined],
        [undefined, undefined, 'The line is not a JSON object.'],
        [undefined, undefined, 'The line is nested more than 64 levels deep.'],
        [undefined, undefined, 'The row has no recipient.'],
      ],
    )
  })

  it('limits the characters of column names, of each row and of all rows', () => {
    const text = 'x'.repeat(200_000)
    const { rows } = rowsOfTable({ columns: ['a', 'b'], rows: [[text, text], [text], ['1', '2', '3']] }, {})
    assert.deepEqual(
      rows.map(({ cells, error }) => [cells.length, error]),
      [
        [0, 'The row has more than 262,144 characters.'],
        [1, undefined],
        [3, 'The row has 3 cells, but there are 2 columns.'],
      ],
    )
    assert.throws(
      () => rowsOfTable({ columns: ['a'], rows: Array.from({ length: 200 }, () => [text]) }, {}),
      {
        kind: 'invalid',
        message: 'The rows have more than 64,000,000 characters in total. Split the file into several files.',
      },
    )
    const line = { text: `{"a":"${text}"}`, value: { a: text }, error: undefined }
    assert.throws(() => rowsOfLines(Array(200).fill(line), {}), /64,000,000 characters in total/)
    assert.throws(
      () => checkTable({ columns: ['ok', 'n'.repeat(301)], rows: [['1']] }, LIMITS),
      /^Refusal: The name of the column "n{60}…" has more than 300 characters\. Shorten it\./,
    )
  })
})
