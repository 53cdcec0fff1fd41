import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { storeWebhook } from '../webhooks/stored.ts'
import { type Answer, base64, eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'

interface Operation {
  method: string
  path: string
  /** Kind of object of the first path parameter. */
  parameter: string
}

/** Every object of a user that has an id, by the name of its path parameter. */
interface Possessions {
  ids: Record<
    | 'templateId'
    | 'tokenId'
    | 'jobId'
    | 'batchId'
    | 'syncJobId'
    | 'requestId'
    | 'sessionId'
    | 'accountId'
    | 'webhookId'
    | 'deliveryId'
    | 'memberId'
    | 'invitationId',
    string
  >
  etag: string
}

// Bodies that let an operation reach its check of the id. Other operations take no body.
const BODIES: Record<string, object> = {
  'POST /dashboard/api/keys/{tokenId}/rotate': { overlapHours: 1 },
  'PATCH /dashboard/api/webhooks/{webhookId}': { isEnabled: false },
  'POST /dashboard/api/webhooks/{webhookId}/rotate': { overlapHours: 0 },
  'POST /dashboard/api/webhooks/{webhookId}/resend-failed': { since: '2026-01-01T00:00:00Z' },
  'PUT /dashboard/api/members/{memberId}': { role: 'viewer' },
  'PUT /dashboard/api/templates/{templateId}': { content: '<p>overwritten</p>' },
  'PATCH /dashboard/api/templates/{templateId}': { name: 'overwritten' },
  'PUT /dashboard/api/templates/{templateId}/tags': { tags: ['overwritten'] },
  'POST /dashboard/api/operator/accounts/{userId}/credits': { credits: 1_000, reason: 'theft' },
  'PUT /dashboard/api/operator/accounts/{userId}/plan': { plan: 'enterprise' },
  'POST /dashboard/api/operator/accounts/{userId}/suspend': { reason: 'malice' },
}

describe("D02 ids on the dashboard's routes", () => {
  let platen: Platen
  let owner: Person
  let otherUser: Person
  let operations: Operation[]
  let theirs: Possessions
  before(async () => {
    platen = await startPlaten()
    owner = await platen.person()
    otherUser = await platen.person()
    operations = await operationsWithIds(platen.url)
    theirs = await possessionsOf(platen, owner)
  })
  after(() => platen[Symbol.asyncDispose]())

  it("answers another account's id exactly like an unknown id", async () => {
    const mine = await possessionsOf(platen, otherUser)
    const before = await viewOf(owner)
    let compared = 0
    for (const operation of operations) {
      const nobodys = await attempt(otherUser, operation, randomUUID(), theirs.etag)
      // Operator routes reject other users whatever the id.
      const expected = operation.path.includes('/operator/') ? 403 : 404
      assert.equal(nobodys.status, expected, `${operation.method} ${operation.path}`)
      const ids = { ...theirs.ids, ...wrongKinds(mine.ids, operation) }
      for (const [what, id] of Object.entries(ids)) {
        assert.deepEqual(
          await attempt(otherUser, operation, id, theirs.etag),
          nobodys,
          `${operation.method} ${operation.path} with ${what}`,
        )
        compared += 1
      }
    }
    assert.ok(compared >= 150, `only ${compared} calls were compared`)
    assert.deepEqual(await viewOf(owner), before)
  })

  it('gives the owner access that other accounts do not have', async () => {
    for (const { method, path, parameter } of operations.filter(({ method }) => method === 'GET')) {
      if (parameter === 'userId') continue
      const id = new Map(Object.entries(theirs.ids)).get(parameter)
      assert.ok(id, path)
      const url = urlOf(path, parameter, id)
      assert.equal((await owner.call(method, url)).status, 200, url)
      assert.equal((await otherUser.call(method, url)).status, 404, url)
    }
  })

  it('finds nothing of another account by an id in a filter or a body', async () => {
    for (const query of [`templateId=${theirs.ids.templateId}`, `tokenId=${theirs.ids.tokenId}`]) {
      const { body } = await otherUser.call('GET', `/dashboard/api/jobs?${query}`)
      assert.ok(
        body.jobs.every(
          ({ jobId }: { jobId: string }) => ![theirs.ids.jobId, theirs.ids.syncJobId].includes(jobId),
        ),
      )
    }
    const { key } = (await otherUser.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    const body = { templateId: theirs.ids.templateId, data: {} }
    const { status } = await send(`${platen.url}/v1/pdf/generate`, 'POST', body, { 'x-api-key': key })
    assert.equal(status, 404)
  })

  /** The answer without the id that was sent. */
  async function attempt(person: Person, { method, path, parameter }: Operation, id: string, etag: string) {
    const url = urlOf(path, parameter, id)
    const answer = await person.call(method, url, BODIES[`${method} ${path}`], { 'if-match': etag })
    return { status: answer.status, body: JSON.stringify(answer.body).replaceAll(id, '<id>') }
  }

  /** Fills in the id. A delivery is below the webhook of the owner. */
  function urlOf(path: string, parameter: string, id: string): string {
    return path
      .replace(`{${parameter}}`, id)
      .replace('{deliveryId}', theirs.ids.deliveryId)
      .replace('{number}', '1')
  }

  async function viewOf(person: Person): Promise<unknown[]> {
    const read = async (path: string): Promise<Answer['body']> => (await person.call('GET', path)).body
    const { pdfUrl: _url, ...job } = (await read(`/dashboard/api/jobs/${theirs.ids.jobId}`)).job
    const { thumbnailUrl: _link, ...template } = await read(
      `/dashboard/api/templates/${theirs.ids.templateId}`,
    )
    assert.equal(template.content, '<p>{{secret}}</p>')
    return [
      template,
      await read(`/dashboard/api/templates/${theirs.ids.templateId}/versions`),
      job,
      await read('/dashboard/api/keys'),
      await read('/dashboard/api/webhooks'),
      await read(`/dashboard/api/webhooks/${theirs.ids.webhookId}/deliveries`),
      await read('/dashboard/api/me'),
      await read('/dashboard/api/members'),
      (await read('/dashboard/api/invitations')).invitations.map(
        ({ invitationId }: { invitationId: string }) => invitationId,
      ),
      (await read('/dashboard/api/sessions')).sessions.map(
        ({ sessionId }: { sessionId: string }) => sessionId,
      ),
    ]
  }
})

/** Every operation of the running service that takes an id, from its OpenAPI document. test/library covers names. */
async function operationsWithIds(url: string): Promise<Operation[]> {
  const { paths } = (await send(`${url}/dashboard/openapi.json`, 'GET')).body
  const operations = Object.keys(paths).flatMap((path) => {
    const parameter = /\{(\w+Id)\}/.exec(path)?.[1]
    if (parameter === undefined) return []
    return Object.keys(paths[path]).map((method) => ({ method: method.toUpperCase(), path, parameter }))
  })
  assert.ok(operations.length >= 15, `only ${operations.length} operations take an id`)
  return operations
}

/** Creates one object of each kind for a user. */
async function possessionsOf(platen: Platen, person: Person): Promise<Possessions> {
  const { tokenId, key } = (await person.call('POST', '/dashboard/api/keys', { name: 'mine' })).body
  const call = (path: string, body: object) => send(platen.url + path, 'POST', body, { 'x-api-key': key })
  const uploaded = await call('/v1/templates/upload', {
    name: 'Private',
    content: base64('<p>{{secret}}</p>'),
    contentEncoding: 'base64',
  })
  const { templateId } = uploaded.body
  const body = { templateId, data: { secret: 1 } }
  const generated = await call('/v1/pdf/generate', body)
  assert.equal(generated.status, 200)
  const requestId = generated.headers.get('x-request-id') ?? ''
  const { headers } = await call('/v1/pdf/generate', { ...body, async: true })
  const jobId = headers.get('location')?.split('/').at(-1) ?? ''
  await eventually(async () => {
    const { job } = (await person.call('GET', `/dashboard/api/jobs/${jobId}`)).body
    return job.status === 'completed' && job.recipients[0].status === 'sent'
  })
  await eventually(async () => {
    await platen.app.services.requestLog.flush()
    return (await person.call('GET', `/dashboard/api/requests/${requestId}`)).status === 200
  })
  const batch = await fetch(`${platen.url}/v1/batches?templateId=${templateId}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/jsonl' },
    body: '{"secret":1}',
  })
  assert.equal(batch.status, 202)
  const batchPath = batch.headers.get('location') ?? ''
  const [sync] = (await person.call('GET', '/dashboard/api/jobs?mode=sync')).body.jobs
  const { webhookId, deliveryId } = await storeWebhook(platen.app.services.database, person.accountId)
  const [session] = (await person.call('GET', '/dashboard/api/sessions')).body.sessions
  const template = await person.call('GET', `/dashboard/api/templates/${templateId}`)
  const [member] = (await person.call('GET', '/dashboard/api/members')).body.members
  const invitation = { email: `invited-by-${person.email}`, role: 'viewer' }
  const { invitationId } = (await person.call('POST', '/dashboard/api/invitations', invitation)).body
  return {
    ids: {
      templateId,
      tokenId,
      jobId,
      batchId: batchPath.split('/').at(-1) ?? '',
      syncJobId: sync.jobId,
      requestId,
      sessionId: session.sessionId,
      accountId: person.accountId,
      webhookId,
      deliveryId,
      memberId: member.memberId,
      invitationId,
    },
    etag: template.headers.get('etag') ?? '',
  }
}

/** An existing id of the user for another kind of object: a key is not a template. */
function wrongKinds(ids: Possessions['ids'], { parameter }: Operation): Record<string, string> {
  const fits = parameter === 'jobId' ? ['jobId', 'syncJobId'] : [parameter]
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (fits.includes(name) ? [] : [[`one’s own ${name}`, id]])),
  )
}
