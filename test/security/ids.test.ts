import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { unescape } from 'node:querystring'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { listKeys } from '../../packages/server/src/accounts/keys.ts'
import { base64, type Caller, cases, eventually, type Platen, startPlaten } from '../harness.ts'
import { batchWith, postBatch } from '../batches/batch.ts'
import { storeWebhook } from '../webhooks/stored.ts'
import { type Operation, operationsOf } from './operations.ts'
import { call, type RawAnswer } from './raw.ts'

/** Name of a data set of each template. */
const DATA_SET = 'private'
const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

// Deletions of the whole object come after deletions of a part of it.
const inOrder = (attacks: Attack[]) =>
  attacks.toSorted(
    (a, b) =>
      Number(a.method === 'DELETE') - Number(b.method === 'DELETE') ||
      b.path.split('/').length - a.path.split('/').length,
  )

/** A call with an id in its path, or as the `templateId` of its body. */
interface Attack {
  method: string
  path: string
  body: ((id: string) => object) | undefined
}

describe('ids in calls', () => {
  let platen: Platen
  let owner: Caller
  let otherAccount: Caller
  let attacks: Attack[]
  let theirs: Possessions
  before(async () => {
    // Methods that a path does not allow count as requests without credentials. A fast machine sends hundreds a second.
    platen = await startPlaten({ overrides: { anonymousRate: { burst: 100_000, perSecond: 100_000 } } })
    owner = await platen.account({ credits: 1_000 })
    otherAccount = await platen.account({ credits: 1_000 })
    attacks = attacksOn(await operationsOf(platen.url))
    theirs = await possessionsOf(platen, owner)
  })
  after(() => platen[Symbol.asyncDispose]())

  it("answers another account's id exactly like an unknown id", async () => {
    const { database } = platen.app.services
    const mine = await possessionsOf(platen, otherAccount)
    const deleted = await otherAccount.upload('x')
    await otherAccount.call('DELETE', `/v1/templates/${deleted}`)
    const [[theirKey], [myKey]] = [
      await listKeys(database, owner.accountId),
      await listKeys(database, otherAccount.accountId),
    ]
    const synchronous = await sql<{ id: string }>`
      select generation_id as id from generations where account_id = ${otherAccount.accountId} and not is_async`.execute(
      database,
    )
    const foreign = {
      'another account’s template': theirs.template,
      'another account’s job': theirs.job,
      'another account’s batch': theirs.batch,
      'another account’s request': theirs.request,
      'another account’s file': theirs.file,
      'another account': owner.accountId,
      'another account’s webhook': theirs.webhook,
      'another account’s delivery': theirs.delivery,
      'another account’s listener': theirs.listener,
      'the id of another account’s key': theirKey?.tokenId,
      'a deleted template': deleted,
      'the caller’s own account': otherAccount.accountId,
      'the id of the caller’s own key': myKey?.tokenId,
      'the caller’s own file': mine.file,
      'the caller’s own call that was no job': synchronous.rows[0]?.id,
    }
    const wrongKind = (attack: Attack) =>
      attack.path.startsWith('/v1/jobs')
        ? { 'a template as a job': mine.template, 'a request as a job': mine.request }
        : attack.path.startsWith('/v1/requests')
          ? { 'a template as a request': mine.template, 'a job as a request': mine.job }
          : { 'a job as a template': mine.job, 'a request as a template': mine.request }
    const [before, credits] = [await viewOf(owner), await otherAccount.credits()]

    let compared = 0
    for (const attack of attacks) {
      const nobodys = await attempt(otherAccount, attack, randomUUID())
      assert.ok([404, 405].includes(nobodys.status), `${attack.method} ${attack.path}: ${nobodys.status}`)
      for (const [what, id] of Object.entries({ ...foreign, ...wrongKind(attack) })) {
        assert.ok(id, what)
        assert.deepEqual(
          await attempt(otherAccount, attack, id),
          nobodys,
          `${attack.method} ${attack.path} with ${what}`,
        )
        compared += 1
      }
    }
    assert.ok(compared >= 100, `only ${compared} calls were compared`)
    assert.deepEqual(await viewOf(owner), before)
    assert.deepEqual(await otherAccount.credits(), credits)

    const documented = await operationsOf(platen.url)
    for (const attack of inOrder(attacks)) {
      const id = idFor(attack.path, theirs)
      const exists = documented.some(
        ({ method, path }) =>
          path === attack.path &&
          (method === attack.method || (method === 'GET' && attack.method === 'HEAD')),
      )
      if (/\/(draft|publish)$/.test(attack.path)) await saveDraft(owner, id)
      if (/\/(cancel|resume)$/.test(attack.path)) {
        const { database } = platen.app.services
        await sql`update batches set status = 'paused', ended_at = null where batch_id = ${id}`.execute(
          database,
        )
      }
      const { status } = await attempt(owner, attack, id)
      const isQueued = /\/(test|resend|resend-failed)$/.test(attack.path)
      assert.equal(
        status,
        exists ? (isQueued ? 202 : 200) : 405,
        `${attack.method} ${attack.path} by its owner`,
      )
    }
  })

  it('answers malformed ids 404 or 400, and accepts upper case', async () => {
    const templateId = await otherAccount.upload('x')
    const rows = await cases<{ id: string; s: number[] }>('odd-ids')
    for (const { id, s } of rows) {
      const odd = id
        .replaceAll('%%T%%', templateId)
        .replaceAll('%%UPPER%%', templateId.toUpperCase())
        .replaceAll('%%LONG%%', 'a'.repeat(10_000))
      for (const path of ['/v1/templates/', '/v1/jobs/']) {
        const answer = await call(platen.url, 'GET', path + odd, { 'x-api-key': otherAccount.key })
        const expected = path === '/v1/jobs/' ? [...s, 404] : s
        assert.ok(expected.includes(answer.status), `GET ${path}${id}: ${answer.status} ${answer.body}`)
        if (answer.status >= 400) assert.equal(typeof JSON.parse(answer.body).message, 'string')
      }
      const { status } = await otherAccount.generate(unescape(odd), {})
      assert.ok((s.includes(200) ? [200] : [400, 404]).includes(status), `templateId ${id}: ${status}`)
    }
  })

  it('opens no file by a random id', async () => {
    const { pdfUrl } = (await owner.generate(await owner.upload('x'), {})).body
    const { pathname, search } = new URL(pdfUrl)
    assert.match(pathname, /^\/files\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\//)
    for (let guess = 0; guess < 100; guess += 1) {
      const path = pathname.replace(/[0-9a-f-]{36}/, randomUUID())
      assert.equal((await call(platen.url, 'GET', path + search)).status, 403)
    }
    assert.equal((await fetch(pdfUrl)).status, 200)
    for (const folder of ['/files', '/files/', pathname.slice(0, pathname.lastIndexOf('/') + 1)]) {
      assert.ok([403, 404].includes((await call(platen.url, 'GET', folder + search)).status), folder)
    }
  })

  async function viewOf(caller: Caller) {
    return [
      (await caller.call('GET', `/v1/templates/${theirs.template}`)).body,
      (await caller.call('GET', '/v1/templates')).body,
      (await caller.call('GET', `/v1/templates/${theirs.template}/data-sets/${DATA_SET}`)).body,
      { ...(await caller.call('GET', `/v1/jobs/${theirs.job}`)).body.job },
      (await caller.call('GET', `/v1/webhooks/${theirs.webhook}`)).body,
      (await caller.call('GET', `/v1/webhooks/${theirs.webhook}/deliveries`)).body,
      await caller.credits(),
    ]
  }

  /** The answer without the id and without values that differ for each call. */
  async function attempt(caller: Caller, { method, path, body }: Attack, id: string) {
    const sent = body && JSON.stringify(body(id))
    const answer = await call(
      platen.url,
      method,
      path
        .replace('{number}', '1')
        .replace('{name}', DATA_SET)
        .replace('{deliveryId}', theirs.delivery)
        .replace(/\{\w+\}/, id),
      {
        'x-api-key': caller.key,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      sent,
    )
    return {
      status: answer.status,
      headers: lastingHeaders(answer),
      body: answer.body.replaceAll(id, '<id>'),
    }
  }
})

/** Every route that takes an id, with every method. test/library covers routes with names. */
function attacksOn(operations: Operation[]): Attack[] {
  // The union of the bodies. Each route ignores the fields of the others.
  const source = {
    content: base64('<p>overwritten</p>'),
    contentEncoding: 'base64',
    name: DATA_SET,
    tags: ['overwritten'],
    description: 'overwritten',
    overlapHours: 1,
    since: '2026-01-01T00:00:00Z',
  }
  const inPaths = new Set(
    operations.map(({ path }) => path).filter((path) => /^\/v1\/.*\{\w+Id\}/.test(path)),
  )
  const inBodies = operations.filter(({ body }) => body?.properties && 'templateId' in body.properties)
  return [
    ...Array.from(inPaths, (path) =>
      METHODS.map((method) => ({
        method,
        path,
        body: ['PUT', 'POST', 'PATCH'].includes(method) ? () => source : undefined,
      })),
    ).flat(),
    ...inBodies.flatMap(({ method, path }) =>
      [{}, { async: true }, { sendEmail: ['thief@example.com'] }].map((more) => ({
        method,
        path,
        body: (templateId: string) => ({ templateId, data: {}, ...more }),
      })),
    ),
  ]
}

/** Ids of the objects of an account. */
type Possessions = Record<
  'template' | 'job' | 'batch' | 'request' | 'file' | 'webhook' | 'delivery' | 'listener',
  string
>

/** Returns the id of the kind that a path begins with. */
function idFor(path: string, ids: Possessions): string {
  if (path.startsWith('/v1/jobs')) return ids.job
  if (path.startsWith('/v1/batches')) return ids.batch
  if (path.startsWith('/v1/requests')) return ids.request
  if (path.startsWith('/v1/webhooks')) return ids.webhook
  return path.startsWith('/v1/webhook-listeners') ? ids.listener : ids.template
}

async function possessionsOf(platen: Platen, caller: Caller): Promise<Possessions> {
  // Created before the job, so that it has an event and a poll does not wait.
  const listener = (await caller.call('POST', '/v1/webhook-listeners', {})).body.listenerId
  const { webhookId, deliveryId } = await storeWebhook(platen.app.services.database, caller.accountId)
  const template = await caller.upload('<p>{{secret}}</p>', 'Private')
  await saveDraft(caller, template)
  await caller.call('PUT', `/v1/templates/${template}/data-sets/${DATA_SET}`, { secret: 1 })
  const { headers } = await caller.generate(template, { secret: 1 }, { async: true })
  const job = headers.get('location')?.split('/').at(-1) ?? ''
  await eventually(async () => (await caller.call('GET', `/v1/jobs/${job}`)).body.job.status === 'completed')
  const rows = await postBatch(caller, { templateId: template }, 'secret\n1\n')
  const batch: string = rows.body.batch.batchId
  await batchWith(caller, batch)
  const generated = await caller.generate(template, { secret: 1 })
  const request = generated.headers.get('x-request-id') ?? ''
  await eventually(async () => {
    await platen.app.services.requestLog.flush()
    return (await caller.call('GET', `/v1/requests/${request}`)).status === 200
  })
  const file = new URL(generated.body.pdfUrl).pathname.split('/')[2] ?? ''
  return { template, job, batch, request, file, webhook: webhookId, delivery: deliveryId, listener }
}

/** Saves a draft that differs from all earlier ones. */
async function saveDraft(caller: Caller, templateId: string): Promise<void> {
  const body = { content: base64(`<p>${randomUUID()}</p>`), contentEncoding: 'base64' }
  assert.equal((await caller.call('PUT', `/v1/templates/${templateId}/draft`, body)).status, 200)
}

function lastingHeaders({ headers }: RawAnswer): Record<string, string> {
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
  return rest
}
