import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { decode, encode } from 'fast-png'
import { sql } from 'kysely'
import { MCP_SCHEMA, mcpSchema } from '../../packages/client/mcp-schema.ts'
import { pdfOptions } from '../../packages/mcp/src/tools/pdf-options.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { contentsOf, downloadedTexts } from '../pdf.ts'
import { connectOverHttp } from './agent.ts'

const NOBODYS = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}

describe('MCP over HTTP', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  const agentOf = ({ key }: Caller, era?: 'auto' | 'legacy') => connectOverHttp(platen.url, key, era)
  const post = (headers: Record<string, string>, body: unknown = INITIALIZE) =>
    send(`${platen.url}/mcp`, 'POST', body, { accept: 'application/json, text/event-stream', ...headers })

  it('lists tools with descriptions, schemas and hints, and reads documentation pages', async () => {
    await using agent = await agentOf(await platen.account())
    const { tools } = await agent.client.listTools()
    const names =
      'read_guide list_templates get_template check_template preview_template save_template delete_template ' +
      'list_library get_partial save_partial get_asset save_asset render_pdf list_jobs get_job get_usage get_credits'
    assert.equal(tools.map(({ name }) => name).join(' '), names)
    for (const { name, title, description = '', inputSchema, outputSchema, annotations } of tools) {
      assert.ok(title && description.length > 40 && outputSchema, name)
      assert.equal(inputSchema.type, 'object', name)
      assert.equal(typeof annotations?.readOnlyHint, 'boolean', name)
    }
    const hints = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)
    assert.deepEqual(hints, ['save_template', 'delete_template', 'save_partial', 'save_asset'])
    assert.match(agent.client.getInstructions() ?? '', /nothing in them is an instruction/)
    assert.equal(agent.client.getServerVersion()?.name, 'platen')

    const { pages } = await agent.call('read_guide')
    assert.ok(pages.some(({ page }: { page: string }) => page === 'templates'))
    assert.match((await agent.call('read_guide', { page: 'templates' })).text, /Handlebars/)
    assert.ok((await agent.call('read_guide', { search: 'helpers' })).pages.length > 0)
    assert.match(await agent.failure('read_guide', { page: '../package' }), /There is no page/)
    const read = await agent.client.readResource({ uri: 'platen://docs/templates' })
    assert.match(JSON.stringify(read), /Handlebars/)
    const prompt = await agent.client.getPrompt({
      name: 'write_template',
      arguments: { document: 'a ticket' },
    })
    assert.match(JSON.stringify(prompt), /for this document: a ticket/)
  })

  for (const era of ['auto', 'legacy'] as const) {
    it(`writes, previews, renders and deletes a template, with the protocol version “${era}”`, async () => {
      const caller = await platen.account()
      await using agent = await agentOf(caller, era)
      const content = '<body style="background:#00f"><p style="color:#fff">Hello, {{name}}</p>'
      assert.deepEqual(await agent.call('check_template', { content }), { valid: true })
      const shown = await agent.result('preview_template', { content, data: { name: 'Ada' }, width: 300 })
      const { sheets, scale, picture } = shown.structuredContent as Record<string, unknown>
      assert.deepEqual([sheets, scale, picture], [1, 1, 'Sheet 1.'])
      const image = shown.content.find(({ type }) => type === 'image')
      assert.ok(image?.type === 'image' && image.mimeType === 'image/png')
      assert.equal(decode(Buffer.from(image.data, 'base64')).width, 300)

      const schema = { type: 'object', properties: { name: { type: 'string' } } }
      const sampleData = { name: 'Bob' }
      const stored = await agent.call('save_template', { name: 'Greeting', content, sampleData, schema })
      assert.equal(stored.isNew, true)
      const { templateId, contentVersion } = stored
      const list = await agent.call('list_templates', { search: 'greet' })
      assert.deepEqual([list.total, list.templates[0].templateId, list.nextOffset], [1, templateId, null])
      await caller.call('POST', `/v1/templates/${templateId}/archive`)
      assert.equal((await agent.call('list_templates', { search: 'greet' })).total, 0)
      await caller.call('POST', `/v1/templates/${templateId}/unarchive`)
      const read = await agent.call('get_template', { templateId })
      assert.deepEqual([read.content, read.contentVersion, read.nextOffset], [content, contentVersion, null])
      await caller.call('PUT', `/v1/templates/${templateId}/data-sets/other`, { name: 'Cy' })
      const {
        sampleData: sample,
        schema: storedSchema,
        dataSets,
      } = await agent.call('get_template', { templateId, withData: true })
      assert.deepEqual([JSON.parse(sample), JSON.parse(storedSchema)], [sampleData, schema])
      assert.deepEqual(dataSets, ['other'])
      assert.equal((await agent.call('preview_template', { templateId, dataSet: 'other' })).sheets, 1)
      assert.match(await agent.failure('preview_template', { templateId, dataSet: 'none' }), /no data set/)
      const unfit = await agent.failure('render_pdf', { templateId, data: { name: 7 } })
      assert.match(unfit, /\/name: /)
      const tried = await agent.call('render_pdf', { templateId, data: sampleData, dryRun: true })
      assert.deepEqual([tried.cost, tried.coversCost, tried.sheets, tried.pdfUrl], [1, true, 1, undefined])
      const resource = await agent.client.readResource({ uri: `platen://templates/${templateId}` })
      assert.match(JSON.stringify(resource), /Hello, \{\{name\}\}/)

      const rendered = await agent.result('render_pdf', {
        templateId,
        data: [{ name: 'Ada' }, { name: 'Bob' }],
      })
      const {
        pdfUrl,
        pagesGenerated,
        sheets: printed,
      } = rendered.structuredContent as Record<string, unknown>
      assert.deepEqual([pagesGenerated, printed], [2, 2])
      assert.deepEqual(await downloadedTexts(String(pdfUrl)), ['Hello, Ada', 'Hello, Bob'])
      assert.ok(rendered.content.some((block) => block.type === 'resource_link' && block.uri === pdfUrl))

      const { jobId } = await agent.call('render_pdf', { templateId, data: '{"name": "text"}', async: true })
      const job = await eventually(async () => {
        const current = await agent.call('get_job', { jobId })
        return current.status === 'completed' && current
      })
      assert.deepEqual(await downloadedTexts(job.pdfUrl), ['Hello, text'])
      assert.equal((await agent.call('list_jobs', { status: 'completed' })).jobs[0].jobId, jobId)
      const billingUrl = `${platen.url}/billing`
      const credits = { credits: 7, reserved: 0, available: 7, billingUrl }
      assert.deepEqual(await agent.call('get_credits'), credits)
      const usage = await agent.call('get_usage', { days: 2 })
      assert.deepEqual([usage.pages, usage.completed, usage.templates[0].name], [3, 2, 'Greeting'])

      assert.match(
        await agent.failure('delete_template', { templateId, name: 'x' }),
        /another name: "Greeting"/,
      )
      assert.equal((await agent.call('delete_template', { templateId, name: 'Greeting' })).deleted, true)
      assert.equal((await agent.call('list_templates')).total, 0)
    })
  }

  it('saves partials and assets, and refuses to overwrite a newer version', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    const one = await agent.call('save_partial', { name: 'head', content: '<h1>{{n}}</h1>' })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const logo = await agent.call('save_asset', { name: 'logo.svg', svg })
    assert.equal(logo.contentType, 'image/svg+xml')
    const png = Buffer.from(encode({ width: 2, height: 2, data: new Uint8Array(12), channels: 3 }))
    const dot = { name: 'dot.png', base64: png.toString('base64') }
    await agent.call('save_asset', dot)
    const { partials, assets } = await agent.call('list_library')
    assert.deepEqual(partials, [one])
    assert.deepEqual(assets[1], logo)
    assert.equal((await agent.call('get_asset', { name: 'logo.svg' })).text, svg)
    const { content } = await agent.result('get_asset', { name: 'dot.png' })
    const image = content.find(({ type }) => type === 'image')
    assert.ok(image?.type === 'image' && image.data === dot.base64)
    const source = '<html lang="en">{{> head}}<img alt="" src="{{asset "logo.svg"}}">'
    const shown = await agent.call('preview_template', { content: source, data: { n: 1 } })
    assert.deepEqual(shown.warnings, [])

    const { contentVersion } = await agent.call('get_partial', { name: 'head' })
    assert.match(
      await agent.failure('save_partial', { name: 'head', content: 'x' }),
      /Next: .*already exists.*get_partial/,
    )
    await agent.call('save_partial', { name: 'head', content: 'two', contentVersion })
    assert.match(
      await agent.failure('save_partial', { name: 'head', content: 'three', contentVersion }),
      /“test” saved this partial at/,
    )
    assert.equal((await agent.call('get_partial', { name: 'head' })).content, 'two')
    assert.match(await agent.failure('save_asset', { name: 'dot.png', svg }), /“test” saved this asset at/)
    assert.match(await agent.failure('save_asset', { name: 'x.png' }), /Either svg or base64/)
    assert.match(await agent.failure('save_asset', { name: 'x.png', base64: 'é' }), /not valid base64/)
    assert.match(await agent.failure('save_asset', { name: 'x.png', svg: 'no' }), /An asset must be a PNG/)
    assert.match(await agent.failure('save_partial', { name: 'p', content: '{{#if' }), /Parse error/)
    assert.match(await agent.failure('get_partial', { name: 'none' }), /There is no partial/)
    assert.match(await agent.failure('get_asset', { name: 'none' }), /There is no asset/)
  })

  it('accepts the same PDF options as the API', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    const templateId = await caller.upload('<p>x')
    const request = { templateId, data: {} }
    const options = {
      filename: 'Offer',
      metadata: { title: 'Offer 118' },
      watermark: { text: 'DRAFT', layer: 'behind' },
      attachments: [{ name: 'prices.csv', text: 'Größe,1', mimeType: 'text/csv' }],
      pdfa: '3b',
    }
    const { pdfUrl } = await agent.call('render_pdf', { ...request, options })
    assert.match(pdfUrl, /\/Offer\.pdf\?/)
    const inside = contentsOf(Buffer.from(await (await fetch(pdfUrl)).arrayBuffer()))
    assert.match(inside, /pdfaid:part>3/)
    assert.ok(inside.includes(Buffer.from('Größe,1').toString('latin1')), 'the text, as it was given')
    const facturx = { xml: '<é/>', profile: 'BASIC' as const }
    assert.deepEqual(pdfOptions({ facturx }), { facturx: { ...facturx, xml: base64('<é/>') } })
    assert.match(
      await agent.failure('render_pdf', { ...request, options: { watermark: { text: 'x', color: 'red' } } }),
      /watermark\.color must/,
    )
    assert.match(await agent.failure('render_pdf', { ...request, options: { pasword: 'x' } }), /pasword/)
    assert.equal(await readFile(MCP_SCHEMA, 'utf8'), await mcpSchema(), 'npm run client:api updates it')
  })

  it('refuses to overwrite a newer version of a template', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    const templateId = await caller.upload('one')
    const { contentVersion } = await agent.call('get_template', { templateId })
    const saved = await agent.call('save_template', { templateId, contentVersion, content: 'two' })
    assert.deepEqual([saved.isNew, saved.name], [false, 'Test'])
    const late = { templateId, contentVersion, content: 'three' }
    assert.match(await agent.failure('save_template', late), /Next: .*get_template/)
    assert.match(
      await agent.failure('save_template', { templateId, content: 'x' }),
      /contentVersion is required/,
    )
    assert.match(await agent.failure('save_template', { content: 'x' }), /needs a name/)
    assert.equal((await agent.call('get_template', { templateId })).content, 'two')
    const halfway = await agent.failure('save_template', {
      name: 'New',
      content: 'x',
      schema: { type: 'nothing' },
    })
    const { templates } = await agent.call('list_templates', { search: 'new' })
    assert.match(halfway, new RegExp(`is stored as ${templates[0].templateId}.*\\nNext: correct the problem`))
  })

  it('reports errors with their position and the next step', async () => {
    const poor = await platen.account({ credits: 0 })
    await using agent = await agentOf(poor)
    const broken = '<p>\n{{#if x}}'
    const check = await agent.call('check_template', { content: broken })
    assert.deepEqual([check.valid, check.line], [false, 2])
    assert.match(await agent.failure('preview_template', { content: broken }), /Position: line 2, column \d+/)
    assert.match(await agent.failure('preview_template', {}), /Pass either content or templateId/)
    assert.match(await agent.failure('save_template', { name: 'x', content: broken }), /Parse error/)
    const templateId = await poor.upload('x')
    assert.match(await agent.failure('render_pdf', { templateId, data: {} }), /credits are bought at http/)
    assert.match(
      await agent.failure('render_pdf', { templateId, data: 'x' }),
      /data must be an object or an array/,
    )
    assert.match(await agent.failure('get_usage', { from: '2026-02-30' }), /from must be a day/)
    assert.match(await agent.failure('get_template', {}), /templateId/)
    await assert.rejects(agent.client.callTool({ name: 'nothing', arguments: {} }), /nothing/)
    await assert.rejects(agent.client.readResource({ uri: 'platen://docs/nothing' }), /not found/i)
  })

  it('rejects ids and names that would change the path', async () => {
    await using agent = await agentOf(await platen.account())
    const contentVersion = '0'.repeat(64)
    for (const text of ['..', '.', '', 'a/b', '../../openapi.json']) {
      for (const [tool, input] of [
        ['get_template', { templateId: text }],
        ['save_template', { templateId: text, content: 'x', contentVersion }],
        ['delete_template', { templateId: text, name: 'x' }],
        ['get_partial', { name: text }],
        ['save_partial', { name: text, content: 'x' }],
        ['save_asset', { name: text, svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
        ['get_job', { jobId: text }],
      ] as const) {
        const words = await agent.failure(tool, input)
        assert.match(words, /^(templateId|name|jobId) must be a string without slashes .*\nNext: /, tool)
      }
    }
    await assert.rejects(agent.client.readResource({ uri: 'platen://templates/..' }), /not found/i)
    await assert.rejects(agent.client.readResource({ uri: 'platen://templates/%2e%2e' }), /not found/i)
  })

  it('returns long sources in parts, and pictures under the size limit', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    const content = `<!-- ${'é🎉'.repeat(40_000)} -->`
    const templateId = await caller.upload(content)
    const first = await agent.call('get_template', { templateId })
    const rest = await agent.call('get_template', { templateId, offset: first.nextOffset })
    assert.deepEqual([first.content + rest.content, rest.nextOffset], [content, null])
    const noise = `<body><script>
      const canvas = document.body.appendChild(document.createElement('canvas'))
      canvas.width = canvas.height = 700
      const context = canvas.getContext('2d'), image = context.createImageData(700, 700)
      for (let at = 0; at < image.data.length; at += 4)
        for (let one = 0; one < 4; one += 1) image.data[at + one] = one === 3 ? 255 : Math.random() * 256
      context.putImageData(image, 0, 0)
    </script>`
    const { content: blocks } = await agent.result('preview_template', { content: noise })
    const image = blocks.find(({ type }) => type === 'image')
    assert.ok(image?.type === 'image')
    const png = Buffer.from(image.data, 'base64')
    assert.ok(png.length <= 1_000_000 && decode(png).width === 500, `${png.length}`)
  })

  it('hides templates and jobs of other accounts', async () => {
    const [owner, otherAccount] = [await platen.account(), await platen.account()]
    const templateId = await owner.upload('theirs')
    const { headers } = await owner.generate(templateId, {}, { async: true })
    const jobId = headers.get('location')?.split('/').at(-1) ?? ''
    await using agent = await agentOf(otherAccount)
    assert.equal((await agent.call('list_templates')).total, 0)
    assert.deepEqual((await agent.call('list_jobs')).jobs, [])
    const contentVersion = 'a'.repeat(64)
    const tries: [string, (id: string) => Record<string, unknown>, string][] = [
      ['get_template', (id) => ({ templateId: id }), templateId],
      ['preview_template', (id) => ({ templateId: id }), templateId],
      ['render_pdf', (id) => ({ templateId: id, data: {} }), templateId],
      ['save_template', (id) => ({ templateId: id, contentVersion, content: 'x' }), templateId],
      ['delete_template', (id) => ({ templateId: id, name: 'Test' }), templateId],
      ['get_job', (id) => ({ jobId: id }), jobId],
    ]
    for (const [tool, input, theirs] of tries) {
      const words = await agent.failure(tool, input(theirs))
      assert.match(words, /There is no (template|job)/)
      assert.equal(words, await agent.failure(tool, input(NOBODYS)), tool)
    }
    await assert.rejects(agent.client.readResource({ uri: `platen://templates/${templateId}` }), /not found/i)
    assert.equal((await owner.call('GET', `/v1/templates/${templateId}`)).body.template.content, 'theirs')
  })

  it('requires a valid key, as x-api-key or as bearer token (401)', async () => {
    const { key, accountId } = await platen.account()
    const words =
      'The API key is missing or not valid. Send it as "Authorization: Bearer tlfy_…" or in the x-api-key header.'
    const wrong = `tlfy_${'x'.repeat(43)}`
    const attempts: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${wrong}` },
      { authorization: `Basic ${btoa(`${key}:`)}` },
      { authorization: key },
      { 'x-api-key': wrong, authorization: `Bearer ${key}` },
    ]
    for (const headers of attempts) {
      const answer = await post(headers)
      assert.deepEqual([answer.status, answer.body], [401, { message: words }])
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
    assert.equal((await post({ 'x-api-key': key })).status, 200)
    assert.equal((await post({ authorization: `bearer ${key}` })).status, 200)
    await assert.rejects(connectOverHttp(platen.url, wrong))
    const person = await platen.person()
    assert.equal((await post({ authorization: `Bearer ${await person.token()}` })).status, 401)
    await sql`update accounts set suspended_at = now() where account_id = ${accountId}`.execute(
      platen.app.services.database,
    )
    assert.equal((await post({ 'x-api-key': key })).status, 403)
  })

  it('rejects other origins (403), and accepts one message per POST', async () => {
    const { key } = await platen.account()
    const own = { 'x-api-key': key }
    for (const origin of ['http://evil.example', 'null', 'https://127.0.0.1.evil.example']) {
      const answer = await post({ ...own, origin })
      assert.deepEqual(
        [answer.status, answer.body],
        [403, { message: 'Web pages of other origins must not call /mcp.' }],
      )
    }
    assert.equal((await post({ ...own, origin: platen.url })).status, 200)
    assert.equal((await post(own, [INITIALIZE])).body.message, 'The body must be one JSON-RPC message.')
    assert.equal((await post(own, 'no JSON')).status, 400)
    assert.equal((await post(own, '3')).status, 400)
    assert.equal((await post({ ...own, 'content-type': 'text/plain' })).status, 415)
    assert.equal((await post(own, `{"a":"${'x'.repeat(7_000_000)}"}`)).status, 413)
    assert.equal(
      (await post(own, { jsonrpc: '2.0', id: 1, method: 'no/such', params: {} })).body.error?.code ?? -32601,
      -32601,
    )
    for (const method of ['GET', 'DELETE', 'PUT'])
      assert.deepEqual([(await send(`${platen.url}/mcp`, method, undefined, own)).status], [405])
  })

  it('cancels the render when the client disconnects', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<script>while(true){}</script>')
    const hangingUp = new AbortController()
    const call = fetch(`${platen.url}/mcp`, {
      method: 'POST',
      signal: hangingUp.signal,
      headers: {
        'x-api-key': caller.key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'render_pdf', arguments: { templateId, data: {} } },
      }),
    })
    await eventually(async () => (await caller.credits()).reserved === 1)
    hangingUp.abort()
    await assert.rejects(call)
    await eventually(async () => (await caller.credits()).reserved === 0)
  })

  it('omits the scale of a PDF that has none recorded', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    const { templateId } = await agent.call('save_template', { name: 'x', content: '<p>x</p>' })
    const request = { templateId, data: {}, idempotencyKey: 'again' }
    assert.equal((await agent.call('render_pdf', request)).scale, 1)
    await sql`update generations set scale = null where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    const { sheets, scale } = await agent.call('render_pdf', request)
    assert.deepEqual([sheets, scale], [1, undefined])
  })

  it('applies the rate limits of the API (429)', async () => {
    const caller = await platen.account()
    await using agent = await agentOf(caller)
    // One call is left: enough for the request, but not for the call of the tool.
    await sql`update token_buckets set tokens = 1, refilled_at = now() + interval '1 hour'
      where subject = ${`key calls ${caller.accountId}`}`.execute(platen.app.services.database)
    assert.match(await agent.failure('get_credits'), /Too many calls.*\nNext: wait \d+ seconds/)
    const limited = await post({ 'x-api-key': caller.key })
    assert.deepEqual(
      [limited.status, limited.body.message],
      [429, 'Too many calls. Please wait and try again.'],
    )

    const guess = async () => (await post({ authorization: `Bearer tlfy_${'x'.repeat(43)}` })).status
    const statuses = []
    while (statuses.at(-1) !== 429) statuses.push(await guess())
    assert.ok(statuses.length <= 31 && statuses.slice(0, -1).every((status) => status === 401))
  })
})
