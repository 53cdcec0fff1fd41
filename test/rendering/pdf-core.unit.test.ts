import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { removeUnsafeLink } from '../../packages/renderer/src/pdf/merge/links.ts'
import {
  contentOf,
  dictionaryAt,
  type PdfFile,
  readPdf,
} from '../../packages/renderer/src/pdf/objects/read.ts'
import {
  blankSheetsAtEnd,
  countSheets,
  longestSide,
  sheetNumbers,
  showsElementAtEnd,
} from '../../packages/renderer/src/pdf/sheets.ts'
import { renameSubsets, subsetNames } from '../../packages/renderer/src/pdf/merge/subset-names.ts'
import {
  dictionaryOf,
  mapOutsideStrings,
  parseValue,
  PdfError,
  referenceOf,
  renumberReferences,
  splitAtStrings,
} from '../../packages/renderer/src/pdf/objects/syntax.ts'
import {
  decodeBytes,
  dateString,
  hexString,
  pdfName,
  decodeText,
  textString,
} from '../../packages/renderer/src/pdf/objects/strings.ts'
import {
  newElementName,
  newNumber,
  type MergePart,
  renumberReferencesOf,
} from '../../packages/renderer/src/pdf/merge/part.ts'
import { createMergeState } from '../../packages/renderer/src/pdf/merge/merge-state.ts'
import { type NumberedObjects, writePdf } from '../../packages/renderer/src/pdf/objects/write.ts'

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pdf`, import.meta.url))
const [invoice, links, blank] = await Promise.all(['invoice', 'links', 'blank'].map(fixture))

/** Returns the invoice with a text replaced by another of the same length. */
function changed(from: string, to: string): Buffer {
  const text = invoice?.toString('latin1') ?? ''
  assert.ok(text.includes(from), from)
  assert.equal(from.length, to.length)
  return Buffer.from(text.replace(from, to), 'latin1')
}

/** Writes a PDF as Chromium does. The first object is the catalog, the second the information dictionary. */
function pdfOf(objects: (string | { text: string; stream: Buffer } | undefined)[]): Buffer {
  const chunks = [Buffer.from('%PDF-1.4\n')]
  let offset = chunks[0]?.length ?? 0
  const entries = ['0000000000 65535 f \n']
  for (const [index, object] of objects.entries()) {
    entries.push(`${String(offset).padStart(10, '0')} 00000 ${object === undefined ? 'f' : 'n'} \n`)
    if (object === undefined) continue
    const [text, stream] = typeof object === 'string' ? [object, undefined] : [object.text, object.stream]
    const chunk = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n${text}`, 'latin1'),
      ...(stream ? [Buffer.from(' stream\n'), stream, Buffer.from('\nendstream')] : []),
      Buffer.from('\nendobj\n'),
    ])
    chunks.push(chunk)
    offset += chunk.length
  }
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n${entries.join('')}`
  const trailer = `trailer\n<</Size ${size}\n/Root 1 0 R\n/Info 2 0 R>>\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(table + trailer)])
}

/** Writes a PDF with one sheet per content stream. */
function sheetsOf(drawings: (string | { text: string; stream: Buffer })[], box = '0 0 595 842'): PdfFile {
  const kids = drawings.map((_, index) => `${4 + 2 * index} 0 R`)
  return readPdf(
    pdfOf([
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Producer (x)>>',
      `<</Type /Pages\n/Count ${drawings.length}\n/Kids [${kids.join(' ')}]>>`,
      ...drawings.flatMap((drawing, index) => {
        const stream = typeof drawing === 'string' ? Buffer.from(drawing) : drawing.stream
        const filter = typeof drawing === 'string' ? '' : drawing.text
        return [
          `<</Type /Page\n/MediaBox [${box}]\n/Contents ${5 + 2 * index} 0 R\n/Parent 3 0 R>>`,
          { text: `<<${filter}/Length ${stream.length}>>`, stream },
        ]
      }),
    ]),
  )
}

