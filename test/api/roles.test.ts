import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

describe('ROLE', () => {
  it('separates processes that answer calls from processes that run jobs', async () => {
    await using api = await startPlaten({ environment: { ROLE: 'api' } })
    const { dataDir } = api.config
    const caller = await api.account()
    const templateId = await caller.upload('<p>made elsewhere</p>')
    const { headers } = await caller.generate(templateId, {}, { async: true })
    const job = async () => (await caller.call('GET', headers.get('location') ?? '')).body.job
    assert.equal((await job()).status, 'pending')

    const environment = { ROLE: 'worker', DATABASE_URL: api.databaseUrl, DATA_DIR: dataDir }
    await using worker = await startPlaten({ environment })
    await eventually(async () => (await job()).status === 'completed')
    assert.deepEqual(await downloadedTexts((await job()).pdfUrl), ['made elsewhere'])
    assert.equal((await send(`${worker.url}/health/ready`, 'GET')).status, 200)
    const answer = await send(`${worker.url}/v1/templates`, 'GET', undefined, { 'x-api-key': caller.key })
    assert.equal(answer.status, 404)
  })
})
