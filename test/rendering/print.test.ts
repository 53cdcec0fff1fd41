import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { readPdf } from '../../packages/renderer/src/pdf/objects/read.ts'
import { chromiumArguments } from '../../packages/renderer/src/print/chromium/chromium.ts'
import { installChromium } from '../../packages/renderer/src/print/chromium/install.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { textsOf } from '../pdf.ts'
import { owner, sharedPrinter } from './printers.ts'

const LIMIT_MS = 60_000

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p>Paragraph ${n}</p>`).join('')

/** Languages whose ligatures have their text beside the glyphs. */
const LIGATED = ['hi', 'bn', 'gu', 'kn', 'km', 'my', 'si', 'te']

describe('the printer', () => {
  let printer: Printer
  before(async () => {
    printer = await sharedPrinter()
  })
  after(() => printer[Symbol.asyncDispose]())

  const print = (html: string, tenant = 'a', limitMs = LIMIT_MS) =>
    printer.print(html, owner(tenant), AbortSignal.timeout(limitMs))
  const sizeOf = (pdf: Buffer) =>
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
      .exec(pdf.toString('latin1'))
      ?.slice(1)
      .map((points) => Math.round((Number(points) * 25.4) / 72))
  it('prints A4 without margins by default', async () => {
    const rows: [string, number[]][] = [
      ['', [210, 297]],
      ['@page { size: A4 landscape }', [297, 210]],
      ['@page { size: 100mm 150mm; margin: 5mm }', [100, 150]],
      ['@page { size: letter }', [216, 279]],
    ]
    for (const [style, expected] of rows) {
      const { pdf, sheets } = await print(`<style>${style}</style><p>x</p>`)
      assert.deepEqual([sheetsRead(await textsOf(pdf)), sheets, sizeOf(pdf)], [1, 1, expected], style)
    }
  })

  const sheetsRead = (texts: string[]) => texts.length

  describe('fit', () => {
    it('scales a document that is slightly too long down to one sheet without losing content', async () => {
      for (const count of [28, 30, 33, 35, 37]) {
        const { pdf, sheets } = await print(`<style>body{margin:0}</style>${paragraphs(count)}`)
        assert.equal(sheets, 1, String(count))
        const [text] = await textsOf(pdf)
        assert.match(text ?? '', new RegExp(`Paragraph 0 .*Paragraph ${count - 1}$`))
      }
    })

    it('prints a document at full size on several sheets when its scale would be below 85 %', async () => {
      for (const count of [41, 80]) {
        const html = `<style>body{margin:0}</style>${paragraphs(count)}`
        const whole = await print(`<meta name="page-overflow" content="flow">${html}`)
        const { pdf, pages, sheets } = await print(html)
        assert.deepEqual([sheets, sheets > 1, pages[0]?.scale], [whole.sheets, true, 1])
        assert.match((await textsOf(pdf)).join(' '), new RegExp(`^Paragraph 0 .*Paragraph ${count - 1}$`))
      }
    })

    it('does not scale the page margins and their boxes', async () => {
      const style =
        '<style>@page{margin:2cm;@bottom-right{content:"foot " counter(page) "/" counter(pages)}}body{margin:0}</style>'
      const fit = '<meta name="page-overflow" content="fit">'
      const { pdf, sheets } = await print(fit + style + paragraphs(33))
      assert.equal(sheets, 1)
      assert.match((await textsOf(pdf))[0] ?? '', /^foot 1\/1 Paragraph 0 .*Paragraph 32$/)
    })

    it('uses one sheet for content one pixel too long, a full-height page or a break at the end', async () => {
      for (const html of [
        '<style>body{margin:0}main{min-height:100vh}</style><main>x</main>',
        '<style>main{min-height:100vh}</style><main>x</main>',
        '<style>body{margin:0}main{height:calc(100vh + 2px)}</style><main>x</main>',
        '<style>body{margin:0}main{height:298mm}</style><main>x</main>',
        '<div style="break-after:page">x</div>\n',
        '<p style="position:absolute;top:0">x</p>',
      ]) {
        assert.equal((await print(html)).sheets, 1, html)
      }
    })
  })

  it('prints no blank sheet at the end, and removes no sheet with content', async () => {
    const flow = '<meta name="page-overflow" content="flow">'
    const broken = '<div style="break-after:page">x</div>'
    const rows: [string, number][] = [
      [`${flow}${broken}<p></p>`, 1],
      [`${broken}<p></p>`, 1],
      [
        `${flow}<style>html{background:#ddd}@page{margin:2cm;@bottom-right{content:counter(page)}}</style>${broken}${broken}<p></p>`,
        2,
      ],
      [`${flow}${broken}<p>y</p>`, 2],
      [`${flow}${broken}<div style="height:5mm;background:red"></div>`, 2],
      [`${flow}${broken}<div style="border-top:1px solid"></div>`, 2],
      [`${flow}${broken}<svg width="9" height="9"><circle r="9"/></svg>`, 2],
    ]
    for (const [html, expected] of rows) {
      const { pdf, sheets } = await print(html)
      assert.deepEqual([sheets, (await textsOf(pdf)).length], [expected, expected], html)
    }
  })

  it('flows a template over as many sheets as it needs, and repeats table headers', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `<tr><td>Row ${n}</td></tr>`).join('')
    const { pdf, sheets } = await print(
      `<meta name="page-overflow" content="flow"><table><thead><tr><th>Head</th></tr></thead><tbody>${rows}</tbody></table>`,
    )
    assert.ok(sheets >= 3)
    for (const text of await textsOf(pdf)) assert.match(text, /^Head Row/)
  })

  it('has a font for every script, and the text can be extracted', async () => {
    const scripts: [string, string, string][] = [
      ['en', 'Grüße', 'Arimo'],
      ['el', 'Καλημέρα', 'Arimo'],
      ['uk', 'Привіт', 'Arimo'],
      ['ar', 'مرحبا', 'NotoSansArabic'],
      ['he', 'שלום', 'Arimo'],
      ['hi', 'नमस्ते', 'NotoSansDevanagari'],
      ['th', 'สวัสดี', 'NotoSansThai'],
      ['zh', '您好直', 'NotoSansSC'],
      ['ja', '日本直', 'BIZUDPGothic'],
      ['ko', '안녕', 'NanumGothic'],
      ['hy', 'Բարև', 'NotoSansArmenian'],
      ['bn', 'নমস্কার', 'NotoSansBengali'],
      ['am', 'ሰላም', 'NotoSansEthiopic'],
      ['ka', 'გამარჯობა', 'NotoSansGeorgian'],
      ['gu', 'નમસ્તે', 'NotoSansGujarati'],
      ['pa', 'ਨਮਸਤੇ', 'NotoSansGurmukhi'],
      ['kn', 'ನಮಸ್ಕಾರ', 'NotoSansKannada'],
      ['km', 'សួស្តី', 'NotoSansKhmer'],
      ['lo', 'ສະບາຍດີ', 'NotoSansLao'],
      ['ml', 'നമസ്കാരം', 'NotoSansMalayalam'],
      ['my', 'မင်္ဂလာပါ', 'NotoSansMyanmar'],
      ['si', 'ආයුබෝවන්', 'NotoSansSinhala'],
      ['ta', 'வணக்கம்', 'NotoSansTamil'],
      ['te', 'నమస్తే', 'NotoSansTelugu'],
    ]
    for (const [lang, text, font] of scripts) {
      const { pdf } = await print(
        `<html lang="${lang}"><style>body{font-family:sans-serif}</style><p>${text}`,
      )
      const fonts = pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+([A-Za-z]+)/g)
      assert.ok(Array.from(fonts, ([, name]) => name).includes(font), `${lang}: ${font}`)
      if (!['ar', 'ta', ...LIGATED].includes(lang)) assert.deepEqual(await textsOf(pdf), [text])
      // The text of ligatures is stored separately, and that of right-to-left scripts from the left.
      if (lang === 'ar') assert.equal(actualTexts(pdf).toReversed().join(''), text)
      if (LIGATED.includes(lang))
        assert.ok(actualTexts(pdf).every((part) => part !== '' && text.includes(part)))
    }
    assert.match((await print('<p>😀')).pdf.toString('latin1'), /NotoColorEmoji/)
  })

  it('has fonts with the same widths as Arial, Times New Roman, Courier New, Georgia and Calibri', async () => {
    // Widths of characters in thousandths of the font size, as the fonts that are replaced have them.
    const widths: [string, Record<string, number>][] = [
      ['Arial', { H: 722, a: 556, m: 833, i: 222, v: 500, ' ': 278 }],
      ['Helvetica', { H: 722, a: 556, m: 833, i: 222, v: 500, ' ': 278 }],
      ['sans-serif', { H: 722, a: 556, m: 833, i: 222, v: 500, ' ': 278 }],
      ['Times New Roman', { H: 722, a: 444, m: 778, i: 278, v: 500, ' ': 250 }],
      ['serif', { H: 722, a: 444, m: 778, i: 278, v: 500, ' ': 250 }],
      ['Courier New', { H: 600, a: 600, m: 600, i: 600, v: 600, ' ': 600 }],
      ['Georgia', { a: 504, e: 484, o: 539 }],
      ['Calibri', { a: 479, e: 498, n: 525, o: 527 }],
    ]
    const { pdf } = await print(`<canvas></canvas><pre style="font-size: 6px"></pre><script>
      const canvas = document.querySelector('canvas').getContext('2d')
      document.querySelector('pre').textContent = JSON.stringify(${JSON.stringify(widths)}.map(([family, expected]) => {
        canvas.font = '1000px ' + (family.includes('serif') ? family : JSON.stringify(family))
        return Object.keys(expected).map((character) => canvas.measureText(character).width)
      }))
    </script>`)
    const measured: number[][] = JSON.parse((await textsOf(pdf)).join(''))
    for (const [index, [family, expected]] of widths.entries())
      for (const [at, [character, width]] of Object.entries(expected).entries()) {
        const actual = measured[index]?.[at] ?? 0
        assert.ok(Math.abs(actual - width) <= 1, `${character} in ${family}: ${actual}, not ${width}`)
      }
  })

  it('runs scripts of a template in a world that ends with the document', async () => {
    const remember = `<p id=p></p><script>
      let stored = 'no storage'
      try { stored = localStorage.x ?? (localStorage.x = 'kept', 'stored') } catch {}
      let cookies = 'no cookies'
      try { cookies = document.cookie || (document.cookie = 'a=1', document.cookie) } catch {}
      document.getElementById('p').textContent = [window.left ?? 'clean', stored, cookies, window.name || 'nameless'].join(', ')
      window.left = window.name = 'LEFT'</script>`
    const texts = []
    for (const tenant of ['a', 'a', 'b', 'a'])
      texts.push(...(await textsOf((await print(remember, tenant)).pdf)))
    assert.deepEqual(
      texts,
      Array.from({ length: 4 }, () => 'clean, no storage, no cookies, nameless'),
    )
  })

  it('prints a template without scripts as a browser with scripts shows it', async () => {
    const rows: [string, string][] = [
      ['<p>a</p><noscript>no scripts</noscript>', 'a'],
      ['<p>a</p><NOSCRIPT>no scripts</NOSCRIPT>', 'a'],
      ['<style>@media (scripting: none) { p { display: none } }</style><p>a</p>', 'a'],
      ['<style>@media not ( scripting ) { p { display: none } }</style><p>a</p>', 'a'],
      ['<style>@media (scripting: enabled) { i { display: none } }</style><p>a<i>b</i></p>', 'a'],
    ]
    for (const [html, expected] of rows)
      assert.deepEqual(await textsOf((await print(html)).pdf), [expected], html)
  })

  it('warns about dialogs, windows, navigation and broken images, and prints the document', async () => {
    const rows: [string, string[]][] = [
      ['<script>alert(1);confirm(2)</script><p>x', ['dialog-dismissed', 'dialog-dismissed']],
      ['<p>x<script>location = "http://127.0.0.1:9/"</script>', ['navigation-refused']],
      ['<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><p>x', ['navigation-refused']],
      ['<p>x<script>open("http://127.0.0.1:9/")</script>', ['window-refused']],
      ['<p>x<img src="http://127.0.0.1:9/x.png">', ['image-missing']],
      [
        '<style>@font-face { font-family: F; src: url(http://127.0.0.1:9/) } p { font-family: F }</style><p>x',
        ['font-missing'],
      ],
      ['<p>x<script>nothing.there()</script>', ['script-failed']],
      ['<p>x<script>addEventListener("load", () => { throw 5 })</script>', ['script-failed']],
      ['<p>x<script>platen.ready = Promise.reject(new Error("no chart"))</script>', ['script-failed']],
      [
        '<p>x<script>platen.ready = new Promise((_, refuse) => setTimeout(refuse, 50, "no chart"))</script>',
        ['script-failed'],
      ],
    ]
    for (const [html, kinds] of rows) {
      const { pdf, warnings } = await print(html)
      assert.deepEqual(await textsOf(pdf), ['x'], html)
      if (html.includes('refresh')) continue
      assert.deepEqual(
        warnings.map(({ kind }) => kind),
        kinds,
        html,
      )
    }
  })

  it('warns about characters that no font has, wherever they are drawn', async () => {
    const rows: [string, string[]][] = [
      ['<p>A\u{13000}B, \u1820', ['U+13000 \u{13000}', 'U+1820 \u1820']],
      ['<p style="font-family: Inter">\u{1E900} x', ['U+1E900 \u{1E900}']],
      ['<p style="opacity: 0.5; transform: rotate(3deg)">\u0F00', ['U+0F00 \u0F00']],
      ['<p>\u0F00<script>document.createTreeWalker = OffscreenCanvas = 0</script>', ['U+0F00 \u0F00']],
      ['<p><script>document.querySelector("p").append("\\u0F00")</script>', ['U+0F00 \u0F00']],
      ['<style>p::before { content: "\\0F00" }</style><p>x', ['a character in a style sheet or an image']],
      ['<p>e\u0301 \u200d\ufe0f\u00a0 א हिन्दी ไทย 日本 한국어 😀', []],
    ]
    for (const [html, characters] of rows) {
      const { warnings } = await print(html)
      assert.deepEqual(
        warnings.map(({ kind, subject }) => [kind, subject]),
        characters.map((character) => ['glyph-missing', character]),
        html,
      )
    }
  })

  it('warns about replaced fonts, once for each family, when requested', async () => {
    const rows: [string, string[]][] = [
      ['<p style="font-family: Arial, sans-serif">x</p>'.repeat(3), ['Arial, printed with Arimo']],
      [
        '<p style="font-family: \'Helvetica Neue\', Inter">x <b style="font: 9pt Georgia">y',
        ['Helvetica Neue, printed with Arimo', 'Georgia, printed with Gelasio'],
      ],
      ['<style>p { font-family: Brand, Nowhere, Inter }</style><p>x', ['Brand, printed with Inter']],
      ['<p style="font-family: Times New Roman">x', ['Times New Roman, printed with Tinos']],
      ['<svg><text y="20" font-family="Verdana">x</text></svg>', ['Verdana, printed with Noto Sans']],
      ['<script>document.write("<p style=\'font-family: Arial\'>x")</script>', ['Arial, printed with Arimo']],
      [
        '<p style="font-family: Arial">x<script>new MutationObserver(() => document.querySelectorAll("span").forEach((span) => span.remove())).observe(document, { childList: true, subtree: true })</script>',
        [],
      ],
      ['<p>x</p><code>y</code><button>z</button>', []],
      ['<p style="font-family: Inter">太</p><p style="font-family: Nanum Gothic">한', []],
      ['<p style="font-family: Noto Color Emoji">🌅</p><p style="font-family: NOTO SANS">x', []],
      ['<p style="font-family: system-ui, Arial">x</p><p style="font-family: ui-serif, Georgia">x', []],
      ['<p style="font-family: Arial; display: none">x</p><p>Arial', []],
      [
        // Elements with these names hide properties of the document and of a form.
        '<img alt="" name="documentElement"><img alt="" name="createElement"><img alt="" name="createTreeWalker">' +
          '<form style="font-family: Nosuch">x<input name="checkVisibility" type="hidden"></form>',
        ['Nosuch, printed with Tinos'],
      ],
    ]
    for (const [html, subjects] of rows) {
      const reporting = { ...owner('a'), warnsAuthor: true }
      const { warnings } = await printer.print(html, reporting, AbortSignal.timeout(LIMIT_MS))
      assert.deepEqual(
        warnings.map(({ kind, subject }) => [kind, subject]),
        subjects.map((subject) => ['font-replaced', subject]),
        html,
      )
      assert.deepEqual((await print(html)).warnings, [], html)
    }
    const font = await readFile(
      new URL(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    )
    const { warnings } = await printer.print(
      `<style>@font-face { font-family: "My Font"; src: url(data:font/ttf;base64,${font.toString('base64')}) } p { font-family: my font }</style><p>x`,
      { ...owner('a'), warnsAuthor: true },
      AbortSignal.timeout(LIMIT_MS),
    )
    assert.deepEqual(warnings, [])
  })

  it('keeps tenants apart when documents are printed at the same time', async () => {
    const prints = Array.from({ length: 28 }, async (_, n) => {
      const marker = `marker-${n}-${n % 7}`
      const texts = await textsOf(
        (await print(`<title>${marker}</title><p>${marker}`, `tenant-${n % 7}`)).pdf,
      )
      assert.deepEqual(texts, [marker])
    })
    await Promise.all(prints)
  })

  it('rejects arguments of Chromium that weaken its security', () => {
    const args = chromiumArguments({ profile: '/x', sandbox: true })
    for (const needed of [
      '--proxy-server=http://127.0.0.1:9',
      '--proxy-bypass-list=<-loopback>',
      '--disable-quic',
      '--remote-debugging-pipe',
    ]) {
      assert.ok(args.includes(needed), needed)
    }
    assert.ok(
      !args.some((arg) =>
        /^--(?:no-sandbox|disable-setuid-sandbox|disable-web-security|remote-debugging-port|single-process|ignore-certificate)/.test(
          arg,
        ),
      ),
    )
  })
})

