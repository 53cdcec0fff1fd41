import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platen, startPlaten } from '../harness.ts'
import { storeWebhook } from '../webhooks/stored.ts'
import { createTool, type Tool } from './tool.ts'

describe('platen webhooks delete', () => {
  let platen: Platen
  let tool: Tool
  let webhookId: string
  before(async () => {
    platen = await startPlaten()
    const { key, accountId } = await platen.account()
    webhookId = (await storeWebhook(platen.app.services.database, accountId)).webhookId
    tool = await createTool(platen.url, { PLATEN_API_KEY: key })
  })
  after(async () => {
    await tool?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('deletes a webhook only with a confirmation or --yes', async () => {
    const unconfirmed = await tool.run('webhooks', 'delete', webhookId)
    assert.equal(unconfirmed.code, 1)
    assert.match(unconfirmed.stderr, /Nothing was deleted.*add --yes/s)
    assert.equal((await tool.json('webhooks', 'list')).value.webhooks.length, 1)
    const deleted = await tool.run('webhooks', 'delete', webhookId, '--yes')
    assert.deepEqual([deleted.code, deleted.stdout], [0, 'Deleted the webhook https://127.0.0.1/.\n'])
    assert.deepEqual((await tool.json('webhooks', 'list')).value, { webhooks: [] })
  })
})
