import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'

/** One mail to one recipient. */
export interface Mail {
  /** Id of the mail. Together with the recipient it determines the Message-ID, which is the same for each attempt. */
  subjectId: string
  recipient: string
  subject: string
  text: string
  html: string
  attachment: Attachment | undefined
}

export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** Sends mails to an SMTP server or to the outbox. */
export interface Mailer extends Disposable {
  /**
   * Sends a mail.
   * @param signal closes the connection of the attempt.
   * @throws {DeliveryError} when the server rejected the mail, or its answer is unknown.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Reads a PDF as an attachment; `undefined` when it is too large for a mail. */
  attachment(filename: string, pdf: { stream: Readable; size: number }): Promise<Attachment | undefined>
  /** Checks that mails can be sent. @throws the error otherwise. */
  probe(): Promise<void>
}

/** Error of a mail that the server did not accept. The message is for the account: the server's answer, if any. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  /** True when the server rejected the mail permanently. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isPermanent = options.isPermanent
  }
}

const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024
const SERVER_TIMEOUT_MS = 20_000
const ANSWER_LENGTH_MAX = 200

/** Destination of mails: an SMTP server with pooled connections, or a folder of `.eml` files. */
export type MailTransport = { kind: 'smtp'; url: string } | { kind: 'outbox'; folder: string }

export interface MailerOptions {
  from: string
  transport: MailTransport
  /** Time limit for an answer of the server, in milliseconds. */
  timeoutMs?: number
  /** Called with each mail that was written to the outbox. */
  onOutboxMail?: (mail: Mail) => void
}

/** Creates the mailer. It connects at the first mail. */
export function createMailer(options: MailerOptions): Mailer {
  const transport =
    options.transport.kind === 'smtp'
      ? smtp(options.transport.url, options.timeoutMs ?? SERVER_TIMEOUT_MS)
      : outbox(options.transport.folder)
  return {
    async send(mail, signal) {
      const { subjectId, recipient, subject, text, html, attachment } = mail
      await transport.send({
        from: options.from,
        to: recipient,
        messageId: messageIdOf(subjectId, recipient, options.from),
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: attachment ? [attachment] : [],
        // nodemailer must not read files or URLs that a mail names.
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      })
      if (options.transport.kind === 'outbox') options.onOutboxMail?.(mail)
    },
    async attachment(filename, { stream, size }) {
      if (size <= ATTACHMENT_BYTES_MAX) {
        return { filename, content: await buffer(stream), contentType: 'application/pdf' }
      }
      // No other code closes the stream.
      stream.destroy()
      return undefined
    },
    probe: () => transport.probe(),
    [Symbol.dispose]: () => transport.close(),
  }
}

function smtp(url: string, timeoutMs: number) {
  const transport = createTransport({
    url,
    pool: true,
    // After a lost connection nodemailer would send the mail again, although the server may have accepted it.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    async send(mail: SendMailOptions) {
      try {
        await transport.sendMail(mail)
      } catch (error) {
        throw deliveryError(error)
      }
    },
    probe: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

/**
 * Classifies an error. Only an answer to this sender, recipient or message concerns the mail, and only a 5xx answer is
 * permanent. All other errors (connection, TLS, password) concern the configuration.
 */
function deliveryError(error: unknown): DeliveryError {
  const { code, response, permanent = false }: Partial<NodemailerError> = error instanceof Error ? error : {}
  const concernsMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!concernsMail || typeof response !== 'string') {
    return new DeliveryError('The mail server could not be reached or closed the connection.', {
      isPermanent: false,
      cause: error,
    })
  }
  return new DeliveryError(shortened(response), { isPermanent: permanent, cause: error })
}

/** Returns one line of a server's answer, at most 200 characters. */
function shortened(response: string): string {
  const line = response.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return Array.from(line).slice(0, ANSWER_LENGTH_MAX).join('')
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
      // Named after the Message-ID, so that a second attempt overwrites the file of the first one.
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