describe('reading a PDF', () => {
  it('returns the objects in use with their values and streams', () => {
    const stream = Buffer.from('1 2 3')
    const file = readPdf(
      pdfOf(['<</Pages 5 0 R>>', '<</Title (x)>>', undefined, { text: '<</Length 5>>', stream }, '[1 2]']),
    )
    assert.deepEqual(file.numbers, [1, 2, 4, 5])
    assert.deepEqual([file.catalog, file.info], [1, 2])
    assert.deepEqual(file.objectAt(4), { text: '<</Length 5>>', stream })
    assert.deepEqual(file.objectAt(5), { text: '[1 2]' })
    assert.equal(file.objectAt(5), file.objectAt(5))
    assert.equal(dictionaryAt(file, 2).get('/Title'), '(x)')
    assert.throws(() => dictionaryAt(file, 5), PdfError)
  })

  it('rejects an object that is free, does not exist or is at another offset', () => {
    const file = readPdf(pdfOf(['<</Pages 5 0 R>>', '<<>>', undefined, '[1]']))
    for (const number of [0, 3, 5, 6, -1, Number.NaN])
      assert.throws(() => file.objectAt(number), PdfError, String(number))
    const text = pdfOf(['<<>>', '<<>>', '[1]']).toString('latin1')
    const moved = readPdf(Buffer.from(text.replace('3 0 obj', '4 0 obj'), 'latin1'))
    assert.throws(() => moved.objectAt(3), PdfError)
  })

  it('rejects a stream whose length differs from its dictionary', () => {
    const stream = Buffer.from('1 2 3')
    for (const length of [4, 6, 0]) {
      const file = readPdf(pdfOf(['<<>>', '<<>>', { text: `<</Length ${length}>>`, stream }]))
      assert.throws(() => file.objectAt(3), PdfError, String(length))
    }
    const file = readPdf(pdfOf(['<<>>', '<<>>', { text: '<<>>', stream }]))
    assert.throws(() => file.objectAt(3), PdfError)
  })

  it('rejects a file without a cross-reference table at the stated offset', () => {
    const text = pdfOf(['<<>>', '<<>>']).toString('latin1')
    assert.doesNotThrow(() => readPdf(Buffer.from(text)))
    for (const damaged of [
      '',
      text.replace(/startxref\n\d+/, 'startxref\n9'),
      text.replace('startxref', 'startXref'),
      text.replace('%%EOF\n', ''),
      `${text}x`,
      text.replace('/Root 1 0 R', '/Root (1)  '),
      text.replace('/Info 2 0 R', '/Info null '),
    ])
      assert.throws(() => readPdf(Buffer.from(damaged)), PdfError)
    assert.throws(() => readPdf(changed('xref\n0 ', 'xref\n1 ')), PdfError)
  })

  it('decompresses a stream up to a number of bytes', () => {
    const bytes = Buffer.alloc(1_000, 'a')
    const packed = { text: '<</Filter /FlateDecode>>', stream: deflateSync(bytes) }
    assert.deepEqual(contentOf(packed, 1_000), bytes)
    assert.equal(contentOf(packed, 999), undefined)
    assert.equal(contentOf(packed, 0), undefined)
    assert.deepEqual(contentOf({ text: '<<>>', stream: bytes }, 1_000), bytes)
    assert.equal(contentOf({ text: '<<>>', stream: bytes }, 999), undefined)
    assert.equal(contentOf({ text: '<<>>', stream: Buffer.alloc(0) }, 0), undefined)
    assert.equal(contentOf({ text: '<<>>' }, 1_000), undefined)
    assert.throws(() => contentOf({ ...packed, stream: Buffer.from('damaged') }, 1_000))
  })
})

