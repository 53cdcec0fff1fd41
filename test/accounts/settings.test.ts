import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { removeDeletedAccounts } from '../../packages/server/src/jobs/remove-accounts.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { downloadedTexts } from '../pdf.ts'
import { base64, eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'
import { storeWebhook } from '../webhooks/stored.ts'

const SETTINGS = '/dashboard/api/settings'
const DAY_MS = 86_400_000

describe('account settings', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten({ environment: { THUMBNAILS: 'on' } })))
  after(() => platen?.[Symbol.asyncDispose]())

  /** Creates an API key of the account. Returns a call with it. */
  const programOf = async ({ accountId }: Person) => {
    const { key } = await createKey(platen.app.services.database, {
      accountId,
      name: 'x',
      expiresAt: undefined,
    })
    const call = (method: string, path: string, body?: unknown) =>
      send(platen.url + path, method, body, { 'x-api-key': key })
    const upload = async (source: string) => {
      const content = { name: 'Test', content: base64(source), contentEncoding: 'base64' }
      return String((await call('POST', '/v1/templates/upload', content)).body.templateId)
    }
    return { call, upload }
  }

  it('return the account and its settings', async () => {
    const ada = await platen.person({ name: 'Ada' })
    assert.deepEqual((await ada.call('GET', SETTINGS)).body, {
      userId: ada.userId,
      name: 'Ada',
      email: ada.email,
      region: { locale: 'en', timeZone: 'UTC' },
      egress: { mode: 'public', allow: [], deny: [] },
      operatorMode: 'none',
      requestLog: { keepsBodies: false },
      deletionAt: null,
    })
  })

  it('share no internal fields of the account and its user', async () => {
    const ada = await platen.person({ name: 'Ada' })
    const { person, account } = (await ada.call('GET', '/dashboard/api/me')).body
    assert.deepEqual(person, { name: 'Ada', email: ada.email })
    const fields = 'userId email plan role credits reserved createdAt deletionAt'
    assert.equal(Object.keys(account).join(' '), fields)
    const billing = (await ada.call('GET', '/dashboard/api/billing')).body
    assert.equal(Object.keys(billing).join(' '), 'credits reserved available sellsCredits externalUrl notice')
  })

  it('set the default locale and time zone of templates, from the next call on', async () => {
    const ada = await platen.person()
    const { call, upload } = await programOf(ada)
    const templateId = await upload(
      '<p>{{formatDate t dateStyle="short" timeStyle="short"}} {{formatNumber n}} {{upper w}} {{formatNumber n locale="en"}}</p>',
    )
    const data = { t: '2026-11-20T23:30:00Z', n: 1234.5, w: 'ı i' }
    const print = async (more: object = {}) => {
      const answer = await call('POST', '/v1/pdf/generate', { templateId, data, ...more })
      assert.equal(answer.status, 200)
      return answer
    }
    const read = async (url: string) => (await downloadedTexts(url)).join(' ').replace(/\s+/g, ' ')
    assert.match(await read((await print()).body.pdfUrl), /11\/20\/26, 11:30 PM 1,234\.5 I I 1,234\.5/)
    const region = { locale: 'tr', timeZone: 'Europe/Istanbul' }
    assert.deepEqual((await ada.call('PUT', `${SETTINGS}/region`, region)).body, region)
    const turkish = /21\.11\.2026 02:30 1\.234,5 I İ 1,234\.5/
    assert.match(await read((await print()).body.pdfUrl), turkish)
    const { headers } = await print({ async: true })
    const job = await eventually(async () => {
      const { body } = await call('GET', headers.get('location') ?? '')
      return body.job.status === 'completed' && body.job
    })
    assert.match(await read(job.pdfUrl), turkish)
    assert.deepEqual(
      (await ada.call('PUT', `${SETTINGS}/region`, { locale: 'DE-at', timeZone: 'europe/vienna' })).body,
      { locale: 'de-AT', timeZone: 'Europe/Vienna' },
    )
    for (const wrong of [
      { locale: 'klingon speakers', timeZone: 'UTC' },
      { locale: 'xx', timeZone: 'UTC' },
      { locale: 'de', timeZone: 'Europe/Atlantis' },
      { locale: 'de' },
    ]) {
      assert.equal((await ada.call('PUT', `${SETTINGS}/region`, wrong)).status, 400)
    }
  })

  it('set the hosts that templates may load from', async () => {
    const ada = await platen.person()
    const rules = {
      mode: 'allowlist',
      allow: ['CDN.example.com', ' *.example.org', 'cdn.example.com'],
      deny: [],
    }
    assert.deepEqual((await ada.call('PUT', `${SETTINGS}/egress`, rules)).body, {
      mode: 'allowlist',
      allow: ['cdn.example.com', '*.example.org'],
      deny: [],
    })
    assert.deepEqual((await ada.call('GET', SETTINGS)).body.egress.allow, [
      'cdn.example.com',
      '*.example.org',
    ])
    for (const wrong of [
      { mode: 'public', allow: ['example.com'], deny: [] },
      { mode: 'allowlist', allow: ['10.0.0.0/8'], deny: [] },
      { mode: 'allowlist', allow: ['http://example.com'], deny: [] },
      { mode: 'everything', allow: [], deny: [] },
      { mode: 'none', allow: [] },
      { mode: 'public', allow: [], deny: Array.from({ length: 201 }, (_, n) => `h${n}.test`) },
    ]) {
      assert.equal((await ada.call('PUT', `${SETTINGS}/egress`, wrong)).status, 400)
    }
  })

  it('limit webhook tests to 30 at once, then four per minute', async () => {
    const ada = await platen.person()
    const { webhookId } = await storeWebhook(platen.app.services.database, ada.accountId)
    const statuses: number[] = []
    for (let index = 0; index < 32; index += 1) {
      const { status, headers } = await ada.call('POST', `/dashboard/api/webhooks/${webhookId}/test`)
      statuses.push(status)
      if (status === 429) assert.ok(Number(headers.get('retry-after')) <= 60)
    }
    assert.deepEqual(statuses, [...Array(30).fill(202), 429, 429])
  })

  it('schedule a deletion that ends keys and sessions at once, can be cancelled, and removes all data', async () => {
    const ada = await platen.person()
    const bob = await platen.person()
    const { database, storage } = platen.app.services
    const [mine, theirs] = [await programOf(ada), await programOf(bob)]
    const templateId = await mine.upload('<p>x</p>')
    await theirs.upload('<p>y</p>')
    await ada.call('PUT', `${SETTINGS}/request-log`, { keepsBodies: true })
    const { body } = await mine.call('POST', '/v1/pdf/generate', { templateId, data: {} })
    await requestsOf(ada.accountId)
    await eventually(
      async () => (await mine.call('GET', '/v1/templates')).body.templates[0].thumbnailUrl !== null,
    )

    assert.equal((await ada.call('PUT', `${SETTINGS}/deletion`, { email: bob.email })).status, 400)
    const left = await ada.call('PUT', `${SETTINGS}/deletion`, { email: ada.email.toUpperCase() })
    assert.equal(left.status, 200)
    const days = (new Date(left.body.deletionAt).getTime() - Date.now()) / DAY_MS
    assert.ok(days > 13.9 && days <= 14, String(days))
    assert.equal((await mine.call('GET', '/v1/templates')).status, 401, 'its keys do not work')
    assert.equal((await ada.call('GET', SETTINGS)).status, 401, 'its sessions have ended')
    const mail = await eventually(async () => {
      const folder = join(platen.config.dataDir, 'outbox')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      return mails.find((one) => one.includes(`To: ${ada.email}`))
    })
    assert.match(mail, /^Subject: A Platen account will be deleted on \d{4}-\d\d-\d\d$/m)

    const again = await platen.person(ada)
    assert.equal((await again.call('GET', '/dashboard/api/me')).body.account.deletionAt, left.body.deletionAt)
    assert.equal((await again.call('DELETE', `${SETTINGS}/deletion`)).status, 200)
    assert.equal((await mine.call('GET', '/v1/templates')).status, 200, 'its keys work again')

    const preview = { content: '<p>x</p>', data: {} }
    assert.equal((await again.call('POST', '/dashboard/api/preview', preview)).status, 200)

    await again.call('PUT', `${SETTINGS}/deletion`, { email: ada.email })
    assert.equal(await removeDeletedAccounts(platen.app.services, new Date(Date.now() + 13 * DAY_MS)), 0)
    const late = await platen.person(ada)
    assert.equal((await late.call('GET', SETTINGS)).status, 200, 'nothing of it is gone before its time')
    await sql`update accounts set deletion_at = now() where account_id = ${ada.accountId}`.execute(database)
    assert.equal((await late.call('DELETE', `${SETTINGS}/deletion`)).status, 404, 'then it is too late')

    const { accounts } = await cleanUp(platen.app.services, new Date())
    assert.equal(accounts, 1)
    const { rows } = await sql<{ name: string; count: number }>`
      select 'accounts' as name, count(*) from accounts where account_id = ${ada.accountId}
      union all select 'users', count(*) from identity_users where email = ${ada.email}
      union all select 'entries', count(*) from credit_entries where account_id = ${ada.accountId}
      union all select 'generations', count(*) from generations where account_id = ${ada.accountId}
      union all select 'keys', count(*) from api_keys where account_id = ${ada.accountId}
      union all select 'requests', count(*) from requests where account_id = ${ada.accountId}
      union all select 'bodies', count(*) from request_bodies where account_id = ${ada.accountId}
      union all select 'previews', count(*) from preview_limits where account_id = ${ada.accountId}`.execute(
      database,
    )
    assert.deepEqual(
      rows.filter(({ count }) => count !== 0),
      [],
    )
    const objects = []
    for (const prefix of ['users', 'thumbnails', 'pdfs']) {
      for await (const { key } of storage.list(prefix)) objects.push(key)
    }
    assert.ok(
      objects.every((key) => !key.includes(ada.userId)),
      'no source is left',
    )
    assert.equal(objects.filter((key) => key.startsWith('pdfs/')).length, 3, 'only those of other tests')
    assert.equal((await fetch(body.pdfUrl)).status, 404)
    assert.equal((await theirs.call('GET', '/v1/templates')).body.templates.length, 1)
    assert.equal((await late.call('GET', SETTINGS)).status, 401)
  })

  /** Waits until the request log has a call with its body. */
  async function requestsOf(accountId: string): Promise<void> {
    await eventually(async () => {
      await platen.app.services.requestLog.flush()
      const { rows } = await sql`
        select from request_bodies where account_id = ${accountId}`.execute(platen.app.services.database)
      return rows.length > 0
    })
  }

  it('remove accounts with more rows than one statement deletes, and continue after an account that fails', async () => {
    const { database } = platen.app.services
    const [stuck, busy] = [await platen.person(), await platen.person()]
    await sql`
      insert into webhook_deliveries (account_id, webhook_id, event)
      select ${busy.accountId}, gen_random_uuid(), 'webhook.test' from generate_series(1, 25000)`.execute(
      database,
    )
    // Another table refers to the account, which prevents its removal.
    await sql`create table held (account_id uuid references accounts)`.execute(database)
    await sql`insert into held values (${stuck.accountId})`.execute(database)
    await sql`
      update accounts set deletion_at = now() - case when account_id = ${stuck.accountId} then interval '1 day' else interval '0' end
      where account_id in (${stuck.accountId}, ${busy.accountId})`.execute(database)
    // Each statement deletes a part of these rows.
    await sql`
      create function few() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 10000 then raise exception 'too many at once'; end if;
        return null;
      end $$`.execute(database)
    await sql`
      create trigger few after delete on webhook_deliveries referencing old table as gone
      for each statement execute function few()`.execute(database)
    const accountsOf = async () => {
      const { rows } = await sql<{ accountId: string }>`
        select account_id as "accountId" from accounts
        where account_id in (${stuck.accountId}, ${busy.accountId})`.execute(database)
      return rows.map(({ accountId }) => accountId)
    }
    await assert.rejects(removeDeletedAccounts(platen.app.services, new Date()), /1 of 2 accounts/)
    assert.deepEqual(await accountsOf(), [stuck.accountId])
    await sql`drop table held`.execute(database)
    assert.equal(await removeDeletedAccounts(platen.app.services, new Date()), 1)
    assert.deepEqual(await accountsOf(), [])
  })
})
