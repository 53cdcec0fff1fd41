import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { linksOf, openPdf, outlineOf, placedTexts, type Tag, tagsOf, textOf } from './documents.ts'
import { type Pictures, sharedPictures } from './images.ts'
import { owner, sharedHosts, sharedPrinter } from './printers.ts'

const HEADING = '<h1>Element {{n}}</h1><p>{{text}}</p>'
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='
const page = (style: string, body = HEADING, attributes = '') =>
  `<!doctype html><html lang="en"><head><title>No. {{n}}</title><style>@page { size: 105mm 148mm; margin: 12mm } ${style}</style></head><body${attributes}>${body}</body></html>`
const DATA = [1, 2, 3].map((n) => ({ n, even: n % 2 === 0, text: 'word '.repeat(n * 7) }))

/** Returns a template with a margin box whose content is a variable of its data. */
const withVariable = (even: string) =>
  page('@page { @top-left { content: var(--x) } @bottom-left { content: "Foot" } }').replace(
    '<html',
    `<html style="--x: {{#if even}}${even}{{else}}counter(page) &quot;(&quot;{{/if}}"`,
  )

/** Templates whose documents are combined. */
const COMBINED: Record<string, string> = {
  'margins that collapse': page('body { margin: 8mm 0 } h1 { margin: 20mm 0 0 }'),
  'as high as a sheet': page(
    'body { margin: 0; min-height: 100vh; box-sizing: border-box; border: 1mm solid #444 }',
  ),
  'as wide as a sheet': page(
    'body { margin: 0 } h1 { width: 81mm; border-right: 1px solid; box-sizing: border-box } p { width: 100vw }',
  ),
  'the size of the paper': page(
    'h1 { text-align: center } .end { position: fixed; right: 0; bottom: 0 }',
    `${HEADING}<b class="end">end</b>`,
  ).replace(/@page \{[^}]*\}/, ''),
  'margins without a size': page('h1 { text-align: center } p { float: right }').replace(
    'size: 105mm 148mm; ',
    '',
  ),
  'Letter, landscape': page('body { margin: 0; background: #ffe } p { text-align: right }').replace(
    '105mm 148mm; margin: 12mm',
    'letter landscape; margin: 0.4in',
  ),
  'heights as percentages': page(
    'html { height: 100% } body { min-height: 100%; margin: 0; display: flex; flex-direction: column } p { margin: auto 0 0 }',
  ),
  'page counters': page(
    '@page { @bottom-right { content: "Sheet " counter(page) " of " counter(pages); font: 8pt Inter } }',
  ),
  'a Roman counter': page(
    '@page { @bottom-right { content: counter(page, upper-roman) "/" counters(pages, ".") } }',
  ),
  'page counters in a variable': page(
    ':root { --c: counter(page) "/" counter(pages) } @page { @top-left { content: "x" var(--c) } }',
  ),
  'a variable of its data': withVariable('&quot;{{n}} ;}{&quot; counter(page)'),
  'margin boxes of its data': page('@page { @bottom-left { content: "No. {{n}} \\"pages)\\"" } }'),
  'margin boxes that inherit': page(
    'html { font: italic 9pt Inter; color: #a00; letter-spacing: 1px } html:has(h1) { color: #0a0 } @page { @top-left { content: "Text" } }',
  ),
  'a first page': page(
    '@page :first { margin: 30mm } @page :left { margin: 1mm } @page :right { margin-top: 5mm }',
  ),
  'pages for a medium': page(
    '@media print { @page { margin: 20mm } } @media screen { @page { margin: 5mm } } @supports (display: nothing) { @page { margin: 1mm } }',
  ),
  'a background of pages': page('@page { background: #eef } body { background: #fee }'),
  'a plain background': page('body { background: #eef } html { color: #123 }'),
  'a plain background of html': page('html { background: #fee } body { background: #eef }'),
  'a translucent background': page('body { background: rgb(255 0 0 / 20%) }'),
  'a plain background behind a watermark': page(
    'body { position: relative; margin: 0; background: #ffe } .mark { position: absolute; z-index: -1; top: 10mm; font-size: 40pt; color: #ccc }',
    `<div class="mark">COPY</div>${HEADING}`,
  ),
  'selectors of the root': page(
    ':root, :host { --ink: #a00 } :root > body > h1 { color: var(--ink) } :host p { color: blue } html:only-child p { text-decoration: underline } *:not(:root) { border-left: 1px solid } [title=":root"] { color: green }',
    `${HEADING}<p title=":root">x</p>`,
  ),
  'selectors by position': page(
    'body:nth-child(2) h1 { color: green } body:last-child p { color: red } * + * { margin-top: 5mm } :root:has(p + p) h1 { color: blue }',
  ),
  'nested rules': page(
    '[title="&"] { color: blue } h1 { @media print { & { margin: 0 } } } h1 { &:not(.x) { color: red } } :root { & p { color: green } }',
  ),
  'conditional rules': page(
    '@media print { h1 { color: #080 } } @supports (display: grid) { p { color: #008 } } @layer base { p { margin: 0 } } @media (max-width: 306px) { p { font-weight: bold } }',
  ),
  'units of the root': page(
    'html { font-size: 62.5% } h1 { font-size: 3rem; width: 20rem; border: 0.2rem solid }',
  ),
  'registered properties': page(
    '@property --x { syntax: "<length>"; inherits: false; initial-value: 30px } h1 { padding-left: var(--x) }',
  ),
  'fonts of its own': page('@font-face { font-family: Own; src: local("Inter") } h1 { font-family: Own }'),
  'counters and quotes': page(
    'html { counter-reset: item } p { counter-increment: item } p::before { content: counter(item) ". " open-quote } body { counter-increment: body } h1::before { content: counter(body) }',
  ),
  'counter styles': page(
    '@counter-style star { system: cyclic; symbols: "*"; suffix: " " } li { list-style: star } @page { @top-left { content: counter(page, star) } }',
    `<ul><li>a</ul>${HEADING}`,
  ),
  positions: page(
    '.a { position: absolute; bottom: 0; right: 0 } .b { position: fixed; top: 0; right: 0 } h1 { position: sticky; top: 0 } p::after { position: absolute; bottom: 0; left: 0; content: "note" }',
    `<b class="a">a</b><b class="b">b</b>${HEADING}`,
  ),
  'edges and content of html': page(
    'html { margin: 2mm; padding: 5mm; border-top: 1mm solid red } html::before { content: "once" }',
  ),
  'html as a row': page('html { display: flex }'),
  'a grid for a body': page('body { display: grid; grid-template-columns: 1fr 1fr; margin: 0 }'),
  'a clipped body': page('body { overflow: hidden; height: 60mm; margin: 0 }'),
  'a body that is transformed': page('body { opacity: 0.5; transform: rotate(2deg) }'),
  'a float': page('h1 { float: right } p { margin: 0 0 40mm }'),
  'a circle that reaches above': page(
    'body { margin: 0 } .header { position: relative; height: 10mm } .header::before { content: ""; position: absolute; top: -10mm; width: 30mm; height: 30mm; border-radius: 50%; background: #c33 }',
    `<div class="header"></div>${HEADING}`,
  ),
  'a picture that reaches above': page(
    'body { margin: 0 } svg { position: absolute; top: -8mm } .header { position: relative; height: 10mm }',
    `<div class="header"><div><svg width="60" height="60"><rect width="60" height="60" fill="#3c3"/></svg></div></div>${HEADING}`,
  ),
  'a text above its sheet': page('b { position: absolute; top: -20mm }', `<b>SECRET {{n}}</b>${HEADING}`),
  'a shadow at the edge': page(
    'body { margin: 0 } h1 { margin: 0; box-shadow: 0 0 30px #000; outline: 9mm solid red }',
  ),
  'pulled upwards': page('body { margin: -12mm 0 0 }'),
  'a first line above its box': page('h1 { line-height: 0.5; margin: 0 } body { margin: 0 }'),
  'drawings of its data': page(
    'stop { stop-color: var(--c) }',
    `<div style="--c: {{#if even}}#f00{{else}}#0f0{{/if}}"><svg width="90" height="90"><defs><linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="#00{{n}}"/></linearGradient><circle id="c" r="1{{n}}" cx="20" cy="20"/></defs><rect width="90" height="90" fill="url(#g)"/><use href="#c"/></svg></div>${HEADING}`,
  ),
  'an image': page('img { width: 20mm; height: 20mm }', `<img alt="" src="${GIF}">${HEADING}`),
  'styles of its data': page('{{#if even}}h1 { color: red }{{/if}}'),
  'attributes of its data': page('.even { color: red }', HEADING, '{{#if even}} class="even"{{/if}}'),
  'styles in the body': page('', `<style>p { color: {{#if even}}red{{else}}blue{{/if}} }</style>${HEADING}`),
  'linked style sheets': page('').replace(
    '</title>',
    '</title><link rel="stylesheet" href="data:text/css,:root{--x:red}h1{color:var(--x)}%40page{margin:20mm}"><link rel="stylesheet" media="screen" href="data:text/css,h1{position:fixed}">',
  ),
  'an imported style sheet': page('').replace(
    '@page',
    '@import "data:text/css,h1{position:fixed;bottom:0}"; @page',
  ),
  'a break at its end': page('p { break-after: page } h1 { break-before: page }'),
  'breaks of inner elements at its beginning and end': page(
    'b { display: block; break-before: page } i { display: block; break-after: page }',
    `<div> <div><b>b</b>${HEADING}<i>i</i></div> </div>`,
  ),
  'an empty element': page('', '{{#if even}}<p>Element {{n}}</p>{{/if}}'),
  forms: page(
    '',
    `<form><label for="a">A</label><input id="a" value="{{n}}"><input type="radio" name="r" checked><select><option>1<option selected>2</select><button>go</button></form><details name="d" open><summary>s</summary>x</details>${HEADING}`,
  ),
  'ids and labels': page(
    '',
    `${HEADING}<h2 id="l">L{{n}}</h2><svg role="img" aria-labelledby="l" width="9" height="9"><rect width="9" height="9"/></svg><table><tr><th id="c">a<td headers="c">b</table>`,
  ),
  'links to other documents': page(
    '',
    `<a href="https://a.test/x#y">a</a><a href="mailto:a@b.test">m</a>${HEADING}`,
  ),
  'an inert template': page('', `<template><h1>no</h1></template>${HEADING}`),
  'no language': page('').replace(' lang="en"', ''),
  'quirks mode': page(
    'body { margin: 5mm; background: #eef } h1 { text-align: center }',
    `<table><tr><td>{{n}}</table>${HEADING}`,
    ' text="#00f"',
  ).replace('<!doctype html>', ''),
  'limited quirks mode': page(
    'img { width: 50px; height: 20px } td { font-size: 40px }',
    `<table><tr><td><img alt="" src="${GIF}"></table>${HEADING}`,
  ).replace(
    '<!doctype html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  ),
}

