import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { invoiceXml } from '../archive/invoices.ts'
import { list, readDocument, textOf, within } from '../archive/objects.ts'
import { pdfaProblems } from '../archive/pdfa.ts'
import { syntaxProblems } from '../archive/qpdf.ts'
import { invoiceProperties } from '../archive/xmp-checks.ts'
import { XML_PROFILES } from '../../packages/server/src/einvoices/factur-x.ts'
import { base64, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { contentsOf, textsOf } from '../pdf.ts'
import { flat, openPdf, outlineOf, tagsOf } from '../rendering/documents.ts'

describe('options of POST /v1/pdf/generate', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 200 })
    templateId = await caller.upload(SOURCE, 'Rechnung')
  })
  after(async () => await platen[Symbol.asyncDispose]())

  const render = async (options: object, data: unknown = { name: 'Ada' }) => {
    const { status, body } = await caller.generate(templateId, data, { options })
    assert.equal(status, 200, JSON.stringify(body))
    return { url: String(body.pdfUrl), ...(await download(body.pdfUrl)) }
  }
  const refused = async (options: object, expected: RegExp, data: unknown = { name: 'Ada' }) => {
    const before = await caller.credits()
    const { status, body } = await caller.generate(templateId, data, { options })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(`${body.message} ${body.error ?? ''}`, expected)
    assert.deepEqual(await caller.credits(), before)
  }
  const runJob = async (options: object, more: object = {}) => {
    const { headers } = await caller.generate(templateId, { name: 'Ada' }, { async: true, options, ...more })
    const path = headers.get('location') ?? ''
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', path)
      return ['completed', 'failed'].includes(body.job.status) && body.job
    })
    return { jobId: path.split('/').at(-1) ?? '', ...job }
  }

  it('do not change the PDF when they are empty', async () => {
    const [none, empty] = [await render({}), await caller.generate(templateId, { name: 'Ada' })]
    assert.deepEqual(none.pdf, (await download(empty.body.pdfUrl)).pdf)
  })

  it('set the file name, in any script, and reject unsafe names (400)', async () => {
    const name = 'Rechnung „Ä“ 日本 2026-118 (1)'
    const { url, disposition } = await render({ filename: name })
    assert.equal(
      disposition,
      'attachment; filename="Rechnung ___ __ 2026-118 _1_.pdf"; ' +
        "filename*=UTF-8''Rechnung%20%E2%80%9E%C3%84%E2%80%9C%20%E6%97%A5%E6%9C%AC%202026-118%20%281%29.pdf",
    )
    // The signature covers the name.
    assert.equal((await fetch(url.replace('2026-118', '2026-119'))).status, 403)
    assert.match((await render({ filename: 'Akte.PDF' })).url, /\/Akte\.PDF\?/)
    const { pdfUrl } = await runJob({ filename: 'Später' }, { sendEmail: ['ada@example.com'] })
    assert.match(pdfUrl, /\/Sp%C3%A4ter\.pdf\?/)
    const mail = await eventually(() => mailWith(platen, 'Sp'))
    assert.match(mail, /filename\*?0?\*?="?(?:utf-8'')?Sp/i)
    await refused({ filename: '../../etc/passwd' }, /options\.filename must not contain \//)
    await refused({ filename: 'a\r\nSet-Cookie: b' }, /invisible characters/)
    await refused({ filename: '\u202Efdp.exe' }, /invisible characters/)
    await refused({ filename: '.htaccess' }, /begin or end with/)
    await refused({ filename: 'nul.pdf' }, /device name on Windows/)
    await refused({ filename: '.pdf' }, /begin or end with/)
    await refused({ filename: 'x'.repeat(81) }, /at most 80 characters/)
    await refused({ filename: '\uD800' }, /unpaired UTF-16 surrogate/)
  })

  it('encrypt the PDF with a password and permissions', async () => {
    const password = 'Pässwort\u00A0№ 日本'
    const permissions = { print: false, copy: false }
    const { pdf } = await render({ password, ownerPassword: 'chief', permissions })
    assert.equal(pdf.subarray(0, 8).toString(), '%PDF-2.0')
    await assert.rejects(openPdf(pdf), /password/i)
    for (const known of ['Pässwort No 日本', 'chief']) {
      assert.deepEqual(await syntaxProblems(pdf, known), [])
      const opened = await getDocumentProxy(Uint8Array.from(pdf), { password: known })
      assert.equal(opened.numPages, 1)
      assert.ok(flat(await tagsOf(opened, 1)).some(({ role }) => role === 'H1'))
    }
    const { trailer, entries } = await readDocument(pdf, 'Pässwort No 日本')
    const { '/R': revision, '/V': version, '/P': bits } = entries(trailer['/Encrypt'])
    assert.deepEqual([revision, version], [6, 5])
    // ISO 32000-2, table 22: no printing (3, 12) and copying (5), but changes (4), comments (6) and accessibility (10).
    assert.equal(Number(bits) & 0b1010_0011_1100, 0b10_0010_1000)
    const restricted = await render({ ownerPassword: 'chief', permissions: { modify: false } })
    assert.deepEqual(await textsOf(restricted.pdf), ['Hello Ada link'])
    assert.notDeepEqual((await render({ password })).pdf, (await render({ password })).pdf)
  })

  it('store no password, and no key material after the end of a job', async () => {
    const password = 'correct-horse-battery-staple'
    const { database } = platen.app.services
    await sql`create table recorded (row text)`.execute(database)
    await sql`
      create function record_row() returns trigger language plpgsql as
      'begin insert into recorded values (new::text); return new; end'`.execute(database)
    await sql`
      create trigger record_row before insert or update on generations for each row execute function record_row()`.execute(
      database,
    )
    const attachments = [{ name: 'a.txt', content: base64('a-secret-file') }]
    const { jobId, status, pdfUrl } = await runJob({ password, attachments })
    assert.equal(status, 'completed')
    assert.deepEqual(await syntaxProblems((await download(pdfUrl)).pdf, password), [])
    const rowsOf = async (from: string) =>
      (await sql<{ row: string }>`${sql.raw(from)}`.execute(database)).rows.map(({ row }) => row)
    const recorded = await rowsOf('select row from recorded')
    // While the job waits, its row has the key material of the PDF.
    assert.ok(recorded.some((row) => row.includes('fileKey')))
    const rows = await rowsOf('select generations::text as row from generations')
    const jobs = await rowsOf('select job::text as row from pgboss.job')
    for (const row of [...recorded, ...rows, ...jobs]) assert.doesNotMatch(row, /battery/)
    for (const row of [...rows, ...jobs]) assert.doesNotMatch(row, /fileKey|YS1zZWNyZXQ/)
    const answer = await caller.call('GET', `/v1/jobs/${jobId}`)
    assert.doesNotMatch(JSON.stringify(answer.body), /battery|fileKey|options/)
    await sql`drop trigger record_row on generations`.execute(database)
  })

  it('set the same metadata in the information dictionary and in XMP', async () => {
    const metadata = {
      title: 'Rechnung „Ä“ <&> 日本 😀 (\\)',
      author: 'Ada & Söhne',
      subject: 'Über alles',
      keywords: ['eins', 'zwei'],
      language: 'de-at',
      createdAt: '2026-11-20T13:00:00+01:00',
    }
    const { pdf } = await render({ metadata, pdfa: '3b' })
    assert.deepEqual(await pdfaProblems(pdf), [])
    const { trailer, entries, catalog } = await readDocument(pdf)
    const info = entries(trailer['/Info'])
    assert.equal(textOf(info['/Title']), metadata.title)
    assert.equal(textOf(info['/Keywords']), 'eins, zwei')
    assert.equal(textOf(info['/CreationDate']), 'D:20261120120000Z')
    assert.equal(textOf(catalog['/Lang']), 'de-AT')
    assert.deepEqual((await render({ metadata })).pdf, (await render({ metadata })).pdf)
    await refused({ metadata: { language: 'not a language' } }, /metadata\.language must be a language tag/)
    await refused({ metadata: { title: 'a\u0000b' } }, /metadata\.title must not contain control characters/)
    await refused(
      { metadata: { createdAt: 'yesterday' } },
      /options\.metadata\.createdAt must be a date and time/,
    )
    await refused({ metadata: { titel: 'x' } }, /options\.metadata must not have a field named "titel"/)
  })

  it('attach files, and reject invalid ones (400)', async () => {
    const attachments = [
      {
        name: 'Größe 日本.csv',
        content: base64('a,b'),
        mimeType: 'text/csv',
        description: 'Daten',
        relationship: 'Source',
      },
      { name: 'b.bin', content: 'AAEC', modifiedAt: '2026-11-20T12:00:00Z' },
    ]
    const { pdf } = await render({ attachments })
    const attached = (await (await openPdf(pdf)).getAttachments()) ?? {}
    const files = Object.values(attached).map((file: unknown) => JSON.parse(JSON.stringify(file)))
    assert.deepEqual(files.map(({ filename }) => filename).toSorted(), ['Größe 日本.csv', 'b.bin'].toSorted())
    const { objects } = await readDocument(pdf)
    const contents = objects.map(({ data }) => data?.toString('hex'))
    assert.ok(contents.includes(Buffer.from('a,b').toString('hex')) && contents.includes('000102'))
    await refused(
      { attachments: [{ name: 'a/b', content: 'YQ==' }] },
      /attachments\[0\]\.name must not contain/,
    )
    await refused(
      { attachments: [{ name: 'a', content: 'YQ' }] },
      /attachments\[0\]\.content is not valid base64/,
    )
    await refused(
      { attachments: [{ name: 'a', content: 'YQ==', mimeType: 'x' }] },
      /mimeType must be a media type/,
    )
    await refused(
      { attachments: [{ name: 'a', content: 'YQ==', relationship: 'Friend' }] },
      /relationship must be "Source" or "Data" or/,
    )
    const twice = { name: 'a', content: 'YQ==' }
    await refused({ attachments: [twice, twice] }, /options\.attachments has two files with the name "a"/)
    const large = Buffer.alloc(4 * 1024 * 1024 + 3).toString('base64')
    await refused({ attachments: [{ name: 'a', content: large }] }, /The limit is 4,194,304 bytes/)
  })

  it('print a watermark on each sheet and keep its text and tags', async () => {
    const watermark = { text: 'ENTWURF 草稿', color: '#ff0000', opacity: 0.5 }
    const data = [{ name: 'Ada' }, { name: 'Bob' }]
    const [plain, marked] = [await render({}, data), await render({ watermark }, data)]
    const [before, after] = [await openPdf(plain.pdf), await openPdf(marked.pdf)]
    for (const page of [1, 2]) assert.deepEqual(await tagsOf(after, page), await tagsOf(before, page))
    assert.match((await textsOf(marked.pdf)).join(), /Hello Ada.*ENTWURF.*Hello Bob.*ENTWURF/)
    assert.deepEqual(await pdfaProblems((await render({ watermark, pdfa: '3b' }, data)).pdf), [])
    const behind = { ...watermark, layer: 'behind', angle: 0, size: 40 }
    assert.match((await textsOf((await render({ watermark: behind })).pdf)).join(), /ENTWURF.*Hello Ada/)
    assert.deepEqual((await render({ watermark })).pdf, (await render({ watermark })).pdf)
    const html = { text: '</span><script>x</script>&amp;' }
    assert.match((await textsOf((await render({ watermark: html })).pdf)).join(), /<\/span><script>x/)
    await refused({ watermark: { text: 'x', color: 'red;}' } }, /#rrggbb/)
    await refused({ watermark: { text: 'a\nb' } }, /control characters/)
    await refused({ watermark: { text: 'x', opacity: 2 } }, /opacity must be at most 1/)
  })

  describe('pageRanges', () => {
    const data = [{ name: 'Ada' }, { name: 'Bob' }]
    let sheetsId: string
    before(async () => void (sheetsId = await caller.upload(SHEETS)))
    const select = async (pageRanges: string, more: object = {}) => {
      const answer = await caller.generate(sheetsId, data, { options: { pageRanges, ...more } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return { ...answer, ...(await download(answer.body.pdfUrl)) }
    }

    it('select sheets in their order, once, with their page numbers', async () => {
      const all = ['1/3 Ada', '2/3 Ada', '3/3 Ada', '1/3 Bob', '2/3 Bob', '3/3 Bob']
      const cases: [pageRanges: string, expected: number[]][] = [
        ['1', [1]],
        ['5, 2-3,2 ,3-3', [2, 3, 5]],
        ['-2', [1, 2]],
        ['5-', [5, 6]],
        [' 1 - 2, 6-999999999 ', [1, 2, 6]],
      ]
      for (const [pageRanges, expected] of cases) {
        const { pdf, headers } = await select(pageRanges)
        const texts = expected.map((sheet) => all[sheet - 1])
        assert.deepEqual(await textsOf(pdf), texts, pageRanges)
        assert.equal(headers.get('x-platen-sheets'), String(texts.length))
      }
      const whole = await caller.generate(sheetsId, data)
      assert.deepEqual((await select('1-')).pdf, (await download(whole.body.pdfUrl)).pdf)
    })

    it('count sheets of the PDF, and charge each element of data', async () => {
      const before = await caller.credits()
      const options = { pageRanges: '2-4' }
      const { body } = await caller.generate(sheetsId, data, { dryRun: true, options })
      const pages = [
        { sheets: 2, scale: 1, overflow: 'flow', reason: 'requested' },
        { sheets: 1, scale: 1, overflow: 'flow', reason: 'requested' },
      ]
      assert.deepEqual([body.sheets, body.pages, body.pagesGenerated, body.cost], [3, pages, 2, 2])
      const first = await caller.generate(sheetsId, data, { dryRun: true, options: { pageRanges: '1' } })
      assert.deepEqual([first.body.pages[1].sheets, first.body.scale], [0, 1])
      assert.equal((await select('2-4')).body.pagesGenerated, 2)
      assert.equal((await caller.credits()).credits, before.credits - 2)
    })

    it('reject another syntax and sheets that the document does not have (400), and charge nothing', async () => {
      for (const pageRanges of ['x', '-', ',', '1,', '0', '1-2-3', '1–2', '1.5', '1 2', '+1', '--1'])
        await refused({ pageRanges }, /options\.pageRanges must be a list of sheets .* such as "1-3, 5, 8-"/)
      await refused({ pageRanges: '' }, /options\.pageRanges must not be empty/)
      await refused({ pageRanges: 1 }, /options\.pageRanges must be a string/)
      await refused({ pageRanges: '1, 3-2' }, /options\.pageRanges has the range 3-2, which ends before/)
      await refused({ pageRanges: '2' }, /options\.pageRanges .* sheet 2, but the document has 1 sheet\./)
      const before = await caller.credits()
      const beyond = { options: { pageRanges: '1, 7-' } }
      const expected = /options\.pageRanges has a range that begins at sheet 7, but the document has 6 sheets/
      for (const more of [beyond, { ...beyond, dryRun: true }]) {
        const { status, body } = await caller.generate(sheetsId, data, more)
        assert.equal(status, 400)
        assert.match(body.message, expected)
      }
      const { headers } = await caller.generate(sheetsId, data, { ...beyond, async: true })
      const job = await eventually(async () => {
        const { body } = await caller.call('GET', headers.get('location') ?? '')
        return body.job.status === 'failed' && body.job
      })
      assert.match(job.message, expected)
      assert.deepEqual(await caller.credits(), before)
    })

    it('apply to jobs, with a password', async () => {
      const options = { pageRanges: '3-4', password: 'secret' }
      const { headers } = await caller.generate(sheetsId, data, { async: true, options })
      const job = await eventually(async () => {
        const { body } = await caller.call('GET', headers.get('location') ?? '')
        return body.job.status === 'completed' && body.job
      })
      const { pdf } = await download(job.pdfUrl)
      assert.deepEqual(await syntaxProblems(pdf, 'secret'), [])
      const opened = await getDocumentProxy(Uint8Array.from(pdf), { password: 'secret' })
      assert.deepEqual([opened.numPages, job.pagesGenerated], [2, 2])
    })

    it('leave nothing of the other sheets, and keep links, bookmarks and tags intact', async () => {
      const chaptersId = await caller.upload(CHAPTERS)
      const read = async (pageRanges: string) => {
        const attachments = [{ name: 'a.txt', content: base64('text') }]
        const options = { pageRanges, pdfa: '3b', watermark: { text: 'DRAFT' }, attachments }
        const { body } = await caller.generate(chaptersId, {}, { options })
        const { pdf } = await download(body.pdfUrl)
        assert.deepEqual(await pdfaProblems(pdf), [], pageRanges)
        const document = await readDocument(pdf)
        const values = [...within(document.objects.map(({ value }) => value))]
        const numbers = document.objects
          .filter(({ value }) => !['/ObjStm', '/XRef'].includes(String(document.entries(value)['/Type'])))
          .map(({ reference }) => reference)
        const used = Array.from(contentsOf(pdf).matchAll(/(?<!\d)\d+ 0 R\b/g), ([reference]) => reference)
        assert.deepEqual([...new Set(used)].toSorted(), numbers.toSorted(), 'no object is missing or unused')
        for (const { reference, value } of document.objects) {
          const next = document.entries(value)['/Next']
          if (next !== undefined) assert.equal(document.entries(next)['/Prev'], reference)
        }
        return {
          pdf,
          strings: values.flatMap((value) => textOf(value) ?? []),
          headers: values.flatMap((value) => list(document.entries(value)['/Headers'])),
          hasTags: document.catalog['/StructTreeRoot'] !== undefined,
          bookmarks: await outlineOf(await openPdf(pdf)),
          links: list(document.pages[0]?.['/Annots'])
            .map(document.entries)
            .map((link) => link['/Dest'] ?? document.entries(link['/A'])['/URI'] ?? 'no target'),
        }
      }
      const secrets = ['Secret picture', 'https://example.com/secret', 'Secret section']
      const whole = await read('1-')
      for (const secret of secrets) assert.ok(whole.strings.includes(secret), secret)
      const chapter = 'Secret chapter → '
      assert.deepEqual(
        [whole.bookmarks.slice(0, 4), whole.links, whole.headers.length > 0],
        [
          ['Open chapter → 1', `${chapter}2`, ' Section → 3', ' Secret section → 4'],
          ['/secret', '/section', 'u:https://example.com/'],
          true,
        ],
      )
      const part = await read('1, 3, 5')
      for (const secret of secrets) assert.ok(!part.strings.includes(secret), secret)
      assert.deepEqual(
        [part.bookmarks, part.links, part.headers],
        [
          ['Open chapter → 1', `${chapter}2`, ' Section → 2', 'Last chapter → 3'],
          ['no target', '/section', 'u:https://example.com/'],
          [],
        ],
      )
      const texts = (await textsOf(part.pdf)).map((text) => text.replace(/ ?DRAFT$/, ''))
      assert.deepEqual(texts, ['Open chapter one two three', 'Section text', 'below Last chapter'])
      const tags = await tagsOf(await openPdf(part.pdf), 3)
      const roles = ['Document', 'Table', 'TR', 'TD', 'H1']
      assert.deepEqual(
        flat(tags).map(({ role }) => role),
        roles,
      )
      const end = await read('3-')
      assert.deepEqual([end.bookmarks[0], end.headers], [`${chapter}1`, whole.headers])
      // The last sheet has a drawing without a tag.
      const last = await read('6')
      assert.deepEqual([last.hasTags, last.bookmarks], [false, []])
    })
  })

  it('create a Factur-X invoice of each profile', async () => {
    for (const profile of XML_PROFILES) {
      const xml = Buffer.from(invoiceXml(profile))
      const { pdf } = await render({ facturx: { xml: xml.toString('base64'), profile } })
      assert.deepEqual(await pdfaProblems(pdf), [], profile)
      const document = await readDocument(pdf)
      const [file = {}] = document.objects
        .map(({ value }) => document.entries(value))
        .filter((object) => object['/Type'] === '/Filespec')
      const name = profile === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml'
      assert.deepEqual([textOf(file['/F']), textOf(file['/UF'])], [name, name])
      const isComplete = profile !== 'MINIMUM' && profile !== 'BASIC WL'
      assert.equal(file['/AFRelationship'], isComplete ? '/Alternative' : '/Data')
      assert.deepEqual(document.dataOf(document.entries(file['/EF'])['/F']), xml)
      assert.deepEqual(invoiceProperties(document), {
        DocumentType: 'INVOICE',
        DocumentFileName: name,
        Version: profile === 'XRECHNUNG' ? '3.0' : '1.0',
        ConformanceLevel: profile,
      })
    }
  })

  it('reject XML that is not an invoice of the profile, with the reason (400)', async () => {
    const facturx = (text: string, profile = 'EN 16931') => ({ facturx: { xml: base64(text), profile } })
    const xml = invoiceXml('EN 16931')
    await refused(facturx(xml, 'MINIMUM'), /has the profile EN 16931, not MINIMUM/)
    await refused(facturx(xml, 'PREMIUM'), /profile must be "MINIMUM" or "BASIC WL" or/)
    await refused(facturx(xml.replace('</ram:ID>', '')), /not well-formed/)
    await refused(facturx('no xml'), /not well-formed/)
    await refused(
      facturx('<Invoice/>'),
      /is not an invoice\. The XML begins with <Invoice>\. It must be a CrossIndustryInvoice/,
    )
    await refused(
      facturx(xml.replace(/<ram:GuidelineSpecified[^]*?<\/ram:Guideline\w+>/, '')),
      /has no specification identifier \(BT-24\)/,
    )
    await refused(
      facturx(xml.replace('urn:cen.eu:en16931:2017', 'urn:mine')),
      /has the unknown specification identifier "urn:mine", not EN 16931/,
    )
    const bomb = '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]>'
    await refused(facturx(xml.replace('?>', `?>${bomb}`)), /document type/)
    await refused(facturx(xml.replace('119.00', '&eacute;')), /not well-formed/)
    await refused(facturx(xml.replace('UTF-8', 'ISO-8859-1')), /ISO-8859-1, not UTF-8/)
    await refused(
      { facturx: { xml: Buffer.from('<é/>', 'latin1').toString('base64'), profile: 'BASIC' } },
      /not valid UTF-8/,
    )
    await refused(facturx('<a>'.repeat(200) + '</a>'.repeat(200)), /nested more than 40 levels deep/)
    await refused(
      facturx(xml.replace('119.00', `119.00${'<x>'.repeat(200)}${'</x>'.repeat(200)}`)),
      /nested more than 40 levels deep/,
    )
    const many = Array.from({ length: 60_000 }, (_, index) => `a${index}=""`).join(' ')
    await refused(facturx(xml.replace('<ram:DuePayableAmount', `$& ${many}`)), /more than 50 attributes/)
    await refused(facturx(xml.padEnd(4_200_000)), /larger than 4,194,304 bytes/)
    await refused(facturx(xml), /data has 2 elements/, [{}, {}])
    await refused({ ...facturx(xml), password: 'x' }, /must not have a password/)
    const name = { attachments: [{ name: 'factur-x.xml', content: 'YQ==' }] }
    await refused({ ...facturx(xml), ...name }, /two files/)
  })

  it('reject conflicting options and documents that cannot conform to PDF/A (400), and charge nothing', async () => {
    await refused({ pdfa: '3b', ownerPassword: 'x' }, /must not have a password/)
    await refused({ pdfa: '1a' }, /pdfa must be "3b" or "3a"/)
    await refused({ pdfua: 'yes' }, /pdfua must be/)
    await refused({ permissions: {} }, /options\.permissions requires a password/)
    await refused({ password: 'a', ownerPassword: 'a' }, /ownerPassword must differ from password/)
    await refused({ password: 'a\u0007' }, /RFC 4013/)
    await refused({ password: '日'.repeat(50) }, /127 bytes/)
    await refused({ watermrk: {} }, /options must not have a field named "watermrk"/)
    await refused({ pdfa: '3b' }, /cannot be converted to PDF\/A-3b.*character/, { name: '\u{10FFFD}' })
    const failed = await caller.generate(
      templateId,
      { name: '\u{10FFFD}' },
      { async: true, options: { pdfa: '3b' } },
    )
    const path = failed.headers.get('location') ?? ''
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', path)
      return body.job.status === 'failed' && body.job
    })
    assert.match(job.message, /cannot be converted to PDF\/A-3b/)
    const { rows } =
      await sql`select 1 from generations where options is not null and status = 'failed'`.execute(
        platen.app.services.database,
      )
    assert.deepEqual(rows, [])
  })

  it('make a PDF/UA-1, alone, as PDF/A-3a and with a password, and reject a document without alternative texts (400)', async () => {
    const claims = async (options: object) => {
      const { pdf } = await render(options)
      const text = contentsOf(pdf)
      return ['<pdfuaid:part>1<', '<pdfaid:conformance>A<', '<pdfaid:conformance>B<'].filter((claim) =>
        text.includes(claim),
      )
    }
    const title = { metadata: { title: 'Title' } }
    assert.deepEqual(await claims({ ...title, pdfua: true }), ['<pdfuaid:part>1<'])
    assert.deepEqual(await claims({ ...title, pdfa: '3a' }), ['<pdfuaid:part>1<', '<pdfaid:conformance>A<'])
    assert.deepEqual(await claims({ pdfa: '3b', pdfua: false }), ['<pdfaid:conformance>B<'])
    const invoice = { xml: base64(invoiceXml('EN 16931')), profile: 'EN 16931' }
    const { pdf } = await render({ ...title, pdfua: true, facturx: invoice })
    assert.deepEqual(await pdfaProblems(pdf), [])
    assert.equal(
      (await caller.generate(templateId, {}, { options: { ...title, pdfua: true, password: 'x' } })).status,
      200,
    )

    const picture = await caller.upload(
      "<title>x</title><img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>\">",
    )
    const { status, body } = await caller.generate(picture, {}, { options: { pdfua: true } })
    assert.deepEqual([status, body.message], [400, 'The document cannot be converted to PDF/UA-1.'])
    assert.match(body.error, /^An image or a drawing has no alternative text\. Add alt=/)
  })

  it('are compared when a call is repeated with its Idempotency-Key (409)', async () => {
    const keyed = (options: object, key: string) =>
      caller.call('POST', '/v1/pdf/generate', { templateId, data: {}, options }, { 'idempotency-key': key })
    const [one, again] = [await keyed({ filename: 'a' }, 'k1'), await keyed({ filename: 'a' }, 'k1')]
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.body.pdfUrl, one.body.pdfUrl)
    assert.equal((await keyed({ filename: 'b' }, 'k1')).status, 409)
    const [locked, relocked] = [await keyed({ password: 'a' }, 'k2'), await keyed({ password: 'a' }, 'k2')]
    assert.equal(relocked.body.pdfUrl, locked.body.pdfUrl)
    assert.equal((await keyed({ password: 'b' }, 'k2')).status, 409)
  })

  it('can be set in the dashboard', async () => {
    const person = await platen.person({ credits: 5 })
    const template = await person.call('POST', '/dashboard/api/templates', { name: 'Mine', content: SOURCE })
    assert.equal(template.status, 201, JSON.stringify(template.body))
    const body = { templateId: template.body.templateId, data: {}, options: { filename: 'Mein' } }
    const { body: created } = await person.call('POST', '/dashboard/api/jobs', body)
    const { pdfUrl } = await eventually(async () => {
      const { body: current } = await person.call('GET', `/dashboard/api/jobs/${created.jobId}`)
      return current.job.status === 'completed' && current.job
    })
    assert.match(pdfUrl, /\/Mein\.pdf\?/)
  })
})

