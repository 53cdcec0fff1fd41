import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { sql } from 'kysely'
import { base64, type Caller, type Platen, startPlaten } from '../harness.ts'

describe('POST /v1/templates/preview', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())

  const preview = (body: object, who = caller) => who.call('POST', '/v1/templates/preview', body)
  const source = (content: string, more: object = {}) =>
    preview({ content: base64(content), contentEncoding: 'base64', ...more })
  const drawn = ({ png }: { png: string }) => decode(Buffer.from(png, 'base64'))

  it('returns sheets, scale, warnings and a picture of the requested sheet, without a charge', async () => {
    const { status, body } = await source('<html lang="en"><body style="background:{{color}}">', {
      data: { color: 'blue' },
      width: 300,
    })
    const { picture, ...result } = body
    const nothing = { warnings: [], elementsLeftOut: 0, problems: [] }
    assert.deepEqual(
      [status, result],
      [200, { sheets: 1, pages: [{ sheets: 1, scale: 1, overflow: 'none' }], scale: 1, ...nothing }],
    )
    const { width, height, data, channels } = drawn(picture)
    assert.deepEqual([width, height], [300, 424])
    const middle = ((height >> 1) * width + (width >> 1)) * channels
    assert.deepEqual([...data.subarray(middle, middle + 3)], [0, 0, 255])
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
    const rows = await sql`select 1 from generations where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    assert.equal(rows.rows.length, 0)
  })

  it('marks the picture of a sheet as a preview in its top right corner', async () => {
    const { body } = await source('<style>@page { margin: 0 } html { background: #00f }</style>')
    const { width, height, data, channels } = drawn(body.picture)
    const isBlue = (x: number, y: number) => {
      const at = (y * width + x) * channels
      return data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 255
    }
    const marked: [number, number][] = []
    for (let y = 0; y < height - 2; y += 1) {
      for (let x = 0; x < width - 2; x += 1) if (!isBlue(x, y)) marked.push([x, y])
    }
    assert.ok(marked.length > 500, `${marked.length} pixels are marked`)
    assert.ok(marked.every(([x, y]) => x > 0.85 * width && y < 0.05 * height))
  })

  it('shows the first five elements, any of their sheets, and the warnings', async () => {
    const data = ['red', 'lime', 'blue', 'black', 'white', 'red', 'red'].map((color) => ({ color }))
    const { body } = await source(
      '<body style="background:{{color}}"><img src="http://nowhere.test/x.png">',
      { data, sheet: 2, width: 100 },
    )
    assert.deepEqual([body.sheets, body.elementsLeftOut, body.picture.sheet], [5, 2, 2])
    assert.ok(body.warnings.length > 0)
    const beyond = await source('x', { sheet: 2 })
    assert.deepEqual(
      [beyond.status, beyond.body.message],
      [400, 'The document has no sheet 2. It has 1 sheet.'],
    )
    assert.equal((await source('x', { picture: false })).body.picture, null)
  })

  it('accepts a stored template, and fills it with its sample data when data is missing', async () => {
    const templateId = await caller.upload('<p>{{formatDate day}}</p>')
    const { status, body } = await preview({ templateId, picture: false })
    assert.deepEqual([status, body.sheets], [200, 1])
    await sql`update template_details set sample_data = '[{"day": "2026-01-01"}, {"day": "2026-01-02"}]' where template_id = ${templateId}`.execute(
      platen.app.services.database,
    )
    assert.equal((await preview({ templateId, picture: false })).body.sheets, 2)
    assert.equal((await preview({ templateId, data: { day: '2026-01-03' }, picture: false })).body.sheets, 1)
    await caller.call('PUT', `/v1/templates/${templateId}/schema`, { required: ['day', 'hour'] })
    const shown = (await preview({ templateId, picture: false })).body
    assert.deepEqual(shown.problems, [
      { path: '/0/hour', message: 'is missing' },
      { path: '/1/hour', message: 'is missing' },
    ])
    const { problems } = (await preview({ templateId, data: { hour: 1, day: 0 }, picture: false })).body
    assert.deepEqual(problems, [])
  })

  it('returns only the picture for Accept: image/png', async () => {
    const answer = await fetch(`${platen.url}/v1/templates/preview`, {
      method: 'POST',
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json', accept: 'image/png' },
      body: JSON.stringify({ content: base64('x'), contentEncoding: 'base64', picture: false }),
    })
    assert.deepEqual(
      [
        answer.status,
        ...['content-type', 'x-platen-sheets', 'x-platen-scale'].map((name) => answer.headers.get(name)),
      ],
      [200, 'image/png', '1', '1'],
    )
    assert.equal(decode(Buffer.from(await answer.arrayBuffer())).width, 1_000)
  })

  it('returns the position of an error in the source or its data (400)', async () => {
    const broken = await source('<p>\n{{#if x}}', { data: {} })
    assert.deepEqual([broken.status, broken.body.line], [400, 2])
    assert.match(broken.body.error, /Parse error/)
    const unknown = await source('<p>\n  {{nope 1}}', { data: {} })
    assert.deepEqual([unknown.status, unknown.body.line, unknown.body.column], [400, 2, 2])
    assert.match(unknown.body.error, /no helper named "nope"/)
  })

  it('rejects invalid requests with the reason (400)', async () => {
    const templateId = await caller.upload('x')
    const content = base64('x')
    const odd: [object, RegExp][] = [
      [{}, /either templateId or content/],
      [{ templateId, content, contentEncoding: 'base64' }, /not both/],
      [{ content }, /contentEncoding is required/],
      [{ content: 'x', contentEncoding: 'base64' }, /not valid base64/],
      [{ templateId: 'x' }, /templateId must be a UUID/],
      [{ templateId, data: 'x' }, /data must be/],
      [{ templateId, sheet: 0 }, /sheet/],
      [{ templateId, sheet: 1.5 }, /sheet must be an integer/],
      [{ templateId, width: 5_000 }, /width/],
      [{ templateId, width: '100' }, /width must be an integer/],
      [JSON.parse('{"__proto__": {}}'), /__proto__/],
    ]
    for (const [body, reason] of odd) {
      const answer = await preview(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.body.message, reason)
    }
  })

  it('answers 404 for a template of another account, and 429 above the limit of previews', async () => {
    const otherAccount = await platen.account()
    const theirs = await preview({ templateId: await caller.upload('x') }, otherAccount)
    assert.deepEqual(
      [theirs.status, theirs.body.message],
      [404, 'There is no template with this templateId.'],
    )
    await preview({ templateId: await otherAccount.upload('x'), picture: false }, otherAccount)
    await sql`update token_buckets set tokens = -1000 where subject = ${`previews ${otherAccount.accountId}`}`.execute(
      platen.app.services.database,
    )
    const limited = await preview({ templateId: await otherAccount.upload('x') }, otherAccount)
    assert.equal(limited.status, 429)
    assert.ok(Number(limited.headers.get('retry-after')) > 0)
  })

  it('POST /v1/templates/check compiles a source and returns the position of an error (400)', async () => {
    const check = (content: string) =>
      caller.call('POST', '/v1/templates/check', { content: base64(content), contentEncoding: 'base64' })
    const good = await check('{{#each rows}}{{this}}{{/each}}')
    assert.deepEqual([good.status, good.body], [200, { valid: true }])
    const bad = await check('\n\n{{#each rows}}{{/if}}')
    assert.deepEqual([bad.status, bad.body.line], [400, 3])
    assert.match(bad.body.error, /{{#each rows}} is still open at {{\/if}} on line 3/)
    assert.equal((await caller.call('POST', '/v1/templates/check', {})).status, 400)
  })
})