/** Templates whose documents are printed one by one, because they may look different in a combined document. */
const ALONE: Record<string, string> = {
  scripts: page(
    '',
    `${HEADING}<script>document.querySelector("h1").append(document.querySelectorAll("h1").length)</script>`,
  ),
  'links to itself': page('', `${HEADING}<a href="#end">to the end</a><p id="end">the end</p>`),
  'links to a name in itself': page(
    '',
    `${HEADING}<a href="#the%20end">to the end</a><a name="the end">end</a>`,
  ),
  'a base': page('').replace('<style>', '<base href="https://a.test/"><style>'),
  'a policy': page('').replace(
    '<style>',
    '<meta http-equiv="Content-Security-Policy" content="style-src none"><style>',
  ),
  'a language by a header': page('').replace(
    '<style>',
    '<meta http-equiv="content-language" content="de"><style>',
  ),
  'a language of its data': page('').replace('lang="en"', 'lang="{{#if even}}de{{else}}en{{/if}}"'),
  'a shadow tree': page('', `<div><template shadowrootmode="open">x</template></div>${HEADING}`),
  'an open dialog': page('', `<dialog open>x</dialog>${HEADING}`),
  'a focused field': page('', `<input autofocus>${HEADING}`),
  'colours of links': page('', `<a href="https://a.test/">a</a>${HEADING}`, ' link="red"'),
  'an animated drawing': page(
    '',
    `<svg><circle r="9"><animate attributeName="r" to="40" dur="1s"/></circle></svg>${HEADING}`,
  ),
  'a counter of sheets': page(
    '@page { counter-increment: page 2; @bottom-right { content: counter(page) } }',
  ),
  'a variable with an open bracket': withVariable('('),
  'a variable with an open function': withVariable('counter(page'),
  'a variable with an open string': withVariable('&quot;a'),
  'a variable with a backslash at its end': withVariable('a\\'),
  'a variable with a default': page('@page { margin: var(--m, 3mm) }'),
  'named pages': page('@page wide { size: 148mm 105mm } p { page: wide; break-before: page }'),
  'pages of its data': page('@page { margin: 1{{n}}mm }'),
  'pages for a width': page('@media (min-width: 100px) { @page { margin: 20mm } }'),
  'pages in a layer': page('@layer a { @page { margin: 20mm } }'),
  'a margin of pages in em': page('@page { margin: 2em }'),
  'a logical margin of pages': page('@page { margin-inline: 30mm 1mm }'),
  'a logical margin of pages that is 0': page('@page { margin-block-start: 0px }'),
  'an important margin of pages': page('@page { margin: 30mm !important } @page { margin: 1mm }'),
  'a padding of pages': page('@page { padding: 5mm }'),
  'a width of pages': page('@page { width: 50mm }'),
  'a size that Chromium does not know': page('').replace('105mm 148mm', 'A6'),
  'fonts of its data': page('{{#if even}}@font-face { font-family: Own; src: local("Inter") }{{/if}}'),
  'a colour palette of fonts': page('@font-palette-values --p { font-family: X; base-palette: 1 }'),
  'a nesting selector that means the root': page('& h1 { color: red } @media print { & { color: blue } }'),
  'a scope': page('@scope (body) { p { color: red } }'),
  'a conditional import': page('').replace(
    '@page',
    '@import "data:text/css,@page{margin:20mm}" layer(a); @page',
  ),
  'a missing style sheet': page('').replace('</title>', '</title><link rel="stylesheet" href="missing.css">'),
  'an alternate style sheet': page('').replace(
    '</title>',
    '</title><link rel="stylesheet" title="a" href="data:text/css,h1{color:red}">',
  ),
  'an image on the body': page(`body { background: url(${GIF}) }`),
  'a gradient on html': page('html { background: linear-gradient(red, blue) }'),
  'a background of its data': page('body { background: {{#if even}}#eef{{else}}#fee{{/if}} }'),
  'a background of the window': page('h1 { background: linear-gradient(red, blue) fixed }'),
  'a blend mode': page('h1 { mix-blend-mode: multiply }'),
  'a mask': page('h1 { mask: url(#m) }', `<svg><mask id="m"></mask></svg>${HEADING}`),
  'dark colours': page(':root { color-scheme: dark }'),
  'dark colours by a meta element': page('').replace(
    '<style>',
    '<meta name="color-scheme" content="dark"><style>',
  ),
  'an animation': page('@keyframes k { from { counter-increment: x } } h1 { animation: k 1s }'),
  'an animation by a variable': page(':root { --a: k 1s } h1 { animation: var(--a) }'),
  'html that is scaled': page('html { scale: 0.9 }'),
  'html that is zoomed': page('html { zoom: 0.9 }'),
  'html as a table': page('html { display: table }'),
  'a body without a box': page('body { display: contents }'),
  'a body that is a container': page('body { container-type: inline-size }'),
  'from right to left': page('').replace('lang="en"', 'lang="ar" dir="rtl"'),
  'from top to bottom': page('body { writing-mode: vertical-rl }'),
  'a size of type of its data': page('html { font-size: 1{{n}}px }'),
  'a size of type in its own unit': page('html { font-size: 1.25rem }'),
  'another unit of the root': page('h1 { height: 3rlh }'),
  'more than its box': page('body { height: 124mm; margin: 0 } p { font-size: 40pt }'),
  'a float longer than its box': page('p { float: left; height: 130mm; width: 5mm; background: red }'),
  'more than a sheet': page('p { height: 200mm; background: #eee }'),
  'more than a sheet by a part of a pixel': page(
    'body { margin: 0 } main { height: 469.2px }',
    '<main>{{n}}</main>',
  ),
  'flowing over sheets': page('p { height: 200mm; background: #eee }').replace(
    '<title>',
    '<meta name="page-overflow" content="flow"><title>',
  ),
  'a break within': page('h1 { break-after: page }'),
  'a break after content around it': page(
    'b { display: block; break-before: page }',
    `${HEADING}<div><div><b>b</b></div></div>`,
  ),
  'a break before content around it': page(
    'b { display: block; break-after: page }',
    `<div><div><b>b</b></div></div>text`,
  ),
  'a break after an empty box': page('h1 { break-before: page }', `<div></div>${HEADING}`),
  'a break of its data': page('', `${HEADING}{{#if even}}<p style="break-before: page">second</p>{{/if}}`),
  'a break to one side': page('h1 { break-before: left }'),
  'a break of generated content': page('h1::after { content: "x"; display: block; break-after: page }'),
  'a field that hides its parent': page(
    'b { display: block; break-before: page }',
    `<form><input name="parentElement"><b></b></form>`,
  ),
  'an image that hides the root': page('', `<img alt="" name="documentElement" src="${GIF}">${HEADING}`),
  'a lower heading first': page('', '<h2>Before</h2><h1>Element {{n}}</h1>'),
  'a lower heading alone': page(
    '',
    '{{#if even}}<h2>Element {{n}}</h2>{{else}}<h1>Element {{n}}</h1>{{/if}}',
  ),
  'no doctype for some': `{{#if even}}<!doctype html>{{/if}}${page('').replace('<!doctype html>', '')}`,
  'a height in quirks mode': page('h1 { height: 50% }').replace('<!doctype html>', ''),
  'a positioned body in quirks mode': page('body { position: relative }').replace('<!doctype html>', ''),
  frames: '<!doctype html><frameset></frameset>',
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

  /** Compares sheets, texts, links, tags, outlines and images of a batch with single prints. @returns the number of PDFs of the batch. */
  async function compared(name: string, source: string, elements: unknown[]): Promise<number> {
    const documents = await filled(source, elements)
    const array = await printed(documents)
    const single = await Promise.all(documents.map((html) => printer.print(html, owner('a'), signal())))
    const [one, other] = [array, single].map((parts) => assemblePdf(parts.map(({ pdf }) => pdf)))
    assert.ok(one && other)
    const [first, second] = [await openPdf(one), await openPdf(other)]
    assert.equal(first.numPages, second.numPages, name)
    assert.deepEqual(await outlineOf(first), await outlineOf(second), name)
    for (let sheet = 1; sheet <= first.numPages; sheet += 1) {
      assert.equal(await textOf(first, sheet), await textOf(second, sheet), name)
      assert.deepEqual(await linksOf(first, sheet), await linksOf(second, sheet), name)
      assert.deepEqual(inDocument(await tagsOf(first, sheet)), inDocument(await tagsOf(second, sheet)), name)
    }
    for (const [index, { differing, total }] of (await pictures.differences(one, other)).entries()) {
      if (differing / total < 0.0001) continue
      const sheet = index + 1
      assert.deepEqual(await placedTexts(first, sheet), await placedTexts(second, sheet), name)
      assert.fail(`${name}, sheet ${sheet}: ${differing} of ${total}`)
    }
    return array.length
  }

  /** Returns the tags without the `Document` around several documents. */
  const inDocument = ([tag, ...others]: Tag[]): Tag[] =>
    tag?.children[0]?.role === 'Document'
      ? tag.children
      : [tag, ...others].filter((outer) => outer !== undefined)

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
    assert.deepEqual(together.toSorted(), [
      'certificate',
      'e-invoice',
      'e-invoice-fr',
      'invoice',
      'letter',
      'shipping-label',
      'ticket',
    ])
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
