import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually, send } from '../harness.ts'
import { databaseOf, startProcess } from '../process.ts'
import { refusal, startMailServer } from '../mail-server.ts'
import { openJar } from './cookies.ts'
import { sql } from 'kysely'

const PASSWORD = 'correct horse battery'

describe('built-in sign-in in a process of its own', () => {
  it('writes no address, password, token or cookie into the logs, and calls no other host', async () => {
    await using stack = new AsyncDisposableStack()
    const telemetry = await startListener(stack)
    const mail = stack.use(await startMailServer({ onMail: ({ to }, done) => done(refuseEve(to)) }))
    const service = stack.use(
      await startProcess({
        LOG_LEVEL: 'trace',
        SMTP_URL: mail.url,
        // Variables of better-auth, which the service must ignore.
        NODE_ENV: 'test',
        BETTER_AUTH_TELEMETRY: '1',
        BETTER_AUTH_TELEMETRY_ENDPOINT: telemetry.url,
        BETTER_AUTH_SECRET: 'x'.repeat(32),
        BETTER_AUTH_URL: 'https://evil.example',
        BETTER_AUTH_TRUSTED_ORIGINS: 'https://evil.example',
      }),
    )
    const jar = openJar(service)
    const person = { name: 'Ada Lovelace', email: 'ada@secret.example', password: PASSWORD }
    await jar.post('/sign-up/email', person)
    const link = await linkIn(mail, 'Confirm your e-mail')
    assert.equal((await jar.post('/verify-email', { token: link })).status, 200)
    assert.equal((await jar.post('/sign-up/email', person)).status, 200)
    assert.equal((await jar.post('/sign-in/email', { ...person, name: undefined })).status, 200)
    assert.equal(
      (await jar.post('/sign-in/email', { email: person.email, password: 'wrongsecret' })).status,
      401,
    )
    assert.equal((await jar.post('/sign-out', {}, { origin: 'https://evil.example' })).status, 403)
    const { token } = (await jar.get('/token')).body
    const me = (text: string) =>
      send(`${service.url}/dashboard/api/me?token=${text}`, 'GET', undefined, {
        authorization: `Bearer ${text}`,
      })
    assert.equal((await me(token)).status, 200)
    assert.equal((await me(`${token}x`)).status, 401)
    await jar.post('/request-password-reset', { email: person.email })
    const reset = await linkIn(mail, 'Set a new password')
    assert.equal(
      (await jar.post('/reset-password', { token: reset, newPassword: 'anothersecret' })).status,
      200,
    )
    assert.equal(
      (await jar.post('/reset-password', { token: reset, newPassword: 'anothersecret' })).status,
      400,
    )

    await jar.post('/sign-up/email', { ...person, email: 'eve@secret.example' })

    // An internal error, with everything that is logged for it.
    await using database = await databaseOf(service)
    await sql`alter table identity_users rename to elsewhere`.execute(database.database)
    const fault = await jar.post('/sign-in/email', { email: person.email, password: 'anothersecret' })
    assert.deepEqual([fault.status, fault.body], [500, { message: 'Internal server error' }])

    for (const sign of ['an attempt to send a sign-in mail failed', 'the call failed']) {
      await eventually(() => service.logs().includes(sign))
    }
    const logs = service.logs() + service.complaints()
    assert.ok(logs.includes('/dashboard/auth/sign-in/email'))
    const cookies = [...jar.cookies.values()].map((value) => decodeURIComponent(value))
    const secrets = [
      'secret.example',
      'Lovelace',
      PASSWORD,
      'wrongsecret',
      'anothersecret',
      link,
      reset,
      token,
      ...cookies,
    ]
    for (const secret of secrets) {
      assert.ok(secret.length >= 6)
      assert.equal(
        logs.split('\n').find((line) => line.includes(secret)),
        undefined,
        secret,
      )
    }
    assert.deepEqual(telemetry.requests, [])
    // The database has secrets only as hashes or encrypted.
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text as row from identity_credentials c
      union all select row_to_json(v)::text from identity_verifications v
      union all select row_to_json(k)::text from identity_keys k`.execute(database.database)
    assert.ok(rows.length >= 2)
    for (const { row } of rows) {
      for (const secret of [PASSWORD, 'anothersecret', link, reset]) assert.ok(!row.includes(secret), row)
      assert.ok(!/"d\\*":/.test(row), row)
    }
    assert.deepEqual(await readdir(join(service.dataDir, 'outbox')).catch(() => []), [])
  })
})

function refuseEve(to: string[]): Error | undefined {
  return to.some((address) => address.startsWith('eve'))
    ? refusal(550, '<eve@secret.example> is unknown')
    : undefined
}

async function linkIn(mail: { taken: { text: string }[] }, subject: string): Promise<string> {
  const { text } = await eventually(() =>
    mail.taken.findLast((one) => one.text.includes(`Subject: ${subject}`)),
  )
  const plain = text.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  return /[?&]token=([\w.-]+)/.exec(plain)?.[1] ?? ''
}

async function startListener(stack: AsyncDisposableStack) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, requests }
}
