import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface Taken {
  from: string
  to: string[]
  text: string
}

/** A real SMTP server that stores the mails it receives. */
export interface MailServer extends AsyncDisposable {
  port: number
  url: string
  taken: Taken[]
  /** The bytes of every connection, in the order of connections. */
  received(): string
  /** Ends all connections, so that the next mail needs a new one. */
  disconnect(): void
}

/** Starts a server. `options` make it reject mails, delay answers or require TLS. */
export async function startMailServer(
  options: Partial<SMTPServerOptions> & {
    port?: number
    /**
     * Called when a mail has arrived. Its error is the server's answer. A promise that never resolves gives no answer.
     */
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
  // Errors of client connections do not matter here.
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

/** Returns an error with an SMTP reply code. */
export function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** Returns the Message-ID of a mail. */
export function messageIdOf({ text }: Taken): string {
  return /^Message-ID:\s+(<[^>]+>)/im.exec(text)?.[1] ?? ''
}
