import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey, type KeyScope } from '../../packages/server/src/accounts/keys.ts'
import { type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { type Issued, issue, writePkcs12 } from './pki.ts'

const PASSWORD = 'secret-1'
const KEY = Buffer.alloc(32, 1).toString('base64')

describe('certificates of an account', () => {
  let platen: Platen
  let caller: Caller
  let issued: Issued
  let content: string
  before(async () => {
    platen = await startPlaten({ environment: { CERTIFICATE_KEY: KEY } })
    caller = await platen.account()
    issued = await issue({ name: 'Example Seal' })
    content = (await writePkcs12(issued, [], PASSWORD)).toString('base64')
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  const add = async (name: string, more: object = {}, account = caller) =>
    await account.call('POST', '/v1/certificates', { name, content, password: PASSWORD, ...more })
  const listed = async (account = caller): Promise<{ name: string }[]> =>
    (await account.call('GET', '/v1/certificates')).body.certificates

  it('adds, replaces, lists and deletes a certificate, and never returns the key', async () => {
    const added = await add('company-seal')
    assert.equal(added.status, 201)
    const { createdAt, fingerprint, serialNumber, notBefore, notAfter, ...rest } = added.body
    assert.deepEqual(rest, {
      name: 'company-seal',
      signer: 'Example Seal',
      subject: 'CN=Example Seal, O=Example, C=DE',
      issuer: 'CN=Example Seal, O=Example, C=DE',
      keyType: 'ECDSA P-256',
    })
    assert.ok(Date.parse(notAfter) > Date.parse(notBefore) && createdAt && fingerprint && serialNumber)
    assert.deepEqual(await listed(), [added.body])
    const other = await issue({ name: 'Renewed' })
    const renewed = (await writePkcs12(other, [], PASSWORD)).toString('base64')
    const replaced = await add('company-seal', { content: renewed })
    assert.equal(replaced.status, 200)
    assert.equal(replaced.body.signer, 'Renewed')
    assert.equal((await listed()).length, 1)
    const deleted = await caller.call('DELETE', '/v1/certificates/company-seal')
    assert.deepEqual([deleted.status, deleted.body.name], [200, 'company-seal'])
    assert.equal((await caller.call('DELETE', '/v1/certificates/company-seal')).status, 404)
    assert.deepEqual(await listed(), [])
  })

  it('stores the private key encrypted, bound to the account', async () => {
    await add('stored')
    const { database } = platen.app.services
    const { rows } = await sql<{ privateKey: Buffer }>`
      select private_key from certificates where account_id = ${caller.accountId} and name = 'stored'`.execute(
      database,
    )
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', issued.keys.privateKey))
    assert.ok(!rows[0]?.privateKey.includes(pkcs8.subarray(-32)))
    const thief = await platen.account({ credits: 5 })
    await sql`
      insert into certificates select ${thief.accountId}, name, signer, subject, issuer, serial_number, fingerprint,
        key_type, not_before, not_after, chain, private_key, created_at
      from certificates where account_id = ${caller.accountId} and name = 'stored'`.execute(database)
    const templateId = await thief.upload('<p>x')
    const answer = await thief.generate(templateId, {}, { options: { sign: { certificate: 'stored' } } })
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /stored with another CERTIFICATE_KEY/)
  })

  it('shows an account nothing of another account', async () => {
    await add('mine')
    const other = await platen.account({ credits: 5 })
    assert.deepEqual(await listed(other), [])
    assert.equal((await other.call('DELETE', '/v1/certificates/mine')).status, 404)
    const templateId = await other.upload('<p>x')
    const answer = await other.generate(templateId, {}, { options: { sign: { certificate: 'mine' } } })
    assert.equal(answer.status, 400)
    assert.match(
      answer.body.message,
      /options\.sign\.certificate is wrong.*no certificate with the name "mine"/,
    )
    assert.deepEqual(await other.credits(), { credits: 5, reserved: 0 })
  })

  it('names the problem of a file or a field (400)', async () => {
    const legacy = await readFile(new URL('fixtures/legacy.p12', import.meta.url))
    assert.equal(
      (await add('legacy', { content: legacy.toString('base64'), password: 'Zürich-1' })).status,
      201,
    )
    const weak = await issue({ name: 'Weak', kind: 'rsa-1024' })
    const problems: [object, RegExp][] = [
      [{ password: 'wrong' }, /password does not open the PKCS#12 file/],
      [{ content: 'AAAA' }, /is not a PKCS#12 file/],
      [{ content: 'no base64' }, /content is not valid base64/],
      [{ content: 'A'.repeat(100_000) }, /content/],
      [{ name: 'not allowed' }, /name/],
      [{ content: (await writePkcs12(weak, [], PASSWORD)).toString('base64') }, /RSA key of 1024 bits/],
    ]
    for (const [fields, message] of problems) {
      const { status, body } = await add('bad', fields)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.message, message)
    }
    assert.ok(!(await listed()).some(({ name }) => name === 'bad'))
  })

  it('limits the certificates of an account (429), and replaces at the limit', async () => {
    const full = await platen.account()
    for (let count = 0; count < 20; count += 1) assert.equal((await add(`c${count}`, {}, full)).status, 201)
    const more = await add('c20', {}, full)
    assert.equal(more.status, 429)
    assert.match(more.body.message, /at most 20 certificates/)
    assert.equal((await add('c3', {}, full)).status, 200)
  })

  it('requires the scope write to add and delete, and render to sign', async () => {
    await add('scoped')
    const { database } = platen.app.services
    const keyWith = async (scope: KeyScope) =>
      (await createKey(database, { accountId: caller.accountId, name: scope, scopes: [scope] })).key
    const templateId = await caller.upload('<p>x')
    const [reader, renderer] = [await keyWith('read'), await keyWith('render')]
    const call = async (key: string, method: string, path: string, body?: object) =>
      (await send(platen.url + path, method, body, { 'x-api-key': key })).status
    const file = { name: 'x', content, password: PASSWORD }
    assert.equal(await call(reader, 'GET', '/v1/certificates'), 200)
    for (const key of [reader, renderer]) {
      assert.equal(await call(key, 'POST', '/v1/certificates', file), 403)
      assert.equal(await call(key, 'DELETE', '/v1/certificates/scoped'), 403)
    }
    const options = { sign: { certificate: 'scoped' } }
    assert.equal(await call(renderer, 'POST', '/v1/pdf/generate', { templateId, data: {}, options }), 200)
  })

  it('offers the same routes to a signed-in user', async () => {
    const person = await platen.person()
    const added = await person.call('POST', '/dashboard/api/certificates', {
      name: 'seal',
      content,
      password: PASSWORD,
    })
    assert.equal(added.status, 201)
    const { body } = await person.call('GET', '/dashboard/api/certificates')
    assert.deepEqual(body, { certificates: [added.body], canAdd: true })
    assert.equal((await person.call('DELETE', '/dashboard/api/certificates/seal')).status, 200)
  })

  it('refuses a certificate that has expired since it was added (400)', async () => {
    await add('old')
    const { database } = platen.app.services
    await sql`update certificates set not_after = now() - interval '1 day' where name = 'old'`.execute(
      database,
    )
    const templateId = await caller.upload('<p>x')
    const { status, body } = await caller.generate(
      templateId,
      {},
      { options: { sign: { certificate: 'old' } } },
    )
    assert.equal(status, 400)
    assert.match(body.message, /options\.sign\.certificate has expired/)
  })

  it('fails a job whose certificate was deleted before it started, and charges nothing', async () => {
    const environment = { CERTIFICATE_KEY: KEY }
    await using api = await startPlaten({ environment: { ...environment, ROLE: 'api' } })
    const account = await api.account({ credits: 5 })
    await add('gone', {}, account)
    const templateId = await account.upload('<p>x')
    const job = { async: true, options: { sign: { certificate: 'gone' } } }
    const started = await account.generate(templateId, {}, job)
    assert.equal((await account.call('DELETE', '/v1/certificates/gone')).status, 200)
    await using stack = new AsyncDisposableStack()
    stack.use(
      await startPlaten({
        environment: { ...environment, ROLE: 'worker', DATABASE_URL: api.databaseUrl },
      }),
    )
    const failed = await eventually(async () => {
      const { body } = await account.call('GET', String(started.headers.get('location')))
      return body.job.status === 'failed' && body.job
    })
    assert.match(failed.message, /no certificate with the name "gone"/)
    assert.deepEqual(await account.credits(), { credits: 5, reserved: 0 })
  })
})

describe('a service without CERTIFICATE_KEY', () => {
  it('stores no certificate, and says what the operator must set', async () => {
    await using platen = await startPlaten()
    const caller = await platen.account()
    assert.deepEqual((await caller.call('GET', '/v1/certificates')).body, { certificates: [], canAdd: false })
    const file = await writePkcs12(await issue({ name: 'Seal' }), [], PASSWORD)
    const body = { name: 'seal', content: file.toString('base64'), password: PASSWORD }
    const { status, body: answer } = await caller.call('POST', '/v1/certificates', body)
    assert.equal(status, 400)
    assert.match(answer.message, /must set CERTIFICATE_KEY/)
  })
})
