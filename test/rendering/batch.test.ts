import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { openPdf, outlineOf, textOf } from './documents.ts'
import { type Pictures, sharedPictures } from './images.ts'
import { owner, sharedHosts, sharedPrinter } from './printers.ts'

const HEADING = '<h1>Element {{n}}</h1><p>{{text}}</p>'
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='
const page = (style: string, body = HEADING, attributes = '') =>
  `<!doctype html><html lang="en"><head><title>No. {{n}}</title><style>@page { size: 105mm 148mm; margin: 12mm } ${style}</style></head><body${attributes}>${body}</body></html>`
const DATA = [1, 2, 3].map((n) => ({ n, even: n % 2 === 0, text: 'word '.repeat(n * 7) }))

/** Templates whose documents may be combined. */
const COMBINED: Record<string, string> = {
  'margins that collapse': page('body { margin: 8mm 0 } h1 { margin: 20mm 0 0 }'),
  'as high as a sheet': page(
    'body { margin: 0; min-height: 100vh; box-sizing: border-box; border: 1mm solid #444 }',
  ),
  'page counters': page(
    '@page { @bottom-right { content: "Sheet " counter(page) " of " counter(pages); font: 8pt Inter } }',
  ),
  'a plain background': page('body { background: #eef } html { color: #123 }'),
  'a plain background of html': page('html { background: #fee } body { background: #eef }'),
  'selectors within the body': page(
    ':root { --ink: #a00 } td:first-child, h1 + p { color: var(--ink) }',
    `${HEADING}<table><tr><td>a<td>b</table>`,
  ),
  'conditional rules': page(
    '@media print { h1 { color: #080 } } @supports (display: grid) { p { color: #008 } } @layer base { p { margin: 0 } }',
  ),
  'placed within its body': page(
    'body { position: relative; height: 100mm; margin: 0 } p { position: absolute; bottom: 0; right: 0 } h1::after { position: absolute; top: 0; right: 0; content: "x" }',
  ),
  'a grid for a body': page('body { display: grid; grid-template-columns: 1fr 1fr; margin: 0 }'),
  'a float': page('h1 { float: right } p { margin: 0 0 40mm }'),
  'the same drawing': page(
    '',
    `<svg width="90" height="90"><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs><rect width="90" height="90" fill="url(#g)"/></svg>${HEADING}`,
  ),
  'a plain background behind a watermark': page(
    'body { position: relative; margin: 0; background: #ffe } .mark { position: absolute; z-index: -1; top: 10mm; font-size: 40pt; color: #ccc }',
    `<div class="mark">COPY</div>${HEADING}`,
  ),
  'a shadow within its sheet': page(
    'h1 { box-shadow: 0 2px 6px rgb(100 120 140); margin: 40mm 0 } body { margin: 0 }',
  ),
  'an image': page('img { width: 20mm; height: 20mm }', `<img alt="" src="${GIF}">${HEADING}`),
  'a break at its end': page('p { break-after: page }'),
  'as wide as a sheet': page(
    'body { margin: 0 } h1 { width: 81mm; border-right: 1px solid; box-sizing: border-box } p { width: 100vw }',
  ),
  'pulled upwards by less than its margin': page('body { margin: -5mm 0 0 }'),
}

