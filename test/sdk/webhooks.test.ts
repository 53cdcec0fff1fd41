import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PUBLIC_EGRESS, compileRules } from '../../packages/renderer/src/egress/rules.ts'
import { setWebhook } from '../../packages/server/src/webhooks/set-webhook.ts'
import { queueTestEvent } from '../../packages/server/src/webhooks/deliveries.ts'
import {
  BadRequest,
  Changed,
  Conflict,
  NotFound,
  Platen,
  verifyWebhook,
  WebhookSignatureError,
} from '../../packages/client/src/index.ts'
import { type Caller, eventually, type Platen as Service, startPlaten } from '../harness.ts'
import { type Arrival, type Listener, startListener } from '../webhooks/listener.ts'

describe('verifyWebhook', () => {
  let listener: Listener
  let service: Service
  let caller: Caller
  let secret: string
  let arrival: Arrival
  before(async () => {
    listener = await startListener()
    service = await startPlaten({
      environment: { EGRESS: 'public', BASE_URL: 'https://self.allowed.test' },
      overrides: { network: listener.network },
    })
    caller = await service.account()
    const { database } = service.app.services
    const policy = { operator: compileRules(PUBLIC_EGRESS), resolve: listener.network.resolve }
    const url = 'https://hook.allowed.test/platen'
    const { accountId } = caller
    const webhook = await setWebhook(database, { accountId, url, policy })
    secret = webhook.secret
    await queueTestEvent(service.app.services, { accountId, webhookId: webhook.webhookId })
    const [first] = await listener.requestsTo('/platen', 1)
    assert.ok(first)
    arrival = first
  })
  after(async () => {
    await listener[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  it('accepts a signed event as text or bytes, with headers of any kind', async () => {
    const { body, headers } = arrival
    const event = await verifyWebhook(body, headers, secret)
    assert.deepEqual([event.type, event.id], ['webhook.test', headers['webhook-id']])
    assert.deepEqual(await verifyWebhook(Buffer.from(body), new Headers(headers), secret), event)
    const loud = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    assert.deepEqual(await verifyWebhook(body, loud, secret), event)
    const renewed = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']} v2,x` }
    assert.deepEqual(await verifyWebhook(body, renewed, secret), event)
  })

  it('returns the event of a completed job', async () => {
    const platen = new Platen({ apiKey: caller.key, baseUrl: service.url })
    const { templateId } = await platen.templates.upload({ name: 'x', content: '<p>Grüße</p>' })
    const job = await platen.pdf.generateAsync({ templateId, data: {} })
    const { body, headers } = (await listener.requestsTo('/platen', 2))[1] ?? arrival
    const event = await verifyWebhook(body, headers, secret)
    assert.ok(event.type === 'job.completed')
    const { recipients: _, ...known } = await platen.jobs.get(job.id)
    assert.deepEqual(event.job, known)
  })

  it('rejects a changed, expired or unsigned request', async () => {
    const { body, headers } = arrival
    const refused = async (changed: object, text = body, key = secret) =>
      await assert.rejects(verifyWebhook(text, { ...headers, ...changed }, key), WebhookSignatureError)
    const seconds = Number(headers['webhook-timestamp'])
    await refused({}, body.replace('webhook.test', 'job.completed'))
    await refused({}, `${body} `)
    await refused({ 'webhook-id': 'another' })
    for (const timestamp of [seconds + 1, seconds - 400, seconds + 400, 'soon']) {
      await refused({ 'webhook-timestamp': String(timestamp) })
    }
    for (const signature of ['', 'v1,', 'v1,!', 'x', `v2,${headers['webhook-signature']?.slice(3)}`]) {
      await refused({ 'webhook-signature': signature })
    }
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await refused({ [name]: undefined })
    await refused({}, body, `whsec_${Buffer.alloc(32).toString('base64')}`)
    for (const wrong of ['', 'whsec_', 'whsec_!!!'])
      await assert.rejects(verifyWebhook(body, headers, wrong), TypeError)
  })

  it('manages webhooks, sends events again and reads events with a listener', async () => {
    const account = await service.account()
    const { webhooks, templates, pdf } = new Platen({ apiKey: account.key, baseUrl: service.url })
    const url = 'https://hook.allowed.test/managed'
    await assert.rejects(webhooks.create({ url: 'https://127.0.0.1/', events: ['job.failed'] }), BadRequest)
    const { secret, ...created } = await webhooks.create({ url, events: ['job.completed'], description: 'x' })
    assert.match(secret, /^whsec_/)
    assert.deepEqual([await webhooks.list(), await webhooks.get(created.webhookId)], [[created], created])
    const { webhookId, etag } = created
    const changed = await webhooks.update(webhookId, { description: 'y' }, { ifMatch: etag })
    assert.equal(changed.description, 'y')
    await assert.rejects(webhooks.update(webhookId, { description: 'z' }, { ifMatch: etag }), Changed)

    const listening = await webhooks.listeners.create({ events: ['job.completed'] })
    const { templateId } = await templates.upload({ name: 'x', content: 'x' })
    const job = await pdf.generateAsync({ templateId, data: {} })
    const [arrived] = await listener.requestsTo('/managed', 1)
    assert.ok(arrived)
    assert.equal((await verifyWebhook(arrived.body, arrived.headers, secret)).type, 'job.completed')
    const [event] = await webhooks.listeners.poll(listening.listenerId)
    assert.ok(event)
    assert.equal(JSON.parse(event.body).job.jobId, job.id)
    await webhooks.listeners.remove(listening.listenerId)
    await assert.rejects(webhooks.listeners.poll(listening.listenerId, [event.id]), NotFound)

    const { deliveryId } = await webhooks.test(webhookId)
    const delivery = await eventually(async () => {
      const current = await webhooks.delivery(webhookId, deliveryId)
      return current.status === 'delivered' && current
    })
    assert.deepEqual(
      delivery.history.map(({ responseStatus }) => responseStatus),
      [204],
    )
    assert.equal((await webhooks.resend(webhookId, deliveryId)).deliveryId, deliveryId)
    await listener.requestsTo('/managed', 3)
    const page = await webhooks.deliveries(webhookId, { limit: 1 })
    assert.deepEqual([page.deliveries.length, typeof page.nextCursor], [1, 'string'])
    assert.deepEqual(await webhooks.resendFailed(webhookId, new Date(0)), { resent: 0, remaining: 0 })
    assert.notEqual((await webhooks.rotate(webhookId)).secret, secret)
    await webhooks.update(webhookId, { isEnabled: false })
    await assert.rejects(webhooks.test(webhookId), Conflict)
    await webhooks.remove(webhookId)
    await assert.rejects(webhooks.get(webhookId), NotFound)
    await assert.rejects(webhooks.delivery(webhookId, '../x'), BadRequest)
  })
})
