import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { requirePermissions } from '../../packages/server/src/http/auth/session.ts'
import { MEMBER_ROLES, type MemberRole } from '../../packages/server/src/identity/teams/permissions.ts'
import { type Person, type Platen, send, startPlaten } from '../harness.ts'
import { inAccount, join } from './team.ts'

const API = '/dashboard/api'

/** Every route of the dashboard by the roles that may call it, independent of the table of the service. */
const ROUTES: Record<string, readonly string[]> = {
  'owner editor viewer billing': [
    'GET /me',
    'GET /members',
    'GET /settings',
    'GET /usage',
    'DELETE /membership',
  ],
  'owner editor viewer': [
    'GET /keys',
    'GET /jobs',
    'GET /jobs.csv',
    'GET /jobs/{jobId}',
    'GET /batches',
    'GET /batches/{batchId}',
    'GET /batches/{batchId}/failed-rows',
    'GET /requests',
    'GET /requests/{requestId}',
    'GET /webhooks',
    'GET /webhooks/{webhookId}',
    'GET /webhooks/{webhookId}/deliveries',
    'GET /webhooks/{webhookId}/deliveries/{deliveryId}',
    'GET /templates',
    'GET /templates/{templateId}',
    'GET /templates/{templateId}/versions',
    'GET /templates/{templateId}/versions/{number}',
    'GET /partials',
    'GET /partials/{name}',
    'GET /partials/{name}/uses',
    'GET /partials/{name}/versions',
    'GET /partials/{name}/versions/{number}',
    'GET /assets',
    'GET /assets/{name}',
    'GET /assets/{name}/versions',
    'GET /assets/{name}/versions/{number}',
    'GET /helpers',
    'GET /examples',
    'GET /certificates',
    'POST /preview',
    'POST /einvoices',
    'POST /einvoices/validate',
  ],
  'owner editor': [
    'POST /keys',
    'POST /keys/{tokenId}/rotate',
    'POST /keys/{tokenId}/deactivate',
    'POST /keys/{tokenId}/activate',
    'DELETE /keys/{tokenId}',
    'POST /jobs',
    'POST /batches',
    'POST /batches/{batchId}/cancel',
    'POST /batches/{batchId}/resume',
    'POST /webhooks',
    'PATCH /webhooks/{webhookId}',
    'DELETE /webhooks/{webhookId}',
    'POST /webhooks/{webhookId}/rotate',
    'POST /webhooks/{webhookId}/deliveries/{deliveryId}/resend',
    'POST /webhooks/{webhookId}/resend-failed',
    'POST /webhooks/{webhookId}/test',
    'POST /templates',
    'PUT /templates/{templateId}',
    'PATCH /templates/{templateId}',
    'PUT /templates/{templateId}/tags',
    'POST /templates/{templateId}/archive',
    'POST /templates/{templateId}/unarchive',
    'DELETE /templates/{templateId}',
    'POST /templates/{templateId}/duplicate',
    'POST /templates/{templateId}/versions/{number}/restore',
    'POST /templates/{templateId}/publish',
    'DELETE /templates/{templateId}/draft',
    'PUT /partials/{name}',
    'DELETE /partials/{name}',
    'POST /partials/{name}/versions/{number}/restore',
    'PUT /assets/{name}',
    'DELETE /assets/{name}',
    'POST /assets/{name}/versions/{number}/restore',
    'POST /certificates',
    'DELETE /certificates/{name}',
  ],
  'owner billing': [
    'GET /billing',
    'PUT /billing/notice',
    'GET /billing/packs',
    'POST /billing/checkouts',
    'GET /billing/ledger',
    'GET /billing/ledger.csv',
  ],
  owner: [
    'PUT /members/{memberId}',
    'DELETE /members/{memberId}',
    'GET /members/actions',
    'GET /invitations',
    'POST /invitations',
    'POST /invitations/{invitationId}/resend',
    'DELETE /invitations/{invitationId}',
    'PUT /settings/region',
    'PUT /settings/egress',
    'PUT /settings/request-log',
    'PUT /settings/deletion',
    'DELETE /settings/deletion',
  ],
  operator: [
    'GET /operator/accounts',
    'GET /operator/accounts/{userId}',
    'POST /operator/accounts/{userId}/credits',
    'PUT /operator/accounts/{userId}/plan',
    'POST /operator/accounts/{userId}/suspend',
    'POST /operator/accounts/{userId}/restore',
    'GET /operator/actions',
    'GET /operator/queue',
    'GET /operator/health',
  ],
  'every user': [
    'GET /accounts',
    'POST /invitations/read',
    'POST /invitations/accept',
    'GET /sessions',
    'DELETE /sessions',
    'DELETE /sessions/{sessionId}',
    'POST /device/find',
    'POST /device/decide',
  ],
}

// Routes that would end the membership or the account of the caller. Other tests call them.
const LEFT_OUT = new Set(['DELETE /membership', 'PUT /settings/deletion'])