describe('values of a PDF', () => {
  it('are parsed from a position, with the position of their end', () => {
    assert.deepEqual(parseValue('1 [/A] (b)', 2), { value: ['/A'], end: 6 })
    assert.deepEqual(parseValue('  12 0 R'), { value: '12 0 R', end: 8 })
    assert.deepEqual(parseValue('12 0 Rx'), { value: '12', end: 2 })
    assert.deepEqual(
      parseValue('<< /A <</B [1 (])]>> >>').value,
      new Map([['/A', new Map([['/B', ['1', '(])']]])]]),
    )
    assert.deepEqual(parseValue('<4 1>x'), { value: '<4 1>', end: 5 })
  })

  it('are rejected when they are not the required dictionaries or references', () => {
    assert.deepEqual(dictionaryOf('<</A 1>>'), new Map([['/A', '1']]))
    for (const text of ['[1]', '(x)', '1 0 R']) assert.throws(() => dictionaryOf(text), PdfError)
    assert.equal(referenceOf('12 0 R'), 12)
    for (const value of ['12', '12 1 R', '12 0 R ', ' 12 0 R', '(12 0 R)', ['12 0 R'], undefined])
      assert.throws(() => referenceOf(value), PdfError)
  })

  it('change only their references when they are renumbered', () => {
    const to = (number: number) => number + 100
    assert.equal(
      renumberReferences('<</A 1 0 R/B [2 0 R 3 0 R]/C (4 0 R)>>', to),
      '<</A 101 0 R/B [102 0 R 103 0 R]/C (4 0 R)>>',
    )
    for (const same of ['1 1 R', '1.5 0 R', 'x1 0 R', '1 0 RG', '(a) 1 0 obj'])
      assert.equal(renumberReferences(same, to), same)
    assert.equal(renumberReferences('(1 0 R)2 0 R(3 0 R)', to), '(1 0 R)102 0 R(3 0 R)')
  })

  it('are split at their strings, without empty parts', () => {
    const parts = (text: string) => Array.from(splitAtStrings(text), ({ text, isString }) => [text, isString])
    assert.deepEqual(parts('(a)(b)'), [
      ['(a)', true],
      ['(b)', true],
    ])
    assert.deepEqual(parts('1(a)2'), [
      ['1', false],
      ['(a)', true],
      ['2', false],
    ])
    assert.deepEqual(parts(''), [])
    assert.deepEqual(parts(String.raw`(\\)(\)`.concat(')')), [
      [String.raw`(\\)`, true],
      [String.raw`(\))`, true],
    ])
    for (const text of ['(a', String.raw`(a\)`, '(a(b))', '1 (']) assert.throws(() => parts(text), PdfError)
  })

  it('stay the same text when nothing outside of their strings changes', () => {
    const text = '<</A (a)/B (b)>>'
    assert.equal(
      mapOutsideStrings(text, (part) => part),
      text,
    )
    assert.equal(
      mapOutsideStrings(text, (part) => part.replace('/B', '/CC')),
      '<</A (a)/CC (b)>>',
    )
    assert.equal(
      mapOutsideStrings('a(a)a', () => 'bb'),
      'bb(a)bb',
    )
  })
})

describe('texts of a PDF', () => {
  it('are written literally in ASCII, with parentheses and backslashes escaped', () => {
    assert.equal(textString(''), '()')
    assert.equal(textString(' a~'), '( a~)')
    assert.equal(textString(String.raw`(a)\b`), String.raw`(\(a\)\\b)`)
  })

  it('are written as UTF-16 with a byte order mark otherwise', () => {
    assert.equal(textString('é'), '<FEFF00E9>')
    assert.equal(textString('a\n'), '<FEFF0061000A>')
    assert.equal(textString('\u007f'), '<FEFF007F>')
    assert.equal(textString('😀'), '<FEFFD83DDE00>')
  })

  it('are decoded from each form in which they are written', () => {
    for (const text of ['', 'a b', String.raw`(a)\b`, 'é\n', '😀'])
      assert.equal(decodeText(textString(text)), text)
    assert.equal(decodeText(String.raw`(\101\n\r\t\b\f\(\\\7x)`), 'A\n\r\t\b\f(\\\x07x')
    assert.equal(decodeText('(\xfe\xff\x00a\x00)'), 'a', 'half of a character at the end')
    assert.equal(decodeText('<41 42\n43>'), 'ABC')
    assert.equal(decodeText('(\xfe\x00a)'), '\xfe\x00a')
    assert.equal(decodeText('(\xffa)'), '\xffa')
    assert.deepEqual(decodeBytes(String.raw`(\777)`), Buffer.from([0xff]))
    assert.equal(hexString(Buffer.from([0, 171])), '<00AB>')
  })

  it('are escaped in names, except letters, digits and some signs', () => {
    assert.equal(pdfName('text/xml'), '/text#2Fxml')
    assert.equal(pdfName('aZ09._+-'), '/aZ09._+-')
    assert.equal(pdfName('é \n'), '/#C3#A9#20#0A')
  })

  it('are written as dates in UTC', () => {
    assert.equal(dateString('2026-01-02T03:04:05.678+01:00'), '(D:20260102020405Z)')
  })
})

