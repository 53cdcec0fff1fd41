import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { base64, eventually, send } from '../harness.ts'
import { databaseOf, type ServiceProcess, startProcess } from '../process.ts'
import { descendantsOf } from '../processes.ts'

const LOGGED_CALLS = 22

describe('A71 the log', () => {
  it('has JSON lines without keys, signatures, passwords, data, sources or addresses, also after failures', async () => {
    await using stack = new AsyncDisposableStack()
    const mail = await startMailServer(stack)
    const service = stack.use(
      await startProcess(
        {
          LOG_LEVEL: 'trace',
          EGRESS: 'public',
          SMTP_URL: `smtp://postman:smtpsecret@127.0.0.1:${mail.port}`,
        },
        { ownPostgres: true },
      ),
    )
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
    const upload = async (source: string) =>
      await call('POST', '/v1/templates/upload', {
        name: 'Nameless',
        content: base64(`<p>sourcetext ${source}`),
        contentEncoding: 'base64',
      })
    const generate = async (templateId: string, data: unknown, more = {}) =>
      await call('POST', '/v1/pdf/generate', { templateId, data, ...more })
    const idOf = async (source: string) => String((await upload(source)).body.templateId)
    const word = 'confidential'

    const templateId = await idOf(
      '{{word}}<img src="http://127.0.0.1:8099/{{word}}.png"><script>throw new Error("{{word}}")</script>{{#if bad}}{{nope 1}}{{/if}}',
    )
    const statuses: number[] = []
    const expectStatus = async (status: number, answer: Promise<{ status: number }>) => {
      statuses.push(status)
      assert.equal((await answer).status, status, `call ${statuses.length}`)
    }
    const { pdfUrl } = (await generate(templateId, { word })).body
    await expectStatus(200, send(pdfUrl, 'GET'))
    await expectStatus(403, send(pdfUrl.replace(/signature=.{9}/, 'signature=forgedsig'), 'GET'))
    await expectStatus(400, generate(templateId, { word, bad: true }))
    await expectStatus(400, generate(await idOf('{{formatDate word}}'), { word }))
    await expectStatus(400, generate(await idOf('{{> (lookup . "word")}}'), { word }))
    await expectStatus(400, generate(await idOf('{{sum a word}}'), { a: [{ [word]: word }], word }))
    await expectStatus(400, upload('{{#if confidential'))
    await expectStatus(400, upload('{{*confidential}}'))
    await expectStatus(400, call('POST', '/v1/pdf/generate', '{"templateId": confidential'))
    await expectStatus(
      400,
      generate(templateId, {}, { async: true, sendEmail: ['confidential.secret.example'] }),
    )
    await expectStatus(400, generate(templateId, {}, { [word]: 1, async: 'confidential' }))
    await expectStatus(200, call('GET', `/v1/templates?x-api-key=${key}&signature=forgedsig`))
    await expectStatus(404, call('GET', `/v1/templates/${key}`))
    await expectStatus(
      415,
      send(`${service.url}/v1/pdf/generate?x-api-key=${key}`, 'POST', 'x', {
        'x-api-key': key,
        'content-type': 'text/plain',
      }),
    )
    await expectStatus(
      401,
      send(`${service.url}/v1/templates`, 'GET', undefined, { 'x-api-key': 'tlfy_wrongwrongwrong' }),
    )

    // A delivered mail, a rejected mail, and a job that fails finally.
    const sendEmail = ['reader@secret.example', 'refused@secret.example']
    await expectStatus(200, generate(templateId, { word }, { async: true, sendEmail }))
    await expectStatus(200, generate(templateId, { word, bad: true }, { async: true }))
    await eventually(() => mail.taken.length > 0 && mail.refused.length > 0, 60_000)

    // Two faults of the service: a missing template file and a lost database.
    const lost = await idOf('{{word}} lost')
    await loseTemplate(service, lost)
    await expectStatus(500, generate(lost, { word }))
    const password = await readFile(join(service.dataDir, 'postgres/data/platen.password'), 'utf8')
    for (const pid of await postgresOf(service.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
    await call('GET', '/v1/templates')
    await eventually(() => service.logs().includes('restarted PostgreSQL'), 60_000)
    await eventually(async () => (await call('GET', '/v1/templates')).status === 200, 60_000)

    await eventually(() => (service.logs().match(/request completed/g)?.length ?? 0) >= LOGGED_CALLS)
    const logs = service.logs() + service.complaints()
    for (const line of service.logs().trim().split('\n')) assert.equal(typeof JSON.parse(line), 'object')
    // Log lines that prove that these events were logged.
    for (const sign of [
      'the call was refused',
      'the call failed',
      'the document was printed with warnings',
      'the document was printed with warnings',
      'PostgreSQL ended unexpectedly',
      '/v1/pdf/generate',
    ])
      assert.ok(logs.includes(sign), sign)
    const signature = new URL(pdfUrl).searchParams.get('signature') ?? ''
    assert.ok(signature.length > 20 && password.length > 20)
    for (const secret of [
      key,
      key.slice(5),
      signature,
      'forgedsig',
      password,
      'smtpsecret',
      'confidential',
      'sourcetext',
      'secret.example',
      'reader@',
      'crumbs',
      'passport',
      'wrongwrong',
    ]) {
      const line = logs.split('\n').find((line) => line.includes(secret))
      assert.equal(line, undefined, secret)
    }
  })
})

/** A mail server that accepts mail for "reader" addresses and rejects all other recipients by name. */
async function startMailServer(stack: AsyncDisposableStack) {
  const [taken, refused]: [string[], string[]] = [[], []]
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'postman' }),
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('reader')) return done()
      refused.push(address)
      done(new Error(`Nobody here is called <${address}>`))
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  return { taken, refused, port: typeof address === 'object' && address ? address.port : 0 }
}

/** Points a template to a file that does not exist. Deleting its file is not enough: a thumbnail may have read it. */
async function loseTemplate(service: ServiceProcess, templateId: string): Promise<void> {
  await using connections = await databaseOf(service)
  await sql`update content_versions set object_key = object_key || '.lost' where content_id = ${templateId}`.execute(
    connections.database,
  )
}

async function postgresOf(pid: number): Promise<number[]> {
  const pids: number[] = []
  for (const child of await descendantsOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (/postgres\0-D|bin\/postgres/.test(command)) pids.push(child)
  }
  assert.ok(pids.length > 0)
  return pids
}
