import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { recordStatements } from '../database/statements.ts'
import { base64, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const UNUSED_ID = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'

describe('POST /v1/pdf/generate', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  it('renders one page for an object and charges one credit', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<h1>Hello {{name}}</h1>', 'Größe & Co / 2')
    const { status, headers, body } = await caller.generate(templateId, { name: 'Ada' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).toSorted(), [
      'expiresIn',
      'pagesGenerated',
      'pdfUrl',
      'size',
      'success',
    ])
    assert.equal(body.success, true)
    assert.equal(body.expiresIn, '5 days')
    assert.equal(body.pagesGenerated, 1)
    assert.equal(headers.get('x-platen-sheets'), '1')
    assert.equal(headers.get('x-platen-warnings'), '0')
    const pdf = await fetch(body.pdfUrl)
    assert.equal(pdf.status, 200)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.equal((await pdf.arrayBuffer()).byteLength, body.size)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['Hello Ada'])
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('renders one page for each element of an array, in order, and charges one credit each', async () => {
    const caller = await platen.account({ credits: 60 })
    const templateId = await caller.upload('<p>Number {{n}}</p>')
    for (const count of [1, 5, 50]) {
      const data = Array.from({ length: count }, (_, index) => ({ n: index + 1 }))
      const { body } = await caller.generate(templateId, data)
      assert.equal(body.pagesGenerated, count)
      assert.deepEqual(
        await downloadedTexts(body.pdfUrl),
        data.map(({ n }) => `Number ${n}`),
      )
    }
    assert.deepEqual(await caller.credits(), { credits: 4, reserved: 0 })
  })

  it('renders the same bytes for the same template and data, in any tab and order', async () => {
    const [caller, other] = [await platen.account({ credits: 50 }), await platen.account({ credits: 50 })]
    const sources = [
      '<html lang="en"><title>T</title><style>@page { margin: 1cm }</style><h1 id="a">{{n}}</h1><table><tr><th>x<td>y</table><a href="#a">up</a>',
      '<!doctype html><html lang="en"><title>{{n}}</title><body><h1>{{n}}</h1><p>alike</p></body></html>',
      '<p>{{n}}<script>document.body.append(window.innerWidth)</script>',
    ]
    for (const source of sources) {
      const ids = [await caller.upload(source), await other.upload(source)]
      const pdfs: Buffer[] = []
      for (const [templateId, by] of [
        [ids[0], caller],
        [ids[1], other],
        [ids[0], caller],
      ] as const) {
        const { body } = await by.generate(templateId ?? '', [{ n: 1 }, { n: 2 }, { n: 3 }])
        pdfs.push(Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer()))
      }
      assert.ok(pdfs[0]?.equals(pdfs[1] ?? Buffer.of()) && pdfs[0].equals(pdfs[2] ?? Buffer.of()), source)
    }
  })

  it('sends three database statements for a call', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x')
    const [{ status }, statements] = await recordStatements(() => caller.generate(templateId, {}))
    assert.equal(status, 200)
    const { rows } = await sql<{ id: string }>`
      select generation_id as id from generations where template_id = ${templateId}`.execute(
      platen.app.services.database,
    )
    const generationId = rows[0]?.id ?? ''
    const keyHash = JSON.stringify(createHash('sha256').update(caller.key).digest())
    const ofCall = statements.filter((statement) =>
      [keyHash, templateId, generationId].some((id) => statement.includes(id)),
    )
    assert.equal(ofCall.length, 3, ofCall.join('\n'))
    assert.ok(ofCall.at(-1)?.includes(generationId), ofCall.join('\n'))
  })

  it('counts an element with several sheets as one page', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(
      '<meta name="page-overflow" content="flow">{{#each lines}}<p>{{this}}</p>{{/each}}',
    )
    const { headers, body } = await caller.generate(templateId, {
      lines: Array.from({ length: 100 }, (_, line) => line),
    })
    assert.ok(Number(headers.get('x-platen-sheets')) >= 3)
    assert.equal(body.pagesGenerated, 1)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('accepts each JSON value except null as an element', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>[{{this}}]</p>')
    const { body } = await caller.generate(templateId, [1, 'a', true, ['b', 'c']])
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['[1]', '[a]', '[true]', '[b,c]'])
  })

  it('prints all digits of long integers, in synchronous calls and in jobs', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{#if id}}{{id}}{{else}}{{this}}{{/if}}</p>')
    const call = (more: string) =>
      caller.call(
        'POST',
        '/v1/pdf/generate',
        `{"templateId":"${templateId}","data":[{"id":1234567890123456789},9007199254740993]${more}}`,
      )
    const expected = ['1234567890123456789', '9007199254740993']
    assert.deepEqual(await downloadedTexts((await call('')).body.pdfUrl), expected)
    const { headers } = await call(',"async":true')
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', headers.get('location') ?? '')
      return body.job.status === 'completed' && body.job
    })
    assert.deepEqual(await downloadedTexts(job.pdfUrl), expected)
  })

  it('fills a field whose name is also the name of a helper', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>Total {{sum}} {{qrCode}} {{add sum 1}}</p>')
    const { body } = await caller.generate(templateId, { sum: '1234.56', qrCode: 'none' })
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['Total 1234.56 none 1235.56'])
  })

  it('renders the new content as soon as a replacement is answered', async () => {
    const caller = await platen.account({ credits: 100 })
    const templateId = await caller.upload('<p>old</p>')
    for (let version = 1; version <= 3; version += 1) {
      await caller.generate(templateId, {})
      await caller.call('PUT', `/v1/templates/${templateId}`, {
        content: base64(`<p>version ${version}</p>`),
        contentEncoding: 'base64',
      })
      const answers = await Promise.all(Array.from({ length: 4 }, () => caller.generate(templateId, {})))
      for (const { body } of answers)
        assert.deepEqual(await downloadedTexts(body.pdfUrl), [`version ${version}`])
    }
  })

  it('rejects invalid bodies (400) and charges nothing', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    const rows: [unknown, RegExp][] = [
      [{ templateId }, /^data is required/],
      [{ data: {} }, /^templateId is required/],
      [{ templateId, data: Array.from({ length: 51 }, () => ({})) }, /^data must have at most 50 elements/],
      [{ templateId, data: [] }, /^data must have at least 1 element/],
      [{ templateId, data: [null] }, /^data\[0\] must not be null/],
      [{ templateId, data: null }, /^data must be an object or an array/],
      [{ templateId, data: 'text' }, /^data must be an object or an array/],
      [{ templateId: 'x', data: {} }, /^templateId must be a UUID/],
      [{ templateId, data: {}, async: 'true' }, /^async must be true or false/],
      [{ templateId, data: {}, sendEmail: 'a@example.com' }, /^sendEmail must be an array/],
      [{ templateId, data: {}, sendEmail: ['nobody'] }, /"nobody", which is not an e-mail address/],
      [
        { templateId, data: {}, sendEmail: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) },
        /^sendEmail must have at most 50/,
      ],
      [{ templateId, data: {}, constructor: 1 }, /must not have a field named "constructor"/],
    ]
    for (const [body, message] of rows) {
      const answer = await caller.call('POST', '/v1/pdf/generate', body)
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100))
      assert.match(answer.body.message, message)
    }
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })

  it('answers 404 for a template of another account, before it checks credits', async () => {
    const [caller, otherAccount] = [await platen.account({ credits: 0 }), await platen.account()]
    const theirs = await caller.generate(await otherAccount.upload('x'), {})
    const missing = await caller.generate(UNUSED_ID, {})
    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.body, missing.body)
  })

  it('answers 402 when the balance does not cover the pages, until credits are added', async () => {
    const caller = await platen.account({ credits: 2 })
    const templateId = await caller.upload('x')
    const refused = await caller.generate(templateId, [{}, {}, {}])
    assert.equal(refused.status, 402)
    assert.deepEqual(refused.body, {
      message: `This needs 3 credits and 2 are left. Please purchase credits at ${platen.url}/billing.`,
      error: 'INSUFFICIENT_CREDITS',
    })
    assert.equal(refused.headers.get('link'), `<${platen.url}/billing>; rel="payment"`)
    assert.equal((await caller.generate(templateId, [{}, {}])).status, 200)
    assert.equal((await caller.generate(templateId, {})).status, 402)
    assert.equal((await caller.generate(templateId, {})).status, 402)
    assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
  })

  it('explains to an operator without credits how to add them (402)', async () => {
    const caller = await platen.account({ credits: 0 })
    const { database } = platen.app.services
    await sql`update accounts set role = 'operator' where account_id = ${caller.accountId}`.execute(database)
    const { status, body } = await caller.generate(await caller.upload('x'), {})
    assert.equal(status, 402)
    assert.equal(
      body.message,
      `This needs 1 credit and 0 are left. Please purchase credits at ${platen.url}/billing. ` +
        `You are the operator: add credits on that page, or run: npx platen credits add ${caller.email} 1000`,
    )
  })

  it('accepts exactly 10 of 25 parallel calls with 10 credits', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}</p>')
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => caller.generate(templateId, { n })),
    )
    const statuses = Map.groupBy(answers, ({ status }) => status)
    assert.deepEqual([statuses.get(200)?.length, statuses.get(402)?.length], [10, 15])
    assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
  })

  it('answers 400 with the reason when the template cannot be filled, and charges nothing', async () => {
    const caller = await platen.account()
    const rows = [
      ['{{nope 1}}', /there is no helper named "nope" \(line 1, column 0\)/],
      ['<p>\n  {{> letterhead}}', /partial letterhead could not be found/],
      ['{{formatCurrency total currency="EUR"}}', /formatCurrency: value must be a number, not "x" \(line 1/],
      ['{{#each list}}{{#each @root.list}}{{/each}}{{/each}}', /iterates more than 1,000,000 times/],
    ] as const
    const data = { total: 'x', list: Array.from({ length: 2_000 }, () => 0) }
    for (const [source, reason] of rows) {
      const answer = await caller.generate(await caller.upload(source), data)
      assert.equal(answer.status, 400, source)
      assert.equal(answer.body.message, 'The template could not be filled with this data.')
      assert.match(answer.body.error, reason)
    }
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })

  it('answers 504 at the time limit, stops the work and charges nothing', async () => {
    await using impatient = await startPlaten({ overrides: { syncLimitMs: 2_000 } })
    const caller = await impatient.account()
    const endless = await caller.upload('<script>while (true) {}</script>')
    const answer = await caller.generate(endless, {})
    assert.equal(answer.status, 504)
    assert.match(answer.body.message, /not ready in time\. Nothing was charged/)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
    const other = await platen.account()
    assert.equal((await other.generate(await other.upload('well'), {})).status, 200)
  })

  it('releases the reserved credits when the client disconnects', async () => {
    const caller = await platen.account()
    const slow = await caller.upload('<script>while (true) {}</script>')
    const disconnect = new AbortController()
    const call = fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body: JSON.stringify({ templateId: slow, data: {} }),
      signal: disconnect.signal,
    })
    await eventually(async () => (await caller.credits()).reserved === 1)
    disconnect.abort()
    await assert.rejects(call)
    await eventually(async () => (await caller.credits()).reserved === 0)
    assert.equal((await caller.credits()).credits, 10)
  })

  it('reports resources that could not be loaded as warnings, and prints the document', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>text</p><img src="http://127.0.0.1:1/x.png">')
    const { status, headers, body } = await caller.generate(templateId, {})
    assert.equal(status, 200)
    assert.equal(headers.get('x-platen-warnings'), '1')
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['text'])
  })

  it('keeps the PDFs of a deleted template', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>kept</p>')
    const { body } = await caller.generate(templateId, {})
    await caller.call('DELETE', `/v1/templates/${templateId}`)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['kept'])
  })
})