/** Templates whose documents are printed one by one, because they may look different in a combined document. */
const ALONE: Record<string, string> = {
  'styles of its data': page('{{#if even}}h1 { color: red }{{/if}}'),
  'attributes of its data': page('.even { color: red }', HEADING, '{{#if even}} class="even"{{/if}}'),
  'styles in the body': page('', `<style>p { color: {{#if even}}red{{else}}blue{{/if}} }</style>${HEADING}`),
  scripts: page(
    '',
    `${HEADING}<script>document.querySelector("h1").append(document.querySelectorAll("h1").length)</script>`,
  ),
  'links to itself': page('', `${HEADING}<a href="#end">to the end</a><p id="end">the end</p>`),
  'another drawing': page(
    '',
    `<svg width="90" height="90"><defs><linearGradient id="g"><stop offset="0" stop-color="#{{n}}00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs><rect width="90" height="90" fill="url(#g)"/></svg>${HEADING}`,
  ),
  'a counter on the root': page(
    'html { counter-reset: item } p { counter-increment: item } p::before { content: counter(item) ". " }',
  ),
  'a counter on the body': page('body { counter-increment: item } p::before { content: counter(item) ". " }'),
  'a counter of sheets': page(
    '@page { counter-increment: page 2; @bottom-right { content: counter(page) } }',
  ),
  'a Roman counter': page('@page { @bottom-right { content: counter(page, upper-roman) } }'),
  'open quotes': page('p::before { content: open-quote }'),
  'named pages': page('@page wide { size: 148mm 105mm } p { page: wide; break-before: page }'),
  'a first page': page('@page :first { margin: 30mm }'),
  'body as a first child': page('body:nth-child(2) { color: green }'),
  'body as a last child': page('body:last-child h1 { color: green }'),
  'body after a body': page('body + body h1 { color: red }'),
  'any element after another': page('* + * { margin-top: 5mm }'),
  'a selector of everything': page(':root:has(p + h1) h1 { color: red }'),
  'a nested rule': page('h1 { &:hover { color: red } color: blue }'),
  'an image on the body': page(`body { background: url(${GIF}) }`),
  'a gradient on html': page('html { background: linear-gradient(red, blue) }'),
  'a translucent background': page('body { background: rgb(255 0 0 / 20%) }'),
  'edges of html': page('html { padding: 10mm; border-top: 1mm solid red }'),
  'content of html': page('html::before { content: "once" }'),
  'html as a row': page('html { display: flex }'),
  'a clipped body': page('body { overflow: hidden; height: 60mm; margin: 0 }'),
  fixed: page('h1 { position: fixed; bottom: 0 }'),
  'fixed by itself': page('', '<h1 style="position:fixed;bottom:0">Element {{n}}</h1><p>{{text}}</p>'),
  'fixed by a variable': page(':root { --p: fixed } h1 { position: var(--p); bottom: 0 }'),
  sticky: page('h1 { position: sticky; top: 0 }'),
  'placed by the sheet': page('h1 { position: absolute; bottom: 0; right: 0 }'),
  'a note placed by the sheet': page('p::after { position: absolute; bottom: 0; right: 0; content: "note" }'),
  'a style sheet of its own address': page('').replace(
    '</title>',
    '</title><link rel="stylesheet" href="data:text/css,h1{position:fixed;bottom:0}">',
  ),
  'an imported style sheet': page('').replace(
    '@page',
    '@import "data:text/css,h1{position:fixed;bottom:0}"; @page',
  ),
  'a circle that reaches above': page(
    'body { margin: 0 } .header { position: relative; height: 10mm } .header::before { content: ""; position: absolute; top: -10mm; width: 30mm; height: 30mm; border-radius: 50%; background: #c33 }',
    `<div class="header"></div>${HEADING}`,
  ),
  'a picture that reaches above': page(
    'body { margin: 0 } svg { position: absolute; top: -8mm } .header { position: relative; height: 10mm }',
    `<div class="header"><div><svg width="60" height="60"><rect width="60" height="60" fill="#3c3"/></svg></div></div>${HEADING}`,
  ),
  'a picture that nothing clips': page(
    'body { margin: 0; position: relative } .clip { overflow: hidden; height: 10mm } svg { position: absolute; top: -8mm }',
    `<div class="clip"><div><svg width="60" height="60"><rect width="60" height="60" fill="#33c"/></svg></div></div>${HEADING}`,
  ),
  'a shadow at the edge': page('body { margin: 0 } h1 { margin: 0; box-shadow: 0 0 30px #000 }'),
  'an animation': page('@keyframes k { from { counter-increment: x } } h1 { animation: k 1s }'),
  'html that is scaled': page('html { scale: 0.9 }'),
  'a drawing that takes colours from around it': page(
    'stop { stop-color: var(--c) }',
    `<div style="--c: {{#if even}}#f00{{else}}#0f0{{/if}}"><svg width="90" height="90"><defs><linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="#00f"/></linearGradient></defs><rect width="90" height="90" fill="url(#g)"/></svg></div>${HEADING}`,
  ),
  'more than its box': page('body { height: 124mm; margin: 0 } p { font-size: 40pt }'),
  'a float longer than its box': page('p { float: left; height: 130mm; width: 5mm; background: red }'),
  'more than a sheet': page('p { height: 200mm; background: #eee }'),
  'flowing over sheets': page('p { height: 200mm; background: #eee }').replace(
    '<title>',
    '<meta name="page-overflow" content="flow"><title>',
  ),
  'a break to one side': page('p { break-before: right }'),
  'a lower heading first': page('', '<h2>Before</h2><h1>Element {{n}}</h1>'),
  'a lower heading alone': page(
    '',
    '{{#if even}}<h2>Element {{n}}</h2>{{else}}<h1>Element {{n}}</h1>{{/if}}',
  ),
  'an empty element': page('', '{{#if even}}<p>Element {{n}}</p>{{/if}}'),
  buttons: page('', `${HEADING}<label>x <input type="radio" name="r" checked></label>`),
  'no doctype for some': `{{#if even}}<!doctype html>{{/if}}${page('').replace('<!doctype html>', '')}`,
  'an element wider than its sheet': page(
    '',
    `<div style="width: {{#if even}}120{{else}}20{{/if}}mm; border: 1px solid">x</div>${HEADING}`,
  ),
  'a word longer than a line': page('', `<p>{{#if even}}${'W'.repeat(40)}{{/if}}</p>${HEADING}`),
  'an element placed over the edge': page(
    'body { position: relative } div { position: absolute; left: 60mm; width: 40mm; border: 1px solid }',
    `{{#if even}}<div>x</div>{{/if}}${HEADING}`,
  ),
  'an element moved over the edge': page(
    'div { transform: translateX(30mm); border: 1px solid }',
    `{{#if even}}<div>x</div>{{/if}}${HEADING}`,
  ),
  'a negative margin over the edge': page(
    'div { margin-right: -5mm; border: 1px solid }',
    `{{#if even}}<div>x</div>{{/if}}${HEADING}`,
  ),
  'pulled upwards': page('body { margin: -12mm 0 0 }'),
  'a first line above its box': page('h1 { line-height: 0.5; margin: 0 } body { margin: 0 }'),
}

