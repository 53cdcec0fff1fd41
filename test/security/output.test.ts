import assert from 'node:assert/strict'
import { hostname, networkInterfaces } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { type Caller, cases, type Platen, startPlaten } from '../harness.ts'
import { informationOf, openPdf, plainObjectsOf, textOf } from '../rendering/documents.ts'
import { contentsOf } from '../pdf.ts'

/** Patterns of actions, attachments and external references in a PDF. */
const ACTIVE =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|Filespec|RichMedia|XFA|AA|OpenAction|AcroForm|Widget|SubmitForm|ImportData|GoToR|GoToE|Movie|Sound|Screen)\b/
/** Texts up to this length occur by chance in any bytes. */
const SHORT = 5
const STRINGS = /\((?:[^()\\]|\\[^])*\)/g

describe('the PDF of a hostile template', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 1_000 })
    templateId = await caller.upload('{{{html}}}')
  })
  after(() => platen[Symbol.asyncDispose]())

  const print = async (html: string) => {
    const { status, body } = await caller.generate(templateId, { html })
    assert.equal(status, 200, `${html.slice(0, 200)}: ${JSON.stringify(body)}`)
    return Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer())
  }

  it('R70 R72 has no actions, no attachments and no information about the machine', async () => {
    const documents = [
      '<title>)>> /OpenAction <</S /JavaScript /JS (x)>> (</title><p lang=") /JS (">x<img alt=") /AA (" src="data:,">',
      '<form action="javascript:x()"><input name=a value=b><input type=file><button>x</button></form>',
      '<object type="application/pdf" data="data:application/pdf;base64,JVBERi0xLjc="></object><embed src="data:application/pdf,x">',
      '<video controls src="data:video/mp4,x"></video><audio controls src="data:audio/wav,x"></audio>',
      '<iframe src="data:text/html,<a href=file:///etc/passwd>x</a>"></iframe>',
      '<link rel=attachment href="data:text/plain,x"><a download="x.exe" href="data:application/x-msdownload,x">x</a>',
      '<script>onbeforeprint = () => document.body.append(location.href, document.baseURI, navigator.userAgent)</script>x',
      '<h1 id="/JS">x</h1><a href="#/JS">x</a><svg><a href="javascript:x()"><text y="9">x</text></a></svg>',
    ]
    const addresses = Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
    )
    for (const html of documents) {
      const pdf = await print(html)
      assert.doesNotMatch(plainObjectsOf(pdf).replace(STRINGS, '()'), ACTIVE, html)
      const all = contentsOf(pdf)
      assert.match(all, /\/Producer \(Platen\)/)
      for (const inside of [
        hostname(),
        ...addresses,
        platen.config.dataDir,
        platen.config.cacheDir,
        platen.url,
        caller.accountId,
        caller.email,
        templateId,
      ].filter(({ length }) => length > SHORT))
        assert.ok(!all.includes(inside), `${html}: ${inside}`)
      assert.equal((await openPdf(pdf)).numPages, 1, html)
    }
  })

  it('R70 links only to web pages, mail and telephones, however links are spelled', async () => {
    const safe = ['https://shop.example/', 'http://shop.example/x?y=(1)', 'mailto:a@b.example', 'tel:+491']
    const unsafe = [
      ...(await cases<string>('local-scheme')).filter((url) => !/^(?:mailto|tel):/.test(url)),
      'javascript:alert(1)',
      ' jAvA\tsCrIpT:alert((1))',
      'javascript:((((((((((((((((((((((((((((((((((((((((((((((((((',
      'data:text/html,<script>x</script>',
      'vbscript:x',
      'ms-msdt:/id x',
      'search-ms:query=x',
    ]
    const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const pdf = await print(
      [...safe, ...unsafe].map((url) => `<a href="${escaped(url)}">x</a> `).join('') +
        '<map name=m><area shape=rect coords="0,0,9,9" href="javascript:x()"></map><img usemap="#m" width=9 height=9>' +
        '<base href="file:///etc/"><a href="passwd">x</a>',
    )
    const links = Array.from(
      plainObjectsOf(pdf).matchAll(/\/URI (\((?:[^()\\]|\\[^])*\)|<[^>]*>)/g),
      ([, uri = '']) => uri.slice(1, -1).replaceAll('\\', ''),
    )
    assert.deepEqual(links, safe)
  })

  it('drops relative links and keeps links within the document', async () => {
    const links = ['/foo', 'foo.html', '?x', '//', '#x'].map((url) => `<a href="${url}">x</a> `).join('')
    const objects = plainObjectsOf(await print(`${links}<p id=x style="break-before: page">x`))
    assert.doesNotMatch(objects, /\/URI/)
    assert.match(objects, /\/Dest/)
  })

  it('R71 is valid whatever its title, which is cut at 1,024 characters', async () => {
    const rows: [string, string][] = [
      ['a)>>\nendobj', 'a)>> endobj'],
      ['(((\\)\\', '(((\\)\\'],
      ['\u202eabc\u202c', '\u202eabc\u202c'],
      ['a&#0;b', 'a\ufffdb'],
      ['日本 (\\)', '日本 (\\)'],
      ['t'.repeat(1_000_000), 't'.repeat(1_024)],
      ['\\'.repeat(3_000), '\\'.repeat(1_024)],
      ['é'.repeat(3_000), 'é'.repeat(1_024)],
      [`x${'😀'.repeat(1_000)}`, `x${'😀'.repeat(511)}`],
    ]
    for (const [title, expected] of rows) {
      const document = await openPdf(await print(`<title>${title}</title><p>whole`))
      assert.equal(await informationOf(document, 'Title'), expected, title.slice(0, 20))
      assert.equal(await textOf(document, 1), 'whole', title.slice(0, 20))
    }
  })
})