describe('the Chromium at CHROME_PATH', () => {
  it('is required on platforms that the npm package does not support', async () => {
    const options = { cacheDir: '/nowhere', platform: 'linux-arm64' }
    await assert.rejects(
      installChromium({ ...options, chromePath: undefined }),
      /npm has no Chromium for linux-arm64, only for linux-x64\. Install Chromium and set CHROME_PATH/,
    )
    const { executable } = await installChromium({ ...options, chromePath: process.execPath })
    assert.equal(executable, process.execPath)
  })

  it('is rejected with its path when it cannot be run', async () => {
    await assert.rejects(
      installChromium({ cacheDir: '/nowhere', chromePath: '/nowhere/chrome' }),
      /CHROME_PATH=\/nowhere\/chrome is not an executable file/,
    )
  })
})

/** Returns the texts that are stored with glyphs, in the order in which these are drawn. */
function actualTexts(pdf: Buffer): string[] {
  const file = readPdf(pdf)
  const contents = file.numbers
    .map((number) => file.objectAt(number))
    .flatMap(({ text, stream }) => (stream && text.includes('/FlateDecode') ? [inflateSync(stream)] : []))
  const texts = contents.flatMap((content) => [
    ...content.toString('latin1').matchAll(/ActualText <feff([0-9a-f]+)>/gi),
  ])
  assert.ok(texts.length > 0)
  return texts.map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
}