describe('roles of members', () => {
  let platen: Platen
  let owner: Person
  const callers = new Map<MemberRole, Person>()
  before(async () => {
    platen = await startPlaten()
    owner = await platen.person()
    for (const role of MEMBER_ROLES) {
      const person = await platen.person()
      await join(platen, owner, person, role)
      callers.set(role, person)
    }
  })
  after(() => platen[Symbol.asyncDispose]())

  const operations = async () => {
    const { paths } = (await send(`${platen.url}/dashboard/openapi.json`, 'GET')).body
    return Object.keys(paths).flatMap((path) =>
      Object.keys(paths[path]).map((method) => `${method.toUpperCase()} ${path.replace(API, '')}`),
    )
  }

  /** Calls a route with ids that do not exist and an empty body, which no route executes. */
  const attempt = async (person: Person, route: string, account: Person) => {
    const [method = '', path = ''] = route.split(' ')
    const url =
      API +
      path
        .replaceAll('{number}', '1')
        .replaceAll('{name}', 'none')
        .replaceAll(/\{\w+Id\}/g, randomUUID())
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    return await person.call(method, url, body, inAccount(account))
  }

  it('are tested with every route of the dashboard', async () => {
    assert.deepEqual(Object.values(ROUTES).flat().toSorted(), (await operations()).toSorted())
  })

  for (const role of MEMBER_ROLES) {
    it(`give ${role} access to the routes of the role, and answer 403 on all others`, async () => {
      const person = callers.get(role) ?? assert.fail()
      for (const [roles, routes] of Object.entries(ROUTES)) {
        const isAllowed = roles === 'every user' || roles.split(' ').includes(role)
        for (const route of routes) {
          if (isAllowed && LEFT_OUT.has(route)) continue
          const { status, body } = await attempt(person, route, owner)
          const answerText = `${role}: ${route} answered ${status} ${JSON.stringify(body)}`
          if (isAllowed) assert.ok(status !== 403 && status !== 401 && status < 500, answerText)
          else assert.equal(status, 403, answerText)
          if (isAllowed || roles === 'operator') continue
          assert.equal(
            body.message,
            `Your role in this account is "${role}". This call needs the role ${roles
              .split(' ')
              .map((one) => `"${one}"`)
              .join(' or ')}. Ask an owner of the account.`,
            answerText,
          )
        }
      }
    })
  }

  it('are checked before the body is read, and for HEAD as for GET', async () => {
    const billing = callers.get('billing') ?? assert.fail()
    const invalid = await billing.call('POST', `${API}/templates`, '{', inAccount(owner))
    assert.equal(invalid.status, 403)
    assert.equal((await billing.call('HEAD', `${API}/templates`, undefined, inAccount(owner))).status, 403)
    assert.equal((await billing.call('HEAD', `${API}/billing`, undefined, inAccount(owner))).status, 200)
  })

  it('are returned with their permissions', async () => {
    const viewer = callers.get('viewer') ?? assert.fail()
    const { membership, account } = (await viewer.call('GET', `${API}/me`, undefined, inAccount(owner))).body
    assert.equal(account.userId, owner.userId)
    assert.equal(membership.role, 'viewer')
    assert.ok(membership.permissions.includes('content:read'))
    assert.ok(!membership.permissions.includes('content:write'))
  })

  it('hide the reasons of failures from members for billing', async () => {
    const { tokenId: _, key } = (await owner.call('POST', `${API}/keys`, { name: 'x' })).body
    const failing = {
      name: 'Failing',
      content: '{{#if secret}}{{secret.a.b}}{{/if}}{{lookupNothing secret}}',
    }
    const { templateId } = (await owner.call('POST', `${API}/templates`, failing)).body
    const body = { templateId, data: { secret: 'confidential' } }
    const failed = await send(`${platen.url}/v1/pdf/generate`, 'POST', body, { 'x-api-key': key })
    assert.equal(failed.status, 400, JSON.stringify(failed.body))
    const failuresOf = async (person: Person) =>
      (await person.call('GET', `${API}/usage`, undefined, inAccount(owner))).body.failures
    assert.equal((await failuresOf(callers.get('viewer') ?? assert.fail())).length, 1)
    assert.deepEqual(await failuresOf(callers.get('billing') ?? assert.fail()), [])
  })

  it('give no access to an account of which the user is no member, as for an account that does not exist', async () => {
    const other = await platen.person()
    for (const route of Object.values(ROUTES).flat()) {
      if (ROUTES['every user']?.includes(route)) continue
      const foreign = await attempt(other, route, owner)
      const unknown = await attempt(other, route, { ...owner, userId: `eu_${randomUUID()}` })
      assert.equal(foreign.status, 403, route)
      assert.deepEqual(foreign.body, unknown.body, route)
      assert.equal(foreign.body.error, 'NOT_A_MEMBER')
    }
  })

  it('must be named by each route: the service does not start with another one', async () => {
    const app = Fastify()
    requirePermissions(app)
    assert.throws(() => app.get('/open', async () => 'secret'), /The route GET \/open names no permission/)
    app.get('/closed', { config: { permission: 'operator' } }, async () => 'secret')
  })
})