describe('links of a PDF', () => {
  const annotation = (action: string) => `<</Type /Annot\n/Subtype /Link\n/A ${action}\n/F 4>>`
  const uri = (address: string) => annotation(`<</S /URI\n/URI ${address}>>`)

  it('may point to web pages, mail addresses and telephone numbers', () => {
    for (const address of [
      '(http://example.com)',
      '(https://example.com/invalid?a=.invalid)',
      '(HTTPS://example.com)',
      '(mailto:a@example.com)',
      '(tel:+123)',
      '(https://example.invalid.com)',
      '(https://notinvalid/)',
      '<68747470733a2f2f612e74657374>',
    ])
      assert.equal(removeUnsafeLink(uri(address)), uri(address), address)
  })

  it('to any other address lose it and stay as annotations', () => {
    for (const address of [
      '(javascript:alert\\(1\\))',
      '(file:///etc/passwd)',
      '(chrome://settings)',
      '(data:text/html,x)',
      '( https://example.com)',
      '(xhttps://example.com)',
      '(https:\\//platen.invalid)',
      '(http://platen.invalid/a)',
      '(https://platen.invalid:80)',
      '(https://platen.INVALID?x)',
      '(https://platen.invalid#x)',
      '<66696c653a2f2f2f>',
      '[(https://example.com)]',
    ])
      assert.equal(removeUnsafeLink(uri(address)), '<</Type /Annot\n/Subtype /Link\n/F 4>>', address)
  })

  it('within the document stay unchanged, as do objects that are not links', () => {
    for (const text of [
      '<</Type /Annot\n/Subtype /Link\n/Dest /total>>',
      annotation('5 0 R\n/URI (x)'),
      '<</S /URI\n/URI (file:///)>>',
      annotation('<</S /GoTo>>'),
    ])
      assert.equal(removeUnsafeLink(text), text)
  })
})

