import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Invoice, PROFILES, type Target } from '../../packages/einvoice/src/index.ts'
import { LOOPS } from '../einvoice/hostile-pdfs.ts'
import { basicInvoice, germanInvoice } from '../einvoice/samples.ts'
import { pdfaProblems } from '../archive/pdfa.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { invoiceXml } from '../archive/invoices.ts'

describe('e-invoices', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 100 })
  })
  after(() => platen?.[Symbol.asyncDispose]())

  const create = async (body: object, headers = {}) =>
    await caller.call('POST', '/v1/einvoices', body, headers)
  const validate = async (body: object) => await caller.call('POST', '/v1/einvoices/validate', body)
  const extract = async (bytes: Buffer | string, headers = {}) =>
    await caller.call(
      'POST',
      '/v1/einvoices/extract',
      { content: Buffer.from(bytes).toString('base64'), contentEncoding: 'base64' },
      headers,
    )
  const generate = async (invoice: Invoice, source: string, more: object = {}, option: object = {}) => {
    const templateId = await caller.upload(source, 'Invoice')
    const options = { einvoice: { format: 'facturx', invoice, ...option } }
    return await caller.generate(templateId, { logo: 'none' }, { options, ...more })
  }
  const pdfAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

  it('are created as XML in each format and profile, which the service accepts again', async () => {
    const targets: Target[] = [
      ...PROFILES.map((profile) => ({ format: 'facturx', profile }) as const),
      { format: 'xrechnung-cii' },
      { format: 'xrechnung-ubl' },
      { format: 'peppol-bis-3' },
    ]
    for (const target of targets) {
      const isBasic = target.profile?.startsWith('BASIC')
      const invoice = isBasic ? basicInvoice() : germanInvoice()
      const { status, body } = await create({ ...target, invoice })
      assert.equal(status, 200, `${JSON.stringify(target)}: ${JSON.stringify(body)}`)
      assert.equal(body.format, target.format)
      assert.match(body.xml, /^<\?xml/)
      const checked = await validate({ content: body.xml, contentEncoding: 'utf-8' })
      assert.equal(checked.status, 200, JSON.stringify(checked.body))
      assert.deepEqual([checked.body.valid, checked.body.violations], [true, []], JSON.stringify(target))
      assert.equal(checked.body.invoice.totals.amountDue, body.invoice.totals.amountDue)
    }
    assert.deepEqual(await caller.credits(), { credits: 100, reserved: 0 })
  })

  it('are the XML itself with Accept: application/xml', async () => {
    const invoice = { format: 'xrechnung-ubl', invoice: germanInvoice() }
    const { status, headers, body } = await create(invoice, { accept: 'application/xml' })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8')
    assert.match(
      String(body),
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<ubl:Invoice|^<\?xml[^>]*>\s*<Invoice/,
    )
  })

  it('become a PDF/A-3b whose template reads the complete invoice', async () => {
    const source = '<h1>{{einvoice.number}}</h1><p>{{einvoice.totals.amountDue}} {{logo}}</p>'
    const { status, body } = await generate(germanInvoice(), source)
    assert.equal(status, 200, JSON.stringify(body))
    const pdf = await pdfAt(body.pdfUrl)
    assert.deepEqual(await pdfaProblems(pdf), [])
    const { body: read } = await extract(pdf)
    assert.deepEqual([read.syntax, read.format, read.profile], ['cii', 'facturx', 'EN 16931'])
    const payable = read.invoice.totals.amountDue
    assert.match(payable, /^\d+\.\d\d$/)
    assert.deepEqual(await textsOf(pdf), [`RE-2026-0042 ${payable} none`])
    const { body: checked } = await validate({
      content: pdf.toString('base64'),
      contentEncoding: 'base64',
    })
    assert.equal(checked.valid, true, JSON.stringify(checked.violations))
    const xml = await extract(pdf, { accept: 'application/xml' })
    assert.equal(xml.body, read.xml)
  })

  it('may have thousands of lines', async () => {
    const invoice = germanInvoice()
    const [line] = invoice.lines ?? []
    invoice.lines = Array.from({ length: 2_000 }, () => line ?? assert.fail())
    const { status, body } = await generate(invoice, '<p>{{einvoice.lines.length}}</p>')
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(await textsOf(await pdfAt(body.pdfUrl)), ['2000'])
  })

  it('become a PDF in a job and in a dry run', async () => {
    const { headers } = await generate(germanInvoice(), '<p>{{einvoice.seller.name}}</p>', { async: true })
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', headers.get('location') ?? '')
      return body.job.status === 'completed' && body.job
    })
    const pdf = await pdfAt(job.pdfUrl)
    assert.deepEqual(await textsOf(pdf), ['Muster GmbH'])
    assert.equal((await extract(pdf)).body.invoice.number, 'RE-2026-0042')
    const dryRun = await generate(germanInvoice(), '<p>x</p>', { dryRun: true })
    assert.equal(dryRun.body.sheets, 1, JSON.stringify(dryRun.body))
  })

  it('are refused before anything is charged when an amount differs by a cent (400)', async () => {
    const before = await caller.credits()
    const { body: correct } = await create({ format: 'facturx', invoice: germanInvoice() })
    const { totals } = correct.invoice
    const wrong = (Number(totals.amountDue) + 0.01).toFixed(2)
    const invoice = { ...germanInvoice(), totals: { ...totals, amountDue: wrong } }
    const { status, body } = await generate(invoice, '<p>x</p>')
    assert.equal(status, 400)
    assert.equal(
      body.message,
      'options.einvoice.invoice is not a valid e-invoice (facturx, EN 16931). Correct each place in problems.',
    )
    const [problem] = body.problems
    assert.deepEqual(
      [problem.rule, problem.term, problem.path],
      ['BR-CO-16', 'BT-115', '/options/einvoice/invoice/totals/amountDue'],
    )
    assert.ok(problem.message.includes(wrong) && problem.message.includes(totals.amountDue))
    assert.match(body.error, /^BR-CO-16: /)
    assert.deepEqual(await caller.credits(), before)

    const created = await create({ format: 'xrechnung-ubl', invoice })
    assert.equal(created.status, 400)
    assert.equal(created.body.problems[0].path, '/invoice/totals/amountDue')
    const checked = await validate({ format: 'xrechnung-ubl', invoice })
    assert.deepEqual([checked.status, checked.body.valid], [200, false])
    assert.equal(checked.body.violations[0].path, 'invoice.totals.amountDue')
    assert.equal(checked.body.violationCount, checked.body.violations.length)
  })

  it('name national rules and wrong types', async () => {
    const { buyerReference: _, ...invoice } = germanInvoice()
    const { body } = await validate({ format: 'xrechnung-cii', invoice })
    assert.deepEqual(
      body.violations.map(({ rule, term }: Record<string, string>) => [rule, term]),
      [['BR-DE-15', 'BT-10']],
    )
    const wrong = await validate({
      format: 'facturx',
      invoice: { ...germanInvoice(), number: 7, colour: 'red' },
    })
    assert.deepEqual(
      wrong.body.violations.map(({ rule, path }: Record<string, string>) => [rule, path]).toSorted(),
      [
        ['PLATEN-FIELD', 'invoice.colour'],
        ['PLATEN-TYPE', 'invoice.number'],
      ],
    )
  })

  it('are read from XML of others, with what the model does not have', async () => {
    const xml = invoiceXml('EN 16931')
    const { body } = await extract(xml)
    assert.deepEqual([body.format, body.profile, body.syntax], ['facturx', 'EN 16931', 'cii'])
    assert.equal(body.invoice.number, '2026-118')
    assert.equal(body.xml, xml)
    const minimum = await extract(invoiceXml('MINIMUM'))
    assert.deepEqual([minimum.body.format, minimum.body.profile], [null, null])
    const unknown = await validate({ content: invoiceXml('MINIMUM'), contentEncoding: 'utf-8' })
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.message, /"urn:factur-x\.eu:1p0:minimum" is not known\. .* send format\.$/)
    const asBasic = await validate({
      content: invoiceXml('MINIMUM'),
      contentEncoding: 'utf-8',
      format: 'facturx',
      profile: 'BASIC WL',
    })
    assert.deepEqual([asBasic.status, asBasic.body.valid], [200, false])
  })

  it('are not read from other documents (400)', async () => {
    const templateId = await caller.upload('<p>x</p>')
    const plain = await pdfAt((await caller.generate(templateId, {})).body.pdfUrl)
    const locked = await pdfAt(
      (await caller.generate(templateId, {}, { options: { password: 'secret' } })).body.pdfUrl,
    )
    for (const [content, message] of [
      [plain, /^The PDF has no e-invoice: none of its attachments is named factur-x\.xml, .* or ZUGFeRD/],
      [locked, /^This PDF cannot be read\.$/],
      [Buffer.from('%PDF-1.7\nbroken'), /^This PDF cannot be read\.$/],
      [Buffer.from('<Invoice/>'), /^The XML begins with <Invoice>\. It must be an Invoice or CreditNote/],
      [Buffer.from('no XML'), /^The XML is not well-formed: /],
      [Buffer.from('<é/>', 'latin1'), /^The XML is not valid UTF-8\.$/],
      [Buffer.alloc(4_200_000, ' '), /^The XML is larger than 4,194,304 bytes\.$/],
      [Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), /has a document type/],
    ] as const) {
      const { status, body } = await extract(content)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.message, message)
    }
  })

  it('are not read from PDFs whose structure refers to itself (400), and the service stays available', async () => {
    for (const [index, [name, pdf]] of Object.entries(LOOPS).entries()) {
      // Both calls read a PDF in the same way.
      const path = index % 2 === 0 ? 'validate' : 'extract'
      const document = { content: pdf.toString('base64'), contentEncoding: 'base64' }
      const { status, body } = await caller.call('POST', `/v1/einvoices/${path}`, document)
      assert.equal(status, 400, `${path}, ${name}: ${JSON.stringify(body)}`)
      assert.match(body.message, /^(?:This PDF cannot be read\.$|The PDF has no e-invoice: )/, name)
    }
    const { body } = await caller.call('POST', '/v1/einvoices/validate', {
      format: 'facturx',
      invoice: germanInvoice(),
    })
    assert.equal(body.valid, true)
  })

  it('are not read from XML with entities, deep, wide or large XML (400), and the service stays available', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    )
    const [open, close] = ['<a>'.repeat(500_000), '</a>'.repeat(500_000)]
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')
    const documents = [
      [`<!DOCTYPE a [<!ENTITY e0 "ha">${laughs.join('')}]><a>&e9;</a>`, /has a document type/],
      ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /has a document type/],
      [`<a>&e0;</a>`, /not well-formed/],
      [open + close, /nested more than 40 levels deep/],
      [`<a>${'<b/>'.repeat(600_000)}</a>`, /more than 500000 elements/],
      [`<a ${attributes}/>`, /more than 50 attributes/],
      [`<a>${'x'.repeat(4_200_000)}</a>`, /larger than 4,194,304 bytes/],
    ] as const
    for (const [index, [content, message]] of documents.entries()) {
      const path = index % 2 === 0 ? 'validate' : 'extract'
      const answer = await caller.call('POST', `/v1/einvoices/${path}`, { content, contentEncoding: 'utf-8' })
      assert.equal(answer.status, 400, content.slice(0, 50))
      assert.match(answer.body.message, message)
    }
    const schema = await caller.call('GET', '/v1/einvoices/schema')
    assert.equal(schema.status, 200)
  })

  it('reject calls with fields that do not fit (400)', async () => {
    const invoice = germanInvoice()
    const templateId = await caller.upload('<p>x</p>')
    const einvoice = { format: 'facturx', invoice }
    for (const [path, body, message] of [
      ['einvoices', { format: 'facturx' }, /invoice is required/],
      ['einvoices', { format: 'edifact', invoice }, /format must be/],
      ['einvoices', { format: 'facturx', profile: 'MINIMUM', invoice }, /profile must be/],
      [
        'einvoices',
        { format: 'peppol-bis-3', profile: 'BASIC', invoice },
        /only allowed with the format facturx/,
      ],
      ['einvoices/validate', { invoice }, /format is required with invoice/],
      ['einvoices/validate', {}, /Send either invoice or content/],
      ['einvoices/validate', { invoice, content: 'x' }, /Send either invoice or content/],
      ['einvoices/validate', { content: 'x' }, /contentEncoding is required/],
      [
        'einvoices/validate',
        { content: 'x', contentEncoding: 'utf-8', profile: 'BASIC' },
        /profile is only allowed with format\./,
      ],
      ['einvoices/extract', { content: 'ä', contentEncoding: 'base64' }, /not valid base64/],
      ['pdf/generate', { templateId, data: [{}, {}], options: { einvoice } }, /requires a single element/],
      [
        'pdf/generate',
        { templateId, data: {}, options: { einvoice, password: 'x' } },
        /must not have a password/,
      ],
      [
        'pdf/generate',
        { templateId, data: {}, options: { einvoice: { ...einvoice, format: 'peppol-bis-3' } } },
        /format must be/,
      ],
    ] as const) {
      const answer = await caller.call('POST', `/v1/${path}`, body)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.match(answer.body.message, message)
    }
  })

  it('have a JSON Schema', async () => {
    const { status, body } = await caller.call('GET', '/v1/einvoices/schema')
    assert.equal(status, 200)
    assert.equal(body.properties.number.description, 'Invoice number (BT-1)')
  })
})
