import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { ERROR_STATUSES } from '../../packages/server/src/http/schemas/error-catalogue.ts'
import { type Answer, base64, type Caller, type Platen, send, startPlaten } from '../harness.ts'

/** Statuses that need a limit or a fault and that other tests cause, with the file that has the message. */
const FROM_SOURCE: Readonly<Record<number, string>> = {
  408: 'http/protocol/malformed-requests.ts',
  429: 'accounts/token-bucket.ts',
  500: 'http/protocol/error-responses.ts',
  503: 'database/connection-queue.ts',
  504: 'http/protocol/deadline.ts',
}
const BODY_TOO_LONG = 7_000_000
const HEADER_TOO_LONG = 20_000

describe('the example of each error', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 1 })
  })
  after(() => platen?.[Symbol.asyncDispose]())

  for (const { status, example } of ERROR_STATUSES) {
    const source = FROM_SOURCE[status]
    if (source !== undefined) {
      it(`of ${status} has a message of the service`, async () => {
        const text = await readFile(new URL(`../../packages/server/src/${source}`, import.meta.url), 'utf8')
        assert.ok(text.includes(example.message), example.message)
      })
    } else {
      it(`of ${status} is the response of the service`, async () => {
        const answer = await cause(status)
        assert.equal(answer.status, status)
        const { message } = answer.body
        const shown = String(message)
          .replaceAll(platen.url, 'http://127.0.0.1:3000')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '2026-11-21T09:30:00.000Z')
        assert.deepEqual({ ...answer.body, message: shown }, example)
      })
    }
  }

  /** Sends a request that fails with a status. */
  async function cause(status: number): Promise<Answer> {
    const templateId = await caller.upload('<p>{{name}}</p>')
    const data = { name: 'Ada' }
    const source = { content: base64('<p>x</p>'), contentEncoding: 'base64' }
    switch (status) {
      case 400:
        return await caller.generate(templateId, [])
      case 401:
        return await send(`${platen.url}/v1/templates`, 'GET')
      case 402:
        return await caller.generate(templateId, [data, data])
      case 403:
        return await withReadKey(templateId)
      case 404:
        return await caller.call('GET', '/v1/templates/97d5550a-6f17-4386-9ae9-63a47e32d9e8')
      case 405:
        return await caller.call('PATCH', '/v1/templates')
      case 406: {
        const body = { templateId, data, async: true }
        return await caller.call('POST', '/v1/pdf/generate', body, { accept: 'application/pdf' })
      }
      case 409: {
        const headers = { 'idempotency-key': 'invoice-118' }
        await caller.call('POST', '/v1/pdf/generate', { templateId, data }, headers)
        return await caller.call('POST', '/v1/pdf/generate', { templateId, data: {} }, headers)
      }
      case 412:
        return await caller.call('PUT', `/v1/templates/${templateId}`, source, {
          'if-match': `"${'0'.repeat(64)}"`,
        })
      case 413:
        return await caller.generate(templateId, { name: 'x'.repeat(BODY_TOO_LONG) })
      case 415:
        return await caller.call('POST', '/v1/pdf/generate', 'x', { 'content-type': 'text/plain' })
      case 428:
        return await withoutCondition()
      case 431:
        return await caller.call('GET', '/v1/templates', undefined, { 'x-long': 'x'.repeat(HEADER_TOO_LONG) })
      default:
        throw new Error(`The test does not know how to cause ${status}.`)
    }
  }

  async function withReadKey(templateId: string): Promise<Answer> {
    const person = await platen.person()
    const { body } = await person.call('POST', '/dashboard/api/keys', { name: 'reader', scopes: ['read'] })
    const request = { templateId, data: {} }
    return await send(`${platen.url}/v1/pdf/generate`, 'POST', request, { 'x-api-key': body.key })
  }

  async function withoutCondition(): Promise<Answer> {
    const person = await platen.person()
    const template = { name: 'Hello', content: '<p>Hello</p>', sampleData: '{}' }
    const { body } = await person.call('POST', '/dashboard/api/templates', template)
    return await person.call('PUT', `/dashboard/api/templates/${body.templateId}`, { content: '<p>x</p>' })
  }
})
