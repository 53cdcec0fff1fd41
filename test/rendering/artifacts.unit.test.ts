import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { markArtifacts, withArtifacts } from '../../packages/renderer/src/pdf/finish/artifacts.ts'
import { addListBodies } from '../../packages/renderer/src/pdf/finish/list-items.ts'
import { draftOf } from '../../packages/renderer/src/pdf/objects/draft.ts'
import type { PdfObject } from '../../packages/renderer/src/pdf/objects/read.ts'

/** Content streams, and where the marks are expected: `[` and `]` around the marked lines. */
const CASES: Record<string, string[]> = {
  'a filled path': ['q', '[', '0 0 1 1 re', 'f', ']', 'Q'],
  'a path of several lines': ['[', '0 0 m', '1 1 l', '2 2 3 3 4 4 c', 'h', 'B*', ']'],
  'a path and its painting on one line': ['[', '0 0 1 1 re B', ']'],
  'a clip, which draws nothing': ['0 0 1 1 re', 'W n', '[', '0 0 m', '1 1 l', 'S', ']'],
  'a clip in two lines': ['0 0 1 1 re', 'W*', 'n', 'q', 'Q'],
  'content with a tag': ['/P <</MCID 0>>BDC', '0 0 1 1 re', 'f', 'BT', '<0041> Tj', 'ET', 'EMC'],
  'content with an artifact mark': ['/Artifact <</Type /Pagination>> BDC', 'q', '/X Do', 'Q', 'EMC'],
  'nested tags': [
    '/P <</MCID 0>> BDC',
    '/Span <</ActualText (f)>> BDC',
    '<0041> Tj',
    'EMC',
    '/X Do',
    'EMC',
    '[',
    '/X Do',
    ']',
  ],
  text: ['BT', '/F4 9 Tf', '1 0 0 -1 0 0 Tm', '[', '<0041> Tj', ']', '[', '5 0 Td <0042> Tj', ']', 'ET'],
  'text with a tag within a text object': [
    'BT',
    '/P <</MCID 0>> BDC',
    '<0041> Tj',
    'EMC',
    '[',
    '<0042> Tj',
    ']',
    'ET',
  ],
  'a shading': ['q', '[', '/S1 sh', ']', 'Q'],
  'a drawing': ['[', '/X7 Do', ']'],
  'a drawing with tags of its own': ['/Tagged Do'],
}

describe('marks of artifacts', () => {
  for (const [name, lines] of Object.entries(CASES)) {
    it(`are around untagged content: ${name}`, () => {
      const content = lines.filter((line) => line !== '[' && line !== ']').join('\n')
      const expected = lines.map((line) => ({ '[': '/Artifact BMC', ']': 'EMC' })[line] ?? line).join('\n')
      assert.equal(
        withArtifacts(content, (drawing) => drawing === '/Tagged'),
        expected,
      )
    })
  }
})

describe('completion of tags', () => {
  it('rejects a sheet whose content is too large, with a remedy', () => {
    const stream = deflateSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '))
    const draft = draftWith(
      { text: '<</Type /Page /Contents 2 0 R>>' },
      { text: '<</Filter /FlateDecode>>', stream },
    )
    assert.throws(() => markArtifacts(draft), {
      name: 'ConformanceError',
      message: /more than 64 MiB of content\. Remove drawings/,
    })
  })

  it('fails for tags without a parent tree', () => {
    const draft = draftWith({ text: '<</Type /StructTreeRoot>>' }, { text: '<</S /LI /K [0]>>' })
    assert.throws(() => addListBodies(draft, [2], 1), { name: 'PdfError', message: /no parent tree/ })
  })
})

/** Creates a draft of objects with the numbers from 1. */
function draftWith(...objects: PdfObject[]) {
  const numbered = new Map(objects.map((object, index) => [index + 1, object]))
  return draftOf({ objects: numbered, catalog: 1, info: 1 })
}