const SOURCE =
  '<!doctype html><html lang="en"><title>T</title><h1>Hello {{name}}</h1><a href="https://example.com/">link</a>'

/** Three sheets for each element of data. */
const SHEETS =
  '<!doctype html><title>T</title><meta name="page-overflow" content="flow"><style>@page { size: A6; margin: 10mm; ' +
  '@bottom-left { content: counter(page) "/" counter(pages) } } p + p { break-before: page }</style>' +
  '<p>{{name}}</p><p>{{name}}</p><p>{{name}}</p>'

/** Sheets with a chapter or a section each, and a drawing on the sixth. The fourth has the header of the fifth's table. */
const CHAPTERS =
  '<!doctype html><html lang="en"><title>T</title><meta name="page-overflow" content="flow"><style>@page { size: A6 } ' +
  '.new { break-before: page } thead { display: table-row-group }</style>' +
  '<h1>Open chapter</h1><a href="#secret">one</a> <a href="#section">two</a> <a href="https://example.com/">three</a>' +
  '<h1 class="new" id="secret">Secret chapter</h1><a href="https://example.com/secret">secret</a>' +
  '<svg role="img" aria-label="Secret picture" width="9" height="9"><rect width="9" height="9"/></svg>' +
  '<h2 class="new" id="section">Section</h2><p>text</p>' +
  '<h2 class="new">Secret section</h2><table><thead><tr><th scope="col">Head</th></tr></thead>' +
  '<tr><td>above</td></tr><tr class="new"><td>below</td></tr></table><h1>Last chapter</h1>' +
  '<div class="new" style="height: 9mm; background: red; print-color-adjust: exact"></div>'

async function download(url: string) {
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  return {
    pdf: Buffer.from(await answer.arrayBuffer()),
    disposition: answer.headers.get('content-disposition'),
  }
}

async function mailWith(platen: Platen, text: string): Promise<string | undefined> {
  const folder = join(platen.config.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.find((mail) => mail.includes(text))
}
