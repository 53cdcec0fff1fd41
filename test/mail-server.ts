import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server was handed it. */
export interface Taken {
  from: string
  to: string[]
  text: string
}

/** A real SMTP server that keeps what it takes. */
export interface MailServer extends AsyncDisposable {
  port: number
  url: string
  taken: Taken[]
  /** The bytes of every connection, one connection after the other. */
  received(): string
  /** Ends all connections: the next mail comes over a new one. */
  disconnect(): void
}

/** Starts a server; `options` make it refuse, wait or encrypt. */
export async function startMailServer(
  options: Partial<SMTPServerOptions> & {
    port?: number
    /** Called when a mail has arrived whole; its error is the server's answer. Never done: no answer. */
    onMail?: (mail: Taken, done: (error?: Error) => void) => void
  } = {},
): Promise<MailServer> {
  const { port = 0, onMail = (_mail: Taken, done: (error?: Error) => void) => done(), ...more } = options
  const taken: Taken[] = []
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), text }
        taken.push(mail)
        onMail(mail, done)
      })
    },
    ...more,
  })
  // What a client does to its connection is the client's affair.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    const index = received.push('') - 1
    socket.on('data', (chunk: Buffer) => (received[index] += chunk.toString('latin1')))
    sockets.add(socket.on('close', () => sockets.delete(socket)))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    received: () => received.join('\r\n'),
    disconnect: () => sockets.forEach((socket) => socket.destroy()),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** A refusal with its code, as an SMTP server gives it. */
export function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** The Message-ID of a mail. */
export function messageIdOf({ text }: Taken): string {
  return /^Message-ID:\s+(<[^>]+>)/im.exec(text)?.[1] ?? ''
}
