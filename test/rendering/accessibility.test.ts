import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accessibilityWarnings } from '../../packages/renderer/src/print/accessibility/warnings.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { ConformanceError } from '../../packages/renderer/src/pdf/finish/conformance.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { owner, sharedPrinter } from './printers.ts'

const LIMIT_MS = 60_000
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

describe('accessibility problems of documents', () => {
  let printer: Printer
  before(async () => {
    printer = await sharedPrinter()
  })
  after(async () => {
    await printer?.[Symbol.asyncDispose]()
  })
  const print = async (html: string) =>
    await printer.print(html, { ...owner('a'), warnsAuthor: true }, AbortSignal.timeout(LIMIT_MS))
  const subjectsOf = async (html: string) =>
    accessibilityWarnings((await print(html)).accessibility, html).map(({ subject }) => subject)
  const page = (body: string, style = '') =>
    `<!doctype html><html lang=en><title>x</title><style>${style}</style>${body}`

  it('include pictures without alternative texts, exactly those that PDF/UA rejects', async () => {
    const missing = [
      `<img src="${PIXEL}" width=9 height=9>`,
      '<svg role=img width=9 height=9><rect width=9 height=9 /></svg>',
    ]
    const present = [
      `<img src="${PIXEL}" width=9 height=9 alt="A dot">`,
      `<img src="${PIXEL}" width=9 height=9 alt="">`,
      `<img src="${PIXEL}" width=9 height=9 aria-label="A dot">`,
      `<div aria-hidden=true><img src="${PIXEL}" width=9 height=9></div>`,
      `<img src="${PIXEL}" width=9 height=9 role=presentation>`,
      `<img src="${PIXEL}" hidden>`,
      '<svg role=img aria-label="A box" width=9 height=9><rect width=9 height=9 /></svg>',
      '<svg aria-hidden=true width=9 height=9><rect width=9 height=9 /></svg>',
      '<svg width=9 height=9><rect width=9 height=9 /></svg>',
      '<svg width=90 height=30><text y=20>Text</text></svg>',
    ]
    for (const [pictures, count] of [
      [missing, 1],
      [present, 0],
    ] as const)
      for (const picture of pictures) {
        const { pdf, accessibility } = await print(page(`<p>x ${picture}`))
        assert.equal(accessibility.length, count, picture)
        const convert = () => assemblePdf([pdf], { options: { isAccessible: true } })
        if (count === 0) assert.doesNotThrow(convert, picture)
        else
          assert.throws(
            convert,
            (error) => error instanceof ConformanceError && /alternative text/.test(error.message),
            picture,
          )
      }
  })

  it('include headings that skip a level and documents without a valid language', async () => {
    const cases: [html: string, subjects: string[]][] = [
      [page('<h1>A</h1><h2>B</h2><h3>C</h3><h1>D</h1><h2>E</h2>'), []],
      [page('<h2>A</h2>'), ['<h2> “A” is the first heading (line 1, column 60)']],
      [page('<h1>A</h1>\n<h3>B</h3>'), ['<h3> “B” follows <h1> (line 2, column 0)']],
      [page('<h1>İİİ</h1>\n<H3>B</H3>'), ['<h3> “B” follows <h1> (line 2, column 0)']],
      [page('<h1>A</h1><h3></h3><h3 hidden>B</h3><h2>C</h2>'), []],
      [
        page('<h1>A</h1><p role=heading aria-level=4>B'),
        ['<p role="heading"> “B” follows <h1> (line 1, column 70)'],
      ],
      ['<p>x', ['<html>']],
      ['<!doctype html>\n<html><p>x', ['<html> (line 2, column 0)']],
      ['<html lang="en_US"><p>x', ['<html lang="en_US"> is not a language tag (line 1, column 0)']],
      ['<html lang="zh-Hant-TW"><p>x', []],
    ]
    for (const [html, subjects] of cases) assert.deepEqual(await subjectsOf(html), subjects, html)
  })

  it('include texts with low contrast', async () => {
    const cases: [body: string, detail: string | undefined][] = [
      ['<p style="color: #777">x', 'contrast 4.4:1 of #777777 on #ffffff, at least 4.5:1'],
      ['<p style="color: #767676">x', undefined],
      ['<p style="color: #949494; font-size: 18pt">x', undefined],
      ['<p style="color: #949494; font: bold 14pt Inter">x', undefined],
      ['<p style="color: #aaa; font-size: 18pt">x', 'contrast 2.3:1 of #aaaaaa on #ffffff, at least 3:1'],
      ['<p style="color: rgb(0 0 0 / 40%)">x', 'contrast 2.8:1 of #999999 on #ffffff, at least 4.5:1'],
      [
        '<div style="opacity: 0.4; background: #fff"><p style="color: #000">x',
        'contrast 2.8:1 of #999999 on #ffffff, at least 4.5:1',
      ],
      ['<div style="background: #123"><p style="color: #fff">x', undefined],
      [
        '<div style="background: #123"><p style="color: #000">x',
        'contrast 1.3:1 of #000000 on #112233, at least 4.5:1',
      ],
      ['<p style="color: #eee; color: oklch(0.2 0 0)">x', undefined],
      ['<p style="color: transparent">x', undefined],
      ['<div style="opacity: 0"><p>x</div>', undefined],
      ['<p style="color: transparent; -webkit-text-fill-color: #000">x', undefined],
    ]
    for (const [body, detail] of cases) {
      const problems = (await print(page(body))).accessibility
      assert.deepEqual(
        problems.map(({ kind, detail }) => [kind, detail]),
        detail ? [['contrast-low', detail]] : [],
        body,
      )
    }
  })

  it('leave out texts whose background is not certain, and those that are not read', async () => {
    const style =
      '.a { position: absolute; inset: 0; background: #123 } .b { position: relative; color: #fff }'
    const bodies = [
      '<div class=a></div><p class=b>x',
      `<img src="${PIXEL}" alt="" class=a style="width: 100%; height: 100%"><p class=b>x`,
      '<div style="background: linear-gradient(#000, #222)"><p class=b>x',
      '<style>main { position: relative } main::before { content: ""; position: absolute; inset: 0; background: #000 }</style><main><p class=b>x</main>',
      '<style>p::before { content: ""; position: absolute; inset: 0; background: #000 }</style><p>y<div class=b>x',
      '<div style="position: fixed; top: 200mm; width: 9mm; height: 9mm; background: #000"></div><p class=b>x',
      '<div style="background: #000; height: 9mm; margin-top: 20mm; position: relative"><span style="position: absolute; top: -15mm">x</span></div>',
      '<div class=a></div><div style="position: relative"><span style="color: #fff; mix-blend-mode: difference">x</span></div>',
      '<p style="color: #eee; text-shadow: 0 0 2px #000">x',
      '<p style="color: #eee" aria-hidden=true>x',
      '<p style="color: #eee; visibility: hidden">x',
      '<p style="color: #eee">·',
      '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; color: #eee">x</span>',
      '<span style="position: absolute; left: -9999px; color: #eee">x</span>',
    ]
    for (const body of bodies) assert.deepEqual(await subjectsOf(page(body, style)), [], body)
  })

  it('are found in each document of an array, and in documents with scripts', async () => {
    const documents = ['<h1>A</h1><h3>B</h3>', '<h1>C</h1><h2>D</h2>'].map((body) => page(body))
    const printed = await printBatch(printer, documents, {
      owner: { ...owner('a'), warnsAuthor: true },
      parallel: 1,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    assert.deepEqual(
      printed.flatMap(({ accessibility }) => accessibility.map(({ name, detail }) => [name, detail])),
      [['h3', 'follows <h1>']],
    )
    const hostile = page(
      '<img name=body><form><input name=attributes><input name=children></form><script>Intl.Locale = undefined; Element.prototype.checkVisibility = () => { throw 1 }; document.write("<h1>A</h1><h3>B</h3>")</script>',
    )
    assert.deepEqual(await subjectsOf(hostile), [
      '<img> (line 1, column 60)',
      '<h3> “B” follows <h1> (line 1, column 246)',
    ])
  })

  it('are found in forms whose fields are named like methods of elements', async () => {
    const fields = [
      'matches',
      'closest',
      'contains',
      'getAttribute',
      'getBoundingClientRect',
      'checkVisibility',
    ]
      .map((name) => `<input name=${name}>`)
      .join('')
    const { accessibility } = await print(page(`<form style="color: #eee">x${fields}</form>`))
    assert.deepEqual(
      accessibility.map(({ kind, name }) => [kind, name]),
      [['contrast-low', 'form']],
    )
  })

  it('are limited in number and length', async () => {
    const long = 'x'.repeat(10_000)
    const rows = Array.from(
      { length: 1_000 },
      (_, n) => `<p class="${n}-${long.slice(0, 200)}" style="color: #eee">${long.slice(0, 200)}</p>`,
    )
    const warnings = accessibilityWarnings((await print(page(rows.join('')))).accessibility, '')
    assert.equal(warnings.length, 10)
    assert.ok(warnings.every(({ subject }) => subject.length <= 200))
  })
})