describe('sheets of a PDF', () => {
  const WHITE = 'q\n1 1 1 RG 1 1 1 rg\n0 0 595 842 re\nf\nQ'

  it('are counted and numbered in their order, through a page tree of any depth', async () => {
    const file = readPdf(invoice ?? assert.fail())
    assert.equal(sheetNumbers(file).length, countSheets(file))
    const nested = readPdf(
      pdfOf([
        '<</Pages 3 0 R>>',
        '<<>>',
        '<</Count 3\n/Kids [4 0 R 7 0 R]>>',
        '<</Count 2\n/Kids [6 0 R 5 0 R]>>',
        '<</Type /Page>>',
        '<</Type /Page>>',
        '<</Type /Page>>',
      ]),
    )
    assert.equal(countSheets(nested), 3)
    assert.deepEqual(sheetNumbers(nested), [6, 5, 7])
    assert.deepEqual(sheetNumbers(nested, 2), [6, 5])
    assert.deepEqual(sheetNumbers(nested, 1), [6])
  })

  it('are measured by their longest side', () => {
    assert.equal(longestSide(sheetsOf([WHITE], '0 0 595.5 842.25')), 842.25)
    assert.equal(longestSide(sheetsOf([WHITE], '0 0 842 595')), 842)
    assert.equal(longestSide(readPdf(links ?? assert.fail())), 594.95996)
  })

  it('count as blank at the end when only white is drawn on them, except the first one', () => {
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', WHITE, WHITE])), 2)
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', WHITE, 'BT'])), 0)
    assert.equal(blankSheetsAtEnd(sheetsOf([WHITE, 'BT', WHITE])), 1)
    assert.equal(blankSheetsAtEnd(sheetsOf([WHITE, WHITE, ''])), 2)
    assert.equal(blankSheetsAtEnd(sheetsOf([WHITE])), 0)
    assert.equal(blankSheetsAtEnd(readPdf(blank ?? assert.fail())), 0)
  })

  it('do not count as blank with any other operation', () => {
    const notWhite = [
      '0 0 0 RG 1 1 1 rg',
      '1 1 1 rg',
      '1 1 1 RG 1 1 1 rg x',
      '/F1 12 Tf',
      '(text) Tj',
      'S',
      'ff',
      'x q',
      '/P <</MCID 0>> BDC',
      '/X0 Do',
      '0 0 1 1 re f',
      '1 0 0 1 0 0 cm W',
      'x/G3 gs',
      'EMCx',
    ]
    for (const drawn of notWhite)
      assert.equal(blankSheetsAtEnd(sheetsOf(['BT', `${WHITE}\n${drawn}`])), 0, drawn)
    for (const drawn of ['/G3 gs', '1 0 0 -1 0 842.5 cm', '/P <</MCID 12 >>BDC', 'EMC', ''])
      assert.equal(blankSheetsAtEnd(sheetsOf(['BT', `${WHITE}\n${drawn}`])), 1, drawn)
  })

  it('are not checked when their content has more than 16 KB, or decompresses to too much', () => {
    const white = 'q\nQ\n'.repeat(4_096)
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', white])), 1)
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', `${white}q`])), 0)
    /** Returns a compressed white drawing of `count` × 64 KB plus `bytes`. */
    const packed = (count: number, bytes = 0) => ({
      text: '/Filter /FlateDecode\n',
      stream: deflateSync(`${'0'.repeat(65_532)} re\n`.repeat(count) + '\n'.repeat(bytes)),
    })
    const half = 128
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', packed(half), packed(half)])), 2)
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', packed(half), packed(half, 1)])), 1)
    assert.equal(blankSheetsAtEnd(sheetsOf(['BT', packed(1), packed(half), packed(half)])), 2)
  })

  it('are not checked in a document of more than 1,000 sheets', () => {
    const blanks = (count: number) => ['BT', ...Array.from({ length: count - 1 }, () => '')]
    assert.equal(blankSheetsAtEnd(sheetsOf(blanks(1_000))), 999)
    assert.equal(blankSheetsAtEnd(sheetsOf(blanks(1_001))), 0)
    assert.equal(sheetNumbers(sheetsOf(blanks(1_001))).length, 1_000)
  })

  it('show an element at the end when the last one has a clip or cannot be checked', () => {
    assert.equal(showsElementAtEnd(sheetsOf(['q\n0 0 9 9 re\nW n\nBT'])), true)
    assert.equal(showsElementAtEnd(sheetsOf(['q\n0 0 9 9 re\nW* n\nBT'])), true)
    assert.equal(showsElementAtEnd(sheetsOf(['q\nW n\nBT', WHITE])), false)
    assert.equal(showsElementAtEnd(sheetsOf([WHITE, 'q\nW n\nBT'])), true)
    assert.equal(showsElementAtEnd(sheetsOf([WHITE])), false)
    assert.equal(showsElementAtEnd(sheetsOf(['(W n)'])), false)
    assert.equal(showsElementAtEnd(sheetsOf([''])), false)
    assert.equal(showsElementAtEnd(sheetsOf([`${'q\nQ\n'.repeat(4_096)}q`])), true)
  })
})

describe('font subsets of a PDF', () => {
  const program = (bytes: string) => ({ text: `<</Length ${bytes.length}>>`, stream: Buffer.from(bytes) })
  const namesOf = (...objects: (string | ReturnType<typeof program>)[]) =>
    subsetNames(readPdf(pdfOf(['<<>>', '<<>>', ...objects])))

  it('are named by a hash of their font', () => {
    const descriptor = (file: string) => `<</FontName /AAAAAA+Inter\n/${file} 3 0 R>>`
    for (const file of ['FontFile', 'FontFile2', 'FontFile3']) {
      const [subset] = namesOf(program('one'), descriptor(file))
      const [old, name] = subset ?? assert.fail()
      assert.equal(old, '/AAAAAA+Inter')
      assert.match(name, /^\/[A-Z]{6}\+Inter$/)
      assert.equal(namesOf(program('one'), descriptor(file)).get('/AAAAAA+Inter'), name, 'always the same')
      assert.notEqual(namesOf(program('two'), descriptor(file)).get('/AAAAAA+Inter'), name)
    }
  })

  it('do not include whole fonts and fonts that are not embedded, which keep their names', () => {
    assert.equal(namesOf(program('x'), '<</FontName /Inter\n/FontFile2 3 0 R>>').size, 0)
    assert.equal(namesOf(program('x'), '<</FontName /AAAAAA+Inter>>').size, 0)
    assert.equal(namesOf('[1]', '<</FontName /AAAAAA+Inter\n/FontFile2 3 0 R>>').size, 0)
    assert.equal(namesOf(program('x'), '<</FontName /AAAAA+Inter\n/FontFile2 3 0 R>>').size, 0)
  })

  it('are renamed in fonts and in font descriptors', () => {
    const names = new Map([['/AAAAAA+Inter', '/XYZXYZ+Inter']])
    assert.equal(
      renameSubsets(names, '<</BaseFont /AAAAAA+Inter/FontName /AAAAAA+Inter/Other /AAAAAA+Inter>>'),
      '<</BaseFont /XYZXYZ+Inter/FontName /XYZXYZ+Inter/Other /AAAAAA+Inter>>',
    )
    assert.equal(renameSubsets(names, '<</BaseFont /BAAAAA+Inter>>'), '<</BaseFont /BAAAAA+Inter>>')
  })
})

