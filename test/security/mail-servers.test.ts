import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createMailer } from '../../server/mail/mailer.ts'

const MAIL = {
  subjectId: 'id',
  recipient: 'reader@example.com',
  templateName: 'Report',
  pages: 1,
  pdfUrl: 'https://pdf.example/files/x',
  expiresAt: new Date(),
  fileName: 'Report.pdf',
}

// It names another host, and is signed by nobody.
const [key, cert] = await Promise.all(
  ['key', 'certificate'].map((name) => readFile(new URL(`fixtures/${name}.pem`, import.meta.url))),
)

describe('E09 a mail', () => {
  it('goes to no server that cannot prove who it is, and never in the clear where TLS was asked for', async () => {
    const rows: [string, SMTPServerOptions, (port: number) => string][] = [
      ['TLS from the start', { secure: true }, (port) => `smtps://localhost:${port}`],
      ['STARTTLS that is offered', {}, (port) => `smtp://localhost:${port}`],
      [
        'STARTTLS that is not offered',
        { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] },
        (port) => `smtp://localhost:${port}?requireTLS=true`,
      ],
    ]
    for (const [what, options, url] of rows) {
      await using server = await startServer(options)
      await assert.rejects(server.send(url(server.port)), /certificate|STARTTLS|TLS/i, what)
      assert.deepEqual(server.seen, [], what)
    }
    await using server = await startServer({ disabledCommands: ['STARTTLS'] })
    await server.send(`smtp://localhost:${server.port}`)
    assert.deepEqual(server.seen, ['from no-reply@platen.example', 'data'])
  })

  it('that is refused, for now or for good, or met with silence, is a failure that the queue hears of', async () => {
    for (const responseCode of [421, 450, 550, 552]) {
      await using server = await startServer({
        disabledCommands: ['STARTTLS'],
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode })),
      })
      await assert.rejects(
        server.send(`smtp://localhost:${server.port}`),
        (error) => error instanceof Error && Reflect.get(error, 'responseCode') === responseCode,
      )
    }
    await using server = await startServer({ onConnect: () => {}, disabledCommands: ['STARTTLS'] })
    await assert.rejects(
      server.send(`smtp://localhost:${server.port}?greetingTimeout=300`),
      /timeout|greeting/i,
    )
  })
})

async function startServer(options: SMTPServerOptions) {
  const seen: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    key,
    cert,
    onMailFrom: ({ address }, _session, done) => {
      seen.push(`from ${address}`)
      done()
    },
    onData: (stream, _session, done) => {
      seen.push('data')
      stream.resume().on('end', () => done())
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.server.address()
  return {
    seen,
    port: typeof address === 'object' && address ? address.port : 0,
    async send(url: string) {
      using mailer = createMailer({ from: 'no-reply@platen.example', transport: { kind: 'smtp', url } })
      await mailer.sendPdfReady({ ...MAIL, pdf: { stream: Readable.from([Buffer.from('%PDF')]), size: 4 } })
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
