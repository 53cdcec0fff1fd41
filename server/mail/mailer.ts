import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'

/** One mail to one recipient. */
export interface Mail {
  /** What the mail is about; with the recipient it makes the Message-ID, the same for every try. */
  subjectId: string
  recipient: string
  subject: string
  text: string
  html: string
  attached: Attachment | undefined
}

export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** Hands mails to a mail server, or to a folder where there is none. */
export interface Mailer extends Disposable {
  /**
   * @param signal Ends the attempt: its connection is closed.
   * @throws {DeliveryError} when the server did not take the mail, or it is not known whether it did.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Reads a PDF to be attached; undefined for one that is too large for a mail. */
  attachment(filename: string, pdf: { stream: Readable; size: number }): Promise<Attachment | undefined>
  /** @throws what stands in the way of sending. */
  probe(): Promise<void>
}

/** A mail that was not taken. The message is for its sender: the server's words, where it had any. */
export class DeliveryError extends Error {
  override name = 'Undelivered'
  /** Whether the server said that another try is of no use. */
  readonly forGood: boolean

  constructor(message: string, options: { forGood: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.forGood = options.forGood
  }
}

const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024
const SERVER_SILENCE_MS = 20_000
const WORDS_LENGTH_MAX = 200

/** Where mails go: to a server, over pooled connections, or as `.eml` files into a folder. */
export type MailTransport = { kind: 'smtp'; url: string } | { kind: 'outbox'; folder: string }

export interface MailerOptions {
  from: string
  transport: MailTransport
  /** After how long a server that says nothing is given up. */
  silenceMs?: number
  /** Called with each mail that was written to the outbox. */
  onPutAside?: (mail: Mail) => void
}

/** Makes the mailer; nothing is connected before the first mail. */
export function createMailer(options: MailerOptions): Mailer {
  const transport =
    options.transport.kind === 'smtp'
      ? smtp(options.transport.url, options.silenceMs ?? SERVER_SILENCE_MS)
      : outbox(options.transport.folder)
  return {
    async send(mail, signal) {
      const { subjectId, recipient, subject, text, html, attached } = mail
      await transport.send({
        from: options.from,
        to: recipient,
        messageId: messageIdOf(subjectId, recipient, options.from),
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: attached ? [attached] : [],
        // Nothing in a mail may make nodemailer fetch a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      })
      if (options.transport.kind === 'outbox') options.onPutAside?.(mail)
    },
    async attachment(filename, { stream, size }) {
      if (size <= ATTACHMENT_BYTES_MAX) {
        return { filename, content: await buffer(stream), contentType: 'application/pdf' }
      }
      // Nobody else will close it.
      stream.destroy()
      return undefined
    },
    probe: () => transport.probe(),
    [Symbol.dispose]: () => transport.close(),
  }
}

function smtp(url: string, silenceMs: number) {
  const transport = createTransport({
    url,
    pool: true,
    // nodemailer would send a mail again by itself when its connection is lost, though the server may have it.
    maxRequeues: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
  return {
    async send(mail: SendMailOptions) {
      try {
        await transport.sendMail(mail)
      } catch (error) {
        throw undelivered(error)
      }
    },
    probe: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

/**
 * Only what the server says of this sender, recipient or mail is about the mail: refused with 5xx, it stays so.
 * Everything else (no connection, no TLS, a password that is wrong) is between the operator and the server.
 */
function undelivered(error: unknown): DeliveryError {
  const { code, response, permanent = false }: Partial<NodemailerError> = error instanceof Error ? error : {}
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isOfThisMail || typeof response !== 'string') {
    return new DeliveryError('The mail server could not be reached, or broke off.', {
      forGood: false,
      cause: error,
    })
  }
  return new DeliveryError(wordsOf(response), { forGood: permanent, cause: error })
}

/** A stranger's text: one line of it, not too long. */
function wordsOf(response: string): string {
  const line = response.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return Array.from(line).slice(0, WORDS_LENGTH_MAX).join('')
}

function outbox(folder: string) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const write = async (name: string, content: Buffer | string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `.${randomUUID()}`)
    await writeFile(temporary, content, { mode: 0o600 })
    await rename(temporary, join(folder, name))
  }
  return {
    async send(mail: SendMailOptions) {
      const { message, messageId } = await transport.sendMail(mail)
      // Named after its Message-ID, so that a second try leaves no second file.
      await write(`${messageId.slice(1).split('@', 1)[0]}.eml`, await bytesOf(message))
    },
    probe: () => write('.probe', ''),
    close: () => transport.close(),
  }
}

async function bytesOf(message: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(message) ? message : await buffer(message)
}

function messageIdOf(subjectId: string, recipient: string, from: string): string {
  const hash = createHash('sha256').update(recipient).digest('hex').slice(0, 16)
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return `<${subjectId}.${hash}@${domain}>`
}