describe('batch printing', () => {
  let printer: Printer
  let pictures: Pictures
  let hosts: TemplateHosts
  before(async () => {
    printer = await sharedPrinter()
    pictures = await sharedPictures()
    hosts = await sharedHosts()
  })
  after(async () => {
    await printer[Symbol.asyncDispose]()
    await pictures[Symbol.asyncDispose]()
    await hosts[Symbol.asyncDispose]()
  })

  const signal = () => AbortSignal.timeout(30_000)
  const filled = (source: string, elements: unknown[]) =>
    hosts.fill(
      { tenant: 'test', source, contentVersion: source, elements: JSON.stringify(elements) },
      signal(),
    )

  const printed = (documents: string[]) =>
    printBatch(printer, documents, { owner: owner('a'), parallel: 1, signal: signal() })

  /** Compares sheets, texts, outlines and images of a batch with single prints. @returns the number of PDFs of the batch. */
  async function compared(name: string, source: string, elements: unknown[]): Promise<number> {
    const documents = await filled(source, elements)
    const array = await printed(documents)
    const single = await Promise.all(documents.map((html) => printer.print(html, owner('a'), signal())))
    const [one, other] = [array, single].map((parts) => assemblePdf(parts.map(({ pdf }) => pdf)))
    assert.ok(one && other)
    const [first, second] = [await openPdf(one), await openPdf(other)]
    assert.equal(first.numPages, second.numPages, name)
    assert.deepEqual(await outlineOf(first), await outlineOf(second), name)
    for (let sheet = 1; sheet <= first.numPages; sheet += 1)
      assert.equal(await textOf(first, sheet), await textOf(second, sheet), name)
    for (const { differing, total } of await pictures.differences(one, other))
      assert.ok(differing / total < 0.0001, `${name}: ${differing} of ${total}`)
    return array.length
  }

  it('is compared by images that show a difference of one digit', async () => {
    const [one, other] = await Promise.all(
      ['<p>Total 10.00', '<p>Total 10.01'].map((html) => printer.print(html, owner('a'), signal())),
    )
    const [difference] = await pictures.differences(one?.pdf ?? Buffer.of(), other?.pdf ?? Buffer.of())
    assert.ok(difference && difference.differing > 20, JSON.stringify(difference))
  })

  it('combines documents that look as when printed alone', async () => {
    for (const [name, source] of Object.entries(COMBINED))
      assert.equal(await compared(name, source, DATA), 1, name)
  })

  it('prints documents one by one when they may look different in a combined document', async () => {
    const two = DATA.slice(0, 2)
    const partsOf = async (source: string) => (await printed(await filled(source, two))).length
    assert.equal(await partsOf(page('')), 1)
    for (const [name, source] of Object.entries(ALONE)) assert.equal(await partsOf(source), 2, name)
  })

  it('gives the same sheets combined and alone for every example', async () => {
    const examples = new URL('../../examples/', import.meta.url)
    const parts: Record<string, number> = {}
    for (const entry of await readdir(examples, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const read = (file: string) => readFile(new URL(`${entry.name}/${file}`, examples), 'utf8')
      const data = [JSON.parse(await read('data.json'))].flat()
      parts[entry.name] = await compared(entry.name, await read('template.hbs'), [...data, ...data])
    }
    const together = Object.keys(parts).filter((name) => parts[name] === 1)
    assert.deepEqual(together.toSorted(), ['certificate', 'invoice', 'letter', 'shipping-label', 'ticket'])
  })

  it('uses all tabs and keeps the order of the documents', async () => {
    const documents = await filled(
      page(''),
      Array.from({ length: 60 }, (_, n) => ({ n })),
    )
    const printed = await printBatch(printer, documents, { owner: owner('a'), parallel: 2, signal: signal() })
    assert.equal(printed.length, 3)
    const pdf = await openPdf(assemblePdf(printed.map((part) => part.pdf)))
    for (const sheet of [1, 26, 60])
      assert.match(await textOf(pdf, sheet), new RegExp(`^Element ${sheet - 1}$`))
  })

  it('aborts all prints when one fails', async () => {
    const late = AbortSignal.timeout(700)
    const documents = ['<p>a', '<script>while (true) {}</script>', '<p>b']
    await assert.rejects(printBatch(printer, documents, { owner: owner('b'), parallel: 1, signal: late }))
    assert.equal((await printer.print('<p>on', owner('b'), signal())).sheets, 1)
  })
})
