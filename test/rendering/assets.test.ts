import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { encode } from 'fast-png'
import { Refusal } from '../../packages/template/src/refusal.ts'
import type { Assets } from '../../packages/renderer/src/library.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { contentsOf, textsOf } from '../pdf.ts'
import { owner, sharedPrinter } from './printers.ts'

const PLACE = 'http://document.invalid/assets/1/'
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
)
const SCRIPTED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="document.documentElement.textContent=1">' +
  '<script>top.document.title="RAN"</script><rect width="40" height="20" fill="red"/></svg>'

describe('assets in documents', () => {
  let printer: Printer
  let assets: Assets
  before(async () => {
    const content = (contentType: string, bytes: Uint8Array | string) =>
      ({ contentType, base64: Buffer.from(bytes).toString('base64') }) as const
    assets = new Map([
      [`${PLACE}a.png`, content('image/png', picture(0))],
      [`${PLACE}b.png`, content('image/png', picture(1))],
      [`${PLACE}c.svg`, content('image/svg+xml', SCRIPTED_SVG)],
      [`${PLACE}f.ttf`, content('font/ttf', await readFile(FONT))],
    ])
    printer = await sharedPrinter()
  })
  after(() => printer[Symbol.asyncDispose]())

  const print = (html: string, shown = assets, tenant = 'a') =>
    printer.print(html, { ...owner(tenant), assets: shown }, AbortSignal.timeout(60_000))
  const picturesIn = (pdf: Buffer) =>
    [
      ...contentsOf(pdf).matchAll(
        /\/Subtype \/Image[^]{0,200}?\/Width (\d+)|\/Width (\d+)[^]{0,200}?\/Subtype \/Image/g,
      ),
    ].length

  it('show as images, backgrounds, masks and fonts, with and without scripts', async () => {
    for (const script of ['', '<script>document.title = "x"</script>']) {
      const { pdf, warnings } = await print(
        `${script}<style>@font-face{font-family:own;src:url(${PLACE}f.ttf)} p{font-family:own}
        div{width:50px;height:50px;background:url(${PLACE}b.png)}
        b{display:block;width:50px;height:50px;background:red;mask:url(${PLACE}a.png)}</style>
        <img src="${PLACE}a.png"><img src="${PLACE}c.svg"><p>serif</p><div></div><b></b>`,
      )
      assert.deepEqual(warnings, [], script)
      assert.match(contentsOf(pdf), /NotoSerif/)
      assert.ok(picturesIn(pdf) >= 2, `${picturesIn(pdf)} pictures`)
    }
  })

  it('are requested once, however often a document shows them', async () => {
    const { warnings } = await print(`<img src="${PLACE}a.png">`.repeat(1_500))
    assert.deepEqual(warnings, [])
  })

  it('are available only to their documents and only during the print', async () => {
    const html = `<img src="${PLACE}a.png">`
    const missing = [{ kind: 'image-missing', subject: `${PLACE}a.png`, count: 1 }]
    assert.deepEqual((await print(html)).warnings, [])
    assert.deepEqual((await print(`<script></script>${html}`)).warnings, [])
    // Same account and URL, in a scripted document with its own JavaScript world.
    assert.deepEqual((await print(`<script></script>${html}`, new Map())).warnings, missing)
    assert.deepEqual((await print(html, new Map(), 'b')).warnings, missing)
    assert.deepEqual((await printer.print(html, owner('c'), AbortSignal.timeout(60_000))).warnings, missing)
    for (const other of [`${PLACE}A.png`, `${PLACE}a.png?x`, `${PLACE}../1/d.png`, `${PLACE}%61.png`])
      assert.equal((await print(`<img src="${other}">`)).warnings[0]?.kind, 'image-missing', other)
  })

  it('run no code and cannot be read by scripts', async () => {
    const { pdf, warnings } = await print(`<p id="p">start</p><img src="${PLACE}c.svg">
      <iframe src="${PLACE}c.svg"></iframe><object data="${PLACE}c.svg"></object><embed src="${PLACE}c.svg">
      <script>platen.ready = (async () => {
        const say = (text) => p.append(' ' + text)
        await fetch('${PLACE}f.ttf').then((answer) => say('fetch ' + answer.status), () => say('no fetch'))
        const canvas = document.createElement('canvas')
        const image = new Image()
        image.src = '${PLACE}a.png'
        await image.decode()
        canvas.getContext('2d').drawImage(image, 0, 0)
        try { canvas.toDataURL(); say('drawn') } catch { say('no pixels') }
        say(document.title || 'untitled')
      })()</script>`)
    const [text] = await textsOf(pdf)
    assert.match(text ?? '', /start (?:no fetch|fetch 404) no pixels untitled/)
    assert.ok(!contentsOf(pdf).includes('RAN'))
    assert.ok(
      warnings.every(({ kind }) => ['request-refused', 'navigation-refused'].includes(kind)),
      JSON.stringify(warnings),
    )
  })

  it('are available to frames, within a limit of requests', async () => {
    const large = `${PLACE}large.png`
    const bytes = Buffer.concat([picture(2), Buffer.alloc(4 * 1024 * 1024)])
    const shown = new Map([[large, { contentType: 'image/png', base64: bytes.toString('base64') }]])
    const frame = `<iframe srcdoc='<img src="${large}">'></iframe>`
    assert.deepEqual((await print(frame, shown)).warnings, [])
    // A warning reports the limit, unless a slow machine ends the page first.
    const isLimited = await print(frame.repeat(22), shown).then(
      ({ warnings }) => warnings.some(({ subject }) => subject === 'assets: too many requests or bytes'),
      (error: unknown) => error instanceof Refusal && error.kind === 'invalid',
    )
    assert.ok(isLimited)
  })

  it('show in combined documents too', async () => {
    const page = (n: number) =>
      `<!doctype html><html><head><style>@font-face{font-family:own;src:url(${PLACE}f.ttf)} p{font-family:own}</style></head>
      <body><p>${n}</p><img src="${PLACE}a.png"></body></html>`
    const documents = Array.from({ length: 10 }, (_, n) => page(n))
    const options = { owner: { ...owner('a'), assets }, parallel: 1, signal: AbortSignal.timeout(60_000) }
    const printed = await printBatch(printer, documents, options)
    assert.deepEqual(
      printed.map(({ sheets, warnings }) => [sheets, warnings]),
      [[10, []]],
    )
    const [{ pdf } = { pdf: Buffer.of() }] = printed
    assert.equal(picturesIn(pdf), 1)
    assert.equal((await textsOf(pdf)).length, 10)
  })
})

/** Returns an opaque PNG with colours that depend on `seed`. */
function picture(seed: number): Uint8Array {
  const data = Uint8Array.from({ length: 16 * 16 * 3 }, (_, index) => (index * 7 + seed * 50) % 256)
  return encode({ width: 16, height: 16, data, channels: 3, depth: 8 })
}
