import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { base64, eventually, send } from './harness.ts'
import { startProcess } from './process.ts'

describe('the logs of a full run', () => {
  it('are JSON lines that hold no key, no signature, no data and no address', async () => {
    await using service = await startProcess({ LOG_LEVEL: 'trace' })
    const account = JSON.parse(
      (await service.platen('accounts', 'create', '--email', 'owner@secret.example', '--json')).stdout,
    )
    const { key } = JSON.parse(
      (await service.platen('create-token', '--name', 'x', '--account', account.userId, '--json')).stdout,
    )
    const call = (method: string, path: string, body?: unknown) =>
      send(service.url + path, method, body, {
        'x-api-key': key,
        cookie: 'session=crumbs',
        authorization: 'Bearer passport',
      })
    const upload = {
      name: 'Nameless',
      content: base64('<p>{{word}}<img src="http://127.0.0.1:9/{{word}}.png">{{#if bad}}{{nope 1}}{{/if}}'),
      contentEncoding: 'base64',
    }
    const { templateId } = (await call('POST', '/v1/templates/upload', upload)).body
    const { pdfUrl } = (
      await call('POST', '/v1/pdf/generate', { templateId, data: { word: 'confidential' } })
    ).body
    await send(pdfUrl, 'GET')
    await call('POST', '/v1/pdf/generate', {
      templateId,
      data: { word: 'confidential' },
      async: true,
      sendEmail: ['reader@secret.example'],
    })
    await call('POST', '/v1/pdf/generate', { templateId, data: { word: 'confidential', bad: true } })
    await call('POST', '/v1/pdf/generate', '{"templateId": confidential')
    await call('GET', `/v1/templates?x-api-key=${key}`)
    await send(`${service.url}/v1/templates`, 'GET', undefined, { 'x-api-key': 'tlfy_wrongwrongwrong' })
    await eventually(() => (service.logs().match(/request completed/g)?.length ?? 0) >= 7)
    const logs = service.logs()
    for (const line of logs.trim().split('\n')) assert.equal(typeof JSON.parse(line), 'object')
    const signature = new URL(pdfUrl).searchParams.get('signature') ?? ''
    assert.ok(signature.length > 20)
    for (const secret of [
      key,
      key.slice(5),
      signature,
      'confidential',
      'secret.example',
      'crumbs',
      'passport',
      'wrongwrong',
    ]) {
      assert.ok(
        !logs.includes(secret),
        `${secret}: ${logs.split('\n').find((line) => line.includes(secret))}`,
      )
    }
  })
})