/** Reads a PDF with compressed cross-references. @returns its objects and the entries of its trailer. */
function readWritten(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const tableStart = Number(/\nstartxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const objectFrom = (start: number) => {
    const [whole, number, value = ''] =
      /^(\d+) 0 obj\n([^]*?)\n(?=stream\n|endobj\n)/.exec(text.slice(start)) ?? []
    assert.ok(whole !== undefined, `no object at ${start}`)
    const streamStart = start + whole.length + 'stream\n'.length
    const length = Number(/\/Length (\d+)/.exec(value)?.[1] ?? 0)
    const hasStream = text.startsWith('stream\n', start + whole.length)
    if (hasStream)
      assert.equal(text.slice(streamStart + length, streamStart + length + 18), '\nendstream\nendobj\n')
    return {
      number: Number(number),
      value,
      ...(hasStream && { stream: pdf.subarray(streamStart, streamStart + length) }),
    }
  }
  const table = objectFrom(tableStart)
  const trailer = dictionaryOf(table.value)
  // Each row has a byte for its filter ("up") before its 7 bytes.
  const filtered = inflateSync(table.stream ?? assert.fail())
  const rows: Buffer[] = []
  for (let start = 0; start < filtered.length; start += 8) {
    assert.equal(filtered[start], 2)
    const above = rows.at(-1)
    rows.push(
      Buffer.from(filtered.subarray(start + 1, start + 8).map((byte, at) => byte + (above?.[at] ?? 0))),
    )
  }
  assert.equal(Number(trailer.get('/Size')), rows.length)
  const containers = new Map<number, string[]>()
  const objects = new Map<number, { value: string; stream?: Buffer }>()
  for (const [number, row] of rows.entries()) {
    const [type, where, index] = [row[0], row.readUInt32BE(1), row.readUInt16BE(5)]
    if (type === 1) {
      const { number: written, ...object } = objectFrom(where)
      assert.equal(written, number)
      objects.set(number, object)
      if (!object.value.includes('/Type /ObjStm')) continue
      const content = inflateSync(object.stream ?? assert.fail()).toString('latin1')
      const entries = dictionaryOf(object.value)
      const first = Number(entries.get('/First'))
      const head = content.slice(0, first).trim().split(/\s+/).map(Number)
      assert.equal(head.length, 2 * Number(entries.get('/N')))
      const members = head.filter((_, at) => at % 2 === 0)
      const offsets = head.filter((_, at) => at % 2 === 1)
      containers.set(
        number,
        offsets.map((offset, at) => {
          const end = offsets[at + 1] === undefined ? content.length : first + (offsets[at + 1] ?? 0) - 1
          return `${members[at]} ${content.slice(first + offset, end)}`
        }),
      )
    } else if (type === 2) objects.set(number, { value: `in ${where} at ${index}` })
    else assert.deepEqual([number === 0, where, index], number === 0 ? [true, 0, 65_535] : [false, 0, 0])
  }
  for (const [number, { value }] of objects) {
    const [, container, index] = /^in (\d+) at (\d+)$/.exec(value) ?? []
    if (container === undefined) continue
    const member = containers.get(Number(container))?.[Number(index)] ?? assert.fail()
    assert.ok(member.startsWith(`${number} `))
    objects.set(number, { value: member.slice(`${number} `.length) })
  }
  return { objects, trailer, tableStart, text }
}

describe('writing a PDF', () => {
  const roots = { catalog: 1, info: 2 }
  const small: NumberedObjects = new Map([
    [1, { text: '<</Type /Catalog>>' }],
    [2, { text: '<</Title (\xe9)>>' }],
    [5, { text: '<</Length 3>>', stream: Buffer.from([0, 255, 10]) }],
    [4, { text: '[1 2]' }],
  ])

  it('writes a file from which each object, the catalog and the information dictionary can be read', () => {
    const { objects, trailer, text } = readWritten(writePdf(small, roots))
    for (const [number, { text: value, stream }] of small)
      assert.deepEqual(objects.get(number), { value, ...(stream && { stream }) })
    assert.equal(objects.has(3), false)
    assert.deepEqual([trailer.get('/Root'), trailer.get('/Info')], ['1 0 R', '2 0 R'])
    assert.equal(trailer.has('/Encrypt'), false)
    assert.ok(text.startsWith('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'))
  })

  it('writes 1,000 objects per object stream', () => {
    const many: NumberedObjects = new Map(
      Array.from({ length: 2_001 }, (_, index) => [index + 1, { text: `[${index}]` }]),
    )
    const { objects, text } = readWritten(writePdf(many, roots))
    for (const [number, { text: value }] of many) assert.equal(objects.get(number)?.value, value)
    assert.deepEqual(
      Array.from(text.matchAll(/\/Type \/ObjStm \/N (\d+)/g), ([, count]) => Number(count)),
      [1_000, 1_000, 1],
    )
  })

  it('identifies the file by its content', () => {
    const id = (objects: NumberedObjects) => readWritten(writePdf(objects, roots)).trailer.get('/ID')
    const [first = '', second] = [id(small)].flat()
    assert.ok(typeof first === 'string')
    assert.match(first, /^<[0-9a-f]{32}>$/)
    assert.equal(second, first)
    assert.deepEqual(id(small), [first, second])
    assert.notDeepEqual(id(new Map([...small, [4, { text: '[1 3]' }]])), [first, second])
  })

  it('encrypts each stream and writes the encryption dictionary', () => {
    const encryption = {
      dictionary: '<</Filter /Standard>>',
      encrypt: ({ text, stream }: { text: string; stream?: Buffer }) => ({
        text: text.replace(/\/Length \d+/, (length) => `${length}/Sealed true`),
        ...(stream && { stream }),
      }),
    }
    const { objects, trailer, text } = readWritten(writePdf(small, roots, encryption))
    assert.ok(text.startsWith('%PDF-2.0\n'))
    assert.deepEqual(objects.get(5)?.value, '<</Length 3/Sealed true>>')
    assert.equal(text.split('/Sealed true').length - 1, 2, 'the stream and the packed objects')
    const encrypt = referenceOf(trailer.get('/Encrypt'))
    assert.equal(objects.get(encrypt)?.value, '<</Filter /Standard>>')
    assert.equal(objects.get(1)?.value, '<</Type /Catalog>>')
  })
})

describe('a part of a PDF', () => {
  const partOf = (numbers: [number, number][]) =>
    ({ numbers: new Map(numbers), identifiers: new Map() }) as unknown as MergePart

  it('has the new numbers of copied objects, and rejects others', () => {
    const part = partOf([[3, 13]])
    assert.equal(newNumber(part, 3), 13)
    assert.equal(renumberReferencesOf(part, '[3 0 R (3 0 R)]'), '[13 0 R (3 0 R)]')
    assert.throws(() => newNumber(part, 4), PdfError)
    assert.throws(() => renumberReferencesOf(part, '4 0 R'), PdfError)
  })

  it('gets names of structure elements from one counter for all parts', () => {
    const merged = createMergeState()
    const [one, other] = [partOf([]), partOf([])]
    assert.equal(newElementName(merged, one, '(node7)'), '(e0000001)')
    assert.equal(newElementName(merged, one, '(node3)'), '(e0000002)')
    assert.equal(newElementName(merged, one, '(node7)'), '(e0000001)')
    assert.equal(newElementName(merged, other, '(node7)'), '(e0000003)')
  })
})
